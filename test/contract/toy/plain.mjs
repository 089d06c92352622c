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
  const chunk = () => bytes.subarray(take(count()), at);
  const times = (number, read) => Array.from({ length: number }, read);
  const named = () => [chunk().toString(), value()];
  const readers = {
    N: () => null,
    T: () => true,
    F: () => false,
    l: () => bytes.readBigInt64BE(take(8)),
    d: () => bytes.readDoubleBE(take(8)),
    s: () => chunk().toString(),
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
    case 'l':
      return String(value);
    case 'd':
      return Object.is(value, -0) ? '-0.0' : String(value);
    case '[':
      return `[${value.map(write).join(',')}]`;
    case '{':
    case 'M':
      return `{${value.map(([name, one]) => `${JSON.stringify(name)}:${write(one)}`).join(',')}}`;
    default:
      return JSON.stringify(value);
  }
}

while (line() !== 'load');
say('wiremark 4', `runtime toy ${process.version}`, 'version 1', 'ready');

let documents = [];
let operation = 0;
let results = [];

const commands = {
  set(count, ...path) {
    documents = readFixture(path.join(' '));
    operation = 0;
    say(`set ${count}`);
  },
  slice(ops, keep) {
    const kept = [];
    let length = 0;
    const cpu = process.cpuUsage();
    const begin = process.hrtime.bigint();
    for (let left = Number(ops); left > 0; left--) {
      const text = write(documents[operation++ % documents.length]);
      length += text.length;
      if (left <= keep) kept.push(text);
    }
    const ns = process.hrtime.bigint() - begin;
    const { user, system } = process.cpuUsage(cpu);
    results.push(...kept.map((text) => Buffer.from(text)));
    say(`slice ${ops} ${ns} ${(user + system) * 1000} ${length}`);
  },
  kept(...path) {
    const frames = results.flatMap((bytes) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    });
    writeFileSync(path.join(' '), Buffer.concat(frames));
    say(`kept ${results.length}`);
    results = [];
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
