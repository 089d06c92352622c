/** A runner with the kit of Node, which lies beside it, that lies as its first argument says. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

// By a name that is made here: where this file is kept there is no kit.
const kit = new URL('kit/', import.meta.url).href;
const { LineReader, writeLine } = await import(`${kit}../../build-kit/lines.mjs`);
const { readFrames } = await import(`${kit}frames.mjs`);
const { parseSet, readJob } = await import(`${kit}job.mjs`);
const { prepareTrial } = await import(`${kit}trial.mjs`);

const lie = process.argv[2];
/** What is told in place of a slice's two times. */
const TIMES = {
  'tells-a-tenth': (ns, cpuNs) => `${ns / 10n + 1n} ${Math.round(cpuNs / 10)}`,
  'tells-microseconds': (ns, cpuNs) => `${ns / 1000n + 1n} ${Math.round(cpuNs / 1000)}`,
  // Nobody can keep this number; only once it is timed.
  'tells-too-much': (ns) => `${ns} ${ns > 10_000_000n ? 2n ** 64n - 1n : 0}`,
};
const lines = new LineReader(0);
const job = readJob(lines);
const trial = await prepareTrial(job);
if (lie === 'burns-a-core') {
  const worker = new Worker('for (;;);', { eval: true });
  await new Promise((resolve) => worker.once('online', resolve));
}
const lengths = lie === 'does-nothing' ? outputLengths() : [];
let position = 0;

writeLine(1, 'wiremark', '3');
writeLine(1, 'runtime', `${process.argv[3]} ${process.version}`);
writeLine(1, 'version', '1');
writeLine(1, 'ready');
for (let line = lines.next(); line !== null && line.key !== 'end'; line = lines.next()) answer(line);
writeLine(1, 'bye');
process.exit(0);

function answer({ key, value }) {
  if (key === 'slice') return slice(...value.split(' ').map(Number));
  if (key === 'fresh') {
    const file = parseSet(key, value);
    const { ns, cpuNs } = trial.fresh(file);
    return writeLine(1, 'fresh', `${file.count} ${ns} ${cpuNs}`);
  }
  const [, set, path] = /^(\w+) (.+)$/s.exec(value);
  writeLine(1, 'dumped', `${set} ${trial.dump(set, path)}`);
}

function slice(ops, seed) {
  if (lie === 'does-nothing') return writeLine(1, 'slice', nothing(ops));
  const { ns, cpuNs, checksum } = trial.loop.slice(ops, seed);
  const told = TIMES[lie]?.(ns, cpuNs) ?? `${ns} ${cpuNs}`;
  writeLine(1, 'slice', `${ops} ${told} ${lie === 'sums-to-zero' ? 0 : checksum}`);
}

/** Lets time pass and tells the sum that version 2 of the protocol had, of lengths. */
function nothing(ops) {
  const begin = process.hrtime.bigint();
  while (process.hrtime.bigint() - begin < BigInt(ops * 50));
  let sum = 0;
  for (let i = 0; i < ops; i++) sum += lengths[position++ % lengths.length];
  const ns = process.hrtime.bigint() - begin;
  return `${ops} ${ns} ${ns} ${sum}`;
}

function outputLengths() {
  const folder = mkdtempSync(join(tmpdir(), 'wiremark-lie-'));
  try {
    const path = join(folder, 'dump');
    return readFrames(path, trial.dump('documents', path)).map((frame) => frame.toString('utf8').length);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
