/** A runner written with docs/PROTOCOL.md alone. It writes the JSON of any fixture, and needs no model. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const send = (...lines) => process.stdout.write(lines.map((one) => `${one}\n`).join(''));

/** The documents of a fixture, each as a tag and a value. */
function readFixture(path) {
  const bytes = readFileSync(path);
  let at = 8;
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

let documents = [];
let operation = 0;
let results = [];

const commands = {
  set(count, ...path) {
    documents = readFixture(path.join(' '));
    operation = 0;
    send(`set ${count}`);
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
    send(`slice ${ops} ${ns} ${(user + system) * 1000} ${length}`);
  },
  kept(...path) {
    const frames = results.flatMap((bytes) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    });
    writeFileSync(path.join(' '), Buffer.concat(frames));
    send(`kept ${results.length}`);
    results = [];
  },
  memory(ops) {
    send('unknown allocated not counted', 'unknown collections not counted', `memory ${ops}`);
  },
  end() {
    send('bye');
    lines.close();
  },
};

let isLoaded = false;
const lines = createInterface({ input: process.stdin });
for await (const line of lines) {
  const [command, ...words] = line
    .replace(/\\(.)/g, (_, letter) => ({ n: '\n', r: '\r' })[letter] ?? letter)
    .split(' ');
  if (isLoaded) commands[command](...words);
  else if (command === 'load') {
    isLoaded = true;
    send('wiremark 4', `runtime toy ${process.version}`, 'version 1', 'ready');
  }
}
