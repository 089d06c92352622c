/**
 * A runner process of Node: reads the job, loads one serializer, then does what it is told until its input ends. The
 * protocol is in docs/PROTOCOL.md.
 */
import { LineReader, writeLine } from '../../build-kit/lines.mjs';
import { Refusal } from './errors.mjs';
import { OperationFailure } from './loop.mjs';
import { measureMemory } from './memory.mjs';
import { placeOf } from './place.mjs';
import { Trial } from './trial.mjs';
import { prepareWork } from './work.mjs';

const OUTPUT = 1;
const say = (key, value) => writeLine(OUTPUT, key, value);
const lines = new LineReader(0);
let serializer = '';

// Whatever a library prints goes to standard error: standard output is the protocol's alone.
Object.defineProperty(process, 'stdout', { configurable: true, get: () => process.stderr });
process.exitCode = 1;
try {
  const job = readJob();
  ({ serializer } = job);
  const work = await prepareWork(job);
  const trial = new Trial(work);
  say('wiremark', '4');
  say('runtime', `node ${process.version}`);
  say('version', work.version);
  say('ready');
  serve(trial);
} catch (error) {
  refuse(error);
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
      say('bye');
      break;
    }
    obey(trial, line.key, ...splitOnce(line.value));
  }
  process.exit(0);
}

function obey(trial, command, first, rest) {
  if (command === 'set') {
    trial.set(rest, Number(first));
    say('set', first);
  } else if (command === 'slice') {
    try {
      const { ns, cpuNs, length } = trial.slice(Number(first), Number(rest));
      say('slice', `${first} ${ns} ${cpuNs} ${length}`);
    } catch (error) {
      if (!(error instanceof OperationFailure)) throw error;
      say('failed', `${error.operation} ${told(error.cause)}`);
    }
  } else if (command === 'kept') {
    say('kept', String(trial.write(rest === '' ? first : `${first} ${rest}`)));
  } else if (command === 'memory') {
    for (const [name, text] of measureMemory(trial, Number(first))) say(name, text);
  } else {
    throw new Refusal('crash', `unknown command "${command}"`);
  }
}

/** The first word of a value, and the rest. */
function splitOnce(value) {
  const space = value.indexOf(' ');
  return space < 0 ? [value, ''] : [value.slice(0, space), value.slice(space + 1)];
}

/** What is known of an error; its stack is for people, on standard error. */
function told(error) {
  if (error instanceof Refusal) return error.message;
  console.error(error);
  const place = placeOf(error, serializer);
  return `${error?.message ?? error}${place === null ? '' : ` (${place})`}`;
}

function refuse(error) {
  try {
    say('error', `${error instanceof Refusal ? error.kind : 'crash'} ${told(error)}`);
  } catch (cause) {
    // Nobody listens any more (EPIPE): there is nothing left to say it to.
    console.error(cause);
  }
  process.exit(1);
}
