/**
 * A runner process of Node: reads the job, loads one serializer, then does what it is told until its input ends. The
 * protocol is in docs/PROTOCOL.md.
 */
import { LineReader, writeLine } from '../../build-kit/lines.mjs';
import { Refusal } from './errors.mjs';
import { parseCount, parseSet, readJob } from './job.mjs';
import { measureMemory } from './memory.mjs';
import { placeOf } from './place.mjs';
import { prepareTrial } from './trial.mjs';

const INPUT = 0;
const OUTPUT = 1;

guardOutput();
const lines = new LineReader(INPUT);
process.exitCode = 1;
let serializer = '';
try {
  const job = readJob(lines);
  serializer = job?.serializer ?? '';
  if (job !== null) serve(await prepareTrial(job));
  process.exit(0);
} catch (error) {
  refuse(error);
}

/** Whatever a library prints goes to standard error: standard output is the protocol's alone. */
function guardOutput() {
  Object.defineProperty(process, 'stdout', { configurable: true, get: () => process.stderr });
}

/** @param {Awaited<ReturnType<typeof import('./trial.mjs').prepareTrial>>} trial */
function serve(trial) {
  writeLine(OUTPUT, 'wiremark', '3');
  writeLine(OUTPUT, 'runtime', `node ${process.version}`);
  writeLine(OUTPUT, 'version', trial.version);
  writeLine(OUTPUT, 'ready');
  for (;;) {
    const line = lines.next();
    if (line === null) return;
    if (line.key === 'end') {
      writeLine(OUTPUT, 'bye');
      return;
    }
    try {
      obey(trial, line);
    } catch (error) {
      throw trial.explained?.(error) ?? error;
    }
  }
}

function obey(trial, { key, value }) {
  if (key === 'slice') {
    const [ops, seed] = parseCounts(value, 2);
    const { ns, cpuNs, checksum } = trial.loop.slice(ops, seed);
    writeLine(OUTPUT, 'slice', `${ops} ${ns} ${cpuNs} ${checksum}`);
  } else if (key === 'fresh') {
    const file = parseSet(key, value);
    const { ns, cpuNs } = trial.fresh(file);
    writeLine(OUTPUT, 'fresh', `${file.count} ${ns} ${cpuNs}`);
  } else if (key === 'dump') {
    const [, set, path] = /^(documents|hard|fresh) (.+)$/s.exec(value) ?? [];
    if (set === undefined) throw new Refusal('crash', `dump needs a set and a path, found "${value}"`);
    writeLine(OUTPUT, 'dumped', `${set} ${trial.dump(set, path)}`);
  } else if (key === 'memory') {
    for (const [name, told] of measureMemory(trial.loop, parseCount(value))) writeLine(OUTPUT, name, told);
  } else {
    throw new Refusal('crash', `unknown command "${key}"`);
  }
}

/** @returns {number[]} so many, which stand one space apart */
function parseCounts(text, many) {
  const counts = text.split(' ').map(parseCount);
  if (counts.length !== many) throw new Refusal('crash', `expected ${many} numbers, found "${text}"`);
  return counts;
}

/** Says why on both outputs, the stack for people on standard error. */
function refuse(error) {
  if (!(error instanceof Refusal)) console.error(error);
  const kind = error instanceof Refusal ? error.kind : 'crash';
  const place = error instanceof Refusal ? null : placeOf(error, serializer);
  const where = place === null ? '' : ` (${place})`;
  try {
    writeLine(OUTPUT, 'error', `${kind} ${error?.message ?? error}${where}`);
  } catch (cause) {
    // Nobody listens any more (EPIPE): there is nothing left to say it to.
    console.error(cause);
  }
  process.exit(1);
}
