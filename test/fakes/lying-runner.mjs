/** A runner with the kit of Node, which lies beside it, that lies as its first argument says. */
import { Worker } from 'node:worker_threads';

// By a name that is made here: where this file is kept there is no kit.
const kit = new URL('kit/', import.meta.url).href;
const { LineReader, writeLine } = await import(`${kit}../../build-kit/lines.mjs`);
const { writeFrames } = await import(`${kit}frames.mjs`);
const { Trial } = await import(`${kit}trial.mjs`);
const { prepareWork } = await import(`${kit}work.mjs`);

const lie = process.argv[2];
/** What is told in place of a slice's two times. */
const TIMES = {
  'tells-a-tenth': (ns, cpuNs) => `${ns / 10n + 1n} ${Math.round(cpuNs / 10)}`,
  'tells-half': (ns, cpuNs) => `${(ns * 54n) / 100n + 1n} ${Math.round(cpuNs * 0.54)}`,
  'tells-short-ones-short': (ns, cpuNs) => (ns < 20_000_000n ? `${ns / 15n + 1n} 0` : `${ns} ${cpuNs}`),
  'tells-microseconds': (ns, cpuNs) => `${ns / 1000n + 1n} ${Math.round(cpuNs / 1000)}`,
  // Nobody can keep this number; only once it is timed.
  'tells-too-much': (ns) => `${ns} ${ns > 10_000_000n ? 2n ** 64n - 1n : 0}`,
};
let kept = 0;
const lines = new LineReader(0);
const job = { artifacts: new Map() };
for (let line = lines.next(); line.key !== 'load'; line = lines.next()) job[line.key] = line.value;
const trial = new Trial(await prepareWork(job));
if (lie === 'burns-a-core') {
  const worker = new Worker('for (;;);', { eval: true });
  await new Promise((resolve) => worker.once('online', resolve));
}

writeLine(1, 'wiremark', '4');
writeLine(1, 'runtime', `${process.argv[3]} ${process.version}`);
writeLine(1, 'version', '1');
writeLine(1, 'ready');
for (let line = lines.next(); line !== null && line.key !== 'end'; line = lines.next()) answer(line);
writeLine(1, 'bye');
process.exit(0);

function answer({ key, value }) {
  const [first, ...rest] = value.split(' ');
  if (key === 'slice') return writeLine(1, 'slice', `${first} ${slice(Number(first), Number(rest[0]))}`);
  if (key === 'kept')
    return writeLine(1, 'kept', String(lie === 'does-nothing' ? writeNothing(value) : trial.write(value)));
  trial.set(rest.join(' '), Number(first));
  writeLine(1, 'set', first);
}

function slice(ops, keep) {
  if (lie === 'does-nothing') return nothing(ops, keep);
  const { ns, cpuNs, length } = trial.slice(ops, keep);
  const told = TIMES[lie]?.(ns, cpuNs) ?? `${ns} ${cpuNs}`;
  return `${told} ${lie === 'tells-other-lengths' ? length + 1 : length}`;
}

/** Lets time pass, and counts no lengths. */
function nothing(ops, keep) {
  kept += keep;
  const begin = process.hrtime.bigint();
  while (process.hrtime.bigint() - begin < BigInt(ops * 50));
  const ns = process.hrtime.bigint() - begin;
  return `${ns} ${ns} 0`;
}

function writeNothing(path) {
  const count = kept;
  kept = 0;
  writeFrames(
    path,
    Array.from({ length: count }, () => Buffer.from('{}')),
  );
  return count;
}
