/**
 * A complete runner: wiremark starts it once for each row of a round, sends a job as lines, then commands, and reads a reply
 * to each. wiremark's docs/PROTOCOL.md describes the protocol; docs/perl-runner is a larger example. You can write yours in any
 * language: this one is in JavaScript, since wiremark needs Node anyway.
 *
 * The serializer, `write`, writes the documents as JSON. Replace it with yours.
 */
import { readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';

// ---- The serializer -------------------------------------------------------------------------------------------------

/** A value is a pair: its tag in the file of documents, and its content (see `readFixture`). */
function write([tag, value]) {
  switch (tag) {
    case 'N': // null
    case 'T': // true
    case 'F': // false
    case 'l': // int32, int64
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
const say = (...lines) => writeSync(1, lines.map((one) => `${one.replace(/[\\\n\r]/g, escaped)}\n`).join(''));
const escaped = (one) => ({ '\n': '\\n', '\r': '\\r' })[one] ?? '\\\\';

function giveUp(kind, reason) {
  say(`error ${kind} ${reason}`);
  process.exit(1);
}

// ---- Documents ------------------------------------------------------------------------------------------------------

/** Reads the documents of a fixture, the format in which wiremark sends objects (docs/PROTOCOL.md). */
function readFixture(path) {
  const bytes = readFileSync(path);
  let at = 8;
  /** Skips the next `length` bytes and returns their offset. */
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

// ---- The job --------------------------------------------------------------------------------------------------------

for (let line = nextLine(); line !== 'load'; line = nextLine())
  if (line.startsWith('model ')) requirePlain(line.slice('model '.length));
say('wiremark 4', `runtime {{name}} ${process.version}`, 'version 1', 'ready');

/** Rejects models with hidden or computed fields, which this serializer can't write (docs/PROTOCOL.md). */
function requirePlain(model) {
  const word = /^(hidden|computed|objects)\b/m.exec(readFileSync(model, 'utf8'))?.[0];
  if (word !== undefined) giveUp('unsupported', `it writes fields as they are, and the model has "${word}"`);
}

// ---- Commands -------------------------------------------------------------------------------------------------------

let documents = [];
let operation = 0;
let kept = [];

const commands = {
  /** Replaces the documents. */
  set(count, ...path) {
    documents = readFixture(path.join(' '));
    operation = 0;
    say(`set ${count}`);
  },

  /** Times `ops` operations and keeps the last `keep` results, which are checked after the clock stops. */
  slice(ops, keep) {
    const first = operation;
    const end = first + Number(ops);
    const keepFrom = end - Number(keep);
    const results = [];
    const cpu = process.cpuUsage();
    const begin = process.hrtime.bigint();
    try {
      for (; operation < end; operation++) {
        const result = write(documents[operation % documents.length]);
        if (operation >= keepFrom) results.push(result);
      }
    } catch (error) {
      return say(`failed ${operation - first} ${error.message}`);
    }
    const ns = process.hrtime.bigint() - begin;
    const { user, system } = process.cpuUsage(cpu);
    for (const result of results) {
      if (typeof result !== 'string') giveUp('mismatch', `write returned ${typeof result} instead of text`);
      kept.push(Buffer.from(result));
    }
    say(`slice ${ops} ${ns} ${(user + system) * 1000} 0`);
  },

  /** Writes the kept results for verification, as frames: each a length and the bytes. */
  kept(...path) {
    const frames = kept.flatMap((bytes) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    });
    writeFileSync(path.join(' '), Buffer.concat(frames));
    say(`kept ${kept.length}`);
    kept = [];
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
