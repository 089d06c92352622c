/** The program of a runner process: loads a serializer, then runs it as wiremark requests (docs/PROTOCOL.md). */
import { LineReader, writeLine } from '../../build-kit/lines.mjs';
import { Refusal } from './errors.mjs';
import { OperationFailure } from './loop.mjs';
import { measureMemory } from './memory.mjs';
import { placeOf } from './place.mjs';
import { Trial } from './trial.mjs';
import { prepareWork } from './work.mjs';

const OUTPUT = 1;
const send = (key, value) => writeLine(OUTPUT, key, value);
const lines = new LineReader(0);
let serializer = '';

// Libraries print to standard error: only the protocol may write to standard output.
Object.defineProperty(process, 'stdout', { configurable: true, get: () => process.stderr });
process.exitCode = 1;
try {
  const job = readJob();
  ({ serializer } = job);
  const work = await prepareWork(job);
  const trial = new Trial(work);
  send('wiremark', '4');
  send('runtime', `node ${process.version}`);
  send('version', work.version);
  send('ready');
  serve(trial);
} catch (error) {
  reportError(error);
}

/** @returns {import('./work.mjs').Job} */
function readJob() {
  const first = lines.next();
  if (first?.key !== 'wiremark' || first.value !== '4') {
    throw new Refusal('crash', `this runner speaks wiremark 4, not ${first?.key} ${first?.value}`);
  }
  const job = { artifacts: new Map() };
  for (let line = lines.next(); line?.key !== 'load'; line = lines.next()) {
    if (line === null) process.exit(0);
    const [word, rest] = splitOnce(line.value);
    if (line.key === 'artifact') job.artifacts.set(word, rest);
    else job[line.key] = line.value;
  }
  return job;
}

function serve(trial) {
  for (let line = lines.next(); line !== null; line = lines.next()) {
    if (line.key === 'end') {
      send('bye');
      break;
    }
    execute(trial, line.key, ...splitOnce(line.value));
  }
  process.exit(0);
}

function execute(trial, command, first, rest) {
  if (command === 'set') {
    trial.set(rest, Number(first));
    send('set', first);
  } else if (command === 'slice') {
    try {
      const { ns, cpuNs, length } = trial.slice(Number(first), Number(rest));
      send('slice', `${first} ${ns} ${cpuNs} ${length}`);
    } catch (error) {
      if (!(error instanceof OperationFailure)) throw error;
      send('failed', `${error.operation} ${messageOf(error.cause)}`);
    }
  } else if (command === 'kept') {
    send('kept', String(trial.write(rest === '' ? first : `${first} ${rest}`)));
  } else if (command === 'memory') {
    for (const [name, text] of measureMemory(trial, Number(first))) send(name, text);
  } else {
    throw new Refusal('crash', `unknown command "${command}"`);
  }
}

function splitOnce(value) {
  const space = value.indexOf(' ');
  return space < 0 ? [value, ''] : [value.slice(0, space), value.slice(space + 1)];
}

/**
 * Returns an error's message. For an unexpected error, adds its place in the code, and prints its stack to standard error.
 */
function messageOf(error) {
  if (error instanceof Refusal) return error.message;
  console.error(error);
  const place = placeOf(error, serializer);
  return `${error?.message ?? error}${place === null ? '' : ` (${place})`}`;
}

function reportError(error) {
  try {
    send('error', `${error instanceof Refusal ? error.kind : 'crash'} ${messageOf(error)}`);
  } catch (cause) {
    console.error(cause);
  }
  process.exit(1);
}
