/**
 * A complete runner: wiremark starts it once for each row of a round, sends a job as lines, then commands, and reads a reply
 * to each. docs/PROTOCOL.md of wiremark describes it; docs/perl-runner is a larger one. Write yours in any language: this one is
 * in JavaScript, because Node is there wherever wiremark runs.
 *
 * Its serializer writes any fixture as JSON. Replace `write` with yours.
 */
import { readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';

// ---- The serializer -------------------------------------------------------------------------------------------------

/** A value is a pair: its tag in the fixture, and its content (see `readFixture`). */
function write([tag, value]) {
  switch (tag) {
    case 'N': // null
    case 'T': // true
    case 'F': // false
    case 'i': // int32
    case 'l': // int64
      return String(value);
    case 'd': // double
      return Object.is(value, -0) ? '-0.0' : String(value);
    case '[': // list
      return `[${value.map(write).join(',')}]`;
    case '{': // record
    case 'M': // map
      return `{${value.map(([name, one]) => `${JSON.stringify(name)}:${write(one)}`).join(',')}}`;
    default: // string, enum, uuid, bytes in base64, instant
      return JSON.stringify(value);
  }
}

// ---- Lines ----------------------------------------------------------------------------------------------------------

let input = Buffer.alloc(0);

function nextLine() {
  for (;;) {
    const end = input.indexOf('\n');
    if (end >= 0) {
      const text = input.toString('utf8', 0, end);
      input = input.subarray(end + 1);
      return text.replace(/\\(.)/g, (_, what) => ({ n: '\n', r: '\r' })[what] ?? what);
    }
    const chunk = Buffer.alloc(4096);
    const count = readSync(0, chunk);
    if (count === 0) process.exit(0);
    input = Buffer.concat([input, chunk.subarray(0, count)]);
  }
}

/** Standard output is for the protocol only: print to standard error when you debug. */
const say = (...lines) => writeSync(1, lines.map((one) => `${one}\n`).join(''));

function giveUp(kind, reason) {
  say(`error ${kind} ${reason}`);
  process.exit(0);
}

// ---- Documents ------------------------------------------------------------------------------------------------------

/** The documents of a fixture file. */
function readFixture(path) {
  const bytes = readFileSync(path);
  let at = 8;
  /** Moves past the next `length` bytes and returns where they begin. */
  const take = (length) => {
    at += length;
    return at - length;
  };
  const count = () => bytes.readUInt32BE(take(4));
  const chunk = (length = count()) => bytes.subarray(take(length), at);
  const times = (number, read) => Array.from({ length: number }, read);
  const named = () => [chunk().toString(), value()];
  const readers = {
    N: () => null,
    T: () => true,
    F: () => false,
    i: () => bytes.readInt32BE(take(4)),
    l: () => bytes.readBigInt64BE(take(8)),
    d: () => bytes.readDoubleBE(take(8)),
    s: () => chunk().toString(),
    e: () => chunk().toString(),
    u: () =>
      chunk(16)
        .toString('hex')
        .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5'),
    m: () => new Date(Number(bytes.readBigInt64BE(take(8)))),
    b: () => chunk().toString('base64'),
    '[': () => times(count(), value),
    '{': () => times(count(), named),
    M: () => times(count(), named),
  };
  const value = () => {
    const tag = String.fromCharCode(bytes[take(1)]);
    return [tag, readers[tag]()];
  };
  return times(count(), value);
}

// ---- The job --------------------------------------------------------------------------------------------------------

const sets = {};
for (let line = nextLine(); line !== 'load'; line = nextLine()) {
  const [key, count, ...rest] = line.split(' ');
  if (key === 'documents' || key === 'hard') sets[key] = readFixture(rest.join(' '));
  if (key === 'model') requirePlain([count, ...rest].join(' '));
}
say('wiremark 3', `runtime {{name}} ${process.version}`, 'version 1', 'ready');

/** It can't write objects with hidden or computed fields (docs/MODEL.md). */
function requirePlain(model) {
  const word = /^(hidden|computed|objects)\b/m.exec(readFileSync(model, 'utf8'))?.[0];
  if (word !== undefined) giveUp('unsupported', `it writes fields as they are, and the model has "${word}"`);
}

// ---- Commands -------------------------------------------------------------------------------------------------------

let operation = 0;
let fresh = [];

/** Nanoseconds and CPU nanoseconds of some work. */
function timed(work) {
  const cpu = process.cpuUsage();
  const begin = process.hrtime.bigint();
  work();
  const ns = process.hrtime.bigint() - begin;
  const { user, system } = process.cpuUsage(cpu);
  return `${ns} ${(user + system) * 1000}`;
}

const commands = {
  /** So many operations, timed. The checksum samples what was made: wiremark knows what it must be. */
  slice(ops, seed) {
    const { documents } = sets;
    let checksum = 0;
    let state = Number(seed);
    const times = timed(() => {
      for (let i = 0; i < ops; i++) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        const text = write(documents[operation++ % documents.length]);
        checksum += text.length + text.charCodeAt(Math.floor(((state >>> 8) * text.length) / 2 ** 24));
      }
    });
    say(`slice ${ops} ${times} ${checksum}`);
  },
  /** Each document of a new file once. */
  fresh(count, ...path) {
    const documents = readFixture(path.join(' '));
    const times = timed(() => {
      fresh = documents.map(write);
    });
    say(`fresh ${count} ${times}`);
  },
  /** What it puts out for each document, for wiremark to verify. */
  dump(set, ...path) {
    const outputs = (set === 'fresh' ? fresh : sets[set].map(write)).map((text) => Buffer.from(text));
    const frames = outputs.flatMap((bytes) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    });
    writeFileSync(path.join(' '), Buffer.concat(frames));
    say(`dumped ${set} ${outputs.length}`);
  },
  memory(ops) {
    say('unknown allocated not counted', 'unknown collections not counted', `memory ${ops}`);
  },
  end() {
    say('bye');
    process.exit(0);
  },
};

for (;;) {
  const [command, ...words] = nextLine().split(' ');
  commands[command](...words);
}
