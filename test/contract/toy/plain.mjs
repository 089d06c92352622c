/** A runner, written after docs/PROTOCOL.md alone. It writes JSON of whatever a fixture holds, and needs no model. */
import { readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';

let input = Buffer.alloc(0);

function line() {
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

const say = (...lines) => writeSync(1, lines.map((one) => `${one}\n`).join(''));

/** A fixture's documents: tag and value each. */
function readFixture(path) {
  const bytes = readFileSync(path);
  let at = 8;
  /** Where the next so many bytes begin; they have been read then. */
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
    u: () => chunk(16).toString('hex'),
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

function write([tag, value]) {
  switch (tag) {
    case 'N':
    case 'T':
    case 'F':
    case 'i':
    case 'l':
      return String(value);
    case 'd':
      return Object.is(value, -0) ? '-0.0' : String(value);
    case 'u':
      return `"${value.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')}"`;
    case '[':
      return `[${value.map(write).join(',')}]`;
    case '{':
    case 'M':
      return `{${value.map(([name, one]) => `${JSON.stringify(name)}:${write(one)}`).join(',')}}`;
    default:
      return JSON.stringify(value);
  }
}

const sets = {};
for (let next = line(); next !== 'load'; next = line()) {
  const [key, , ...path] = next.split(' ');
  if (key === 'documents' || key === 'hard') sets[key] = readFixture(path.join(' '));
}
say('wiremark 3', `runtime toy ${process.version}`, 'version 1', 'ready');

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
  fresh(count, ...path) {
    const documents = readFixture(path.join(' '));
    const times = timed(() => {
      fresh = documents.map(write);
    });
    say(`fresh ${count} ${times}`);
  },
  dump(set, ...path) {
    const texts = set === 'fresh' ? fresh : sets[set].map(write);
    const outputs = texts.map((text) => Buffer.from(text));
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
  const [command, ...words] = line().split(' ');
  commands[command](...words);
}
