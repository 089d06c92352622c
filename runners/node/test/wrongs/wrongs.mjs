/**
 * Serializers for test/data/person: the wrong ones that the tests of every language have, wrong ones that only JavaScript
 * makes possible, and right ones that look wrong. Each row is a copy of this file; the copy's name selects the serializer.
 */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const number = (value) => (Object.is(value, -0) ? '-0.0' : String(value));
const text = JSON.stringify;

function write({ id, name, score, tags, born }) {
  return `{"id":${id},"name":${text(name)},"score":${number(score)},"tags":[${tags.map(text).join(',')}],"born":${text(born)}}`;
}

function read(document) {
  const id = BigInt(/^\{"id":(-?\d+)/.exec(document)[1]);
  const { born, ...person } = JSON.parse(document);
  return { ...person, id, born: new Date(born) };
}

/** Calls `work` 201 times per call, so that remembering a result saves much time. */
function slowly(work) {
  return (input) => {
    for (let times = 0; times < 200; times++) work(input);
    return work(input);
  };
}

function remembering(work) {
  const results = new Map();
  return (input) => {
    if (!results.has(input)) results.set(input, work(input));
    return results.get(input);
  };
}

/** Calls `work` for the first 99 calls, which are verified; then every other call returns the previous result. */
function stale(work) {
  let calls = 0;
  let result;
  return (input) => {
    if (++calls < 100 || calls % 2 === 0) result = work(input);
    return result;
  };
}

function checked(document) {
  if (/\\u00[01]/.test(document)) throw new RangeError('no control characters, please');
  return document;
}

const NAMES = ['id', 'name', 'score', 'tags', 'born'];

/**
 * Returns a factory of serializers without `deserialize`. Their output is what `changed` returns for the right output, the number
 * of the call and the person.
 */
const writes = (changed) => () => {
  let calls = 0;
  return { serialize: (person) => changed(write(person), ++calls, person) };
};

const inAnotherOrder = writes((output, calls) => {
  const fields = output.slice(1, -1).split(/,(?="(?:id|name|score|tags|born)":)/);
  const first = calls % fields.length;
  return `{${[...fields.slice(first), ...fields.slice(0, first)].join(',')}}`;
});

const wrongs = {
  right: () => ({ serialize: write, deserialize: read }),
  'varies-as-declared': inAnotherOrder,
  'varies-undeclared': inAnotherOrder,
  'remembers-as-declared': writes(String),
  grows: () => {
    let all = '';
    return {
      serialize(person) {
        all = all.slice(-1000) + write(person);
        return all;
      },
    };
  },
  stale: () => ({ serialize: stale(write), deserialize: stale(read) }),
  'one-buffer': () => {
    const buffer = Buffer.alloc(1 << 20);
    return {
      serialize: (person) => buffer.subarray(0, buffer.write(write(person))),
    };
  },
  remembers: () => ({ serialize: remembering(slowly(write)), deserialize: remembering(slowly(read)) }),
  'lazy-object': () => ({
    deserialize(document) {
      const all = {};
      for (const name of NAMES)
        Object.defineProperty(all, name, { get: () => read(document)[name], enumerable: true });
      return all;
    },
  }),
  'lazy-list': () => ({
    deserialize(document) {
      const person = read(document);
      const { tags } = person;
      person.tags = new Array(tags.length);
      for (let i = 0; i < tags.length; i++) Object.defineProperty(person.tags, i, { get: () => tags[i] });
      return person;
    },
  }),
  'lazy-class': () => {
    class Person {}
    for (const name of NAMES)
      Object.defineProperty(Person.prototype, name, {
        get() {
          return read(this.document)[name];
        },
      });
    return {
      deserialize(document) {
        return Object.assign(new Person(), { document });
      },
    };
  },
  'lazy-proxy': () => ({
    deserialize: (document) => new Proxy({}, { get: (_, name) => read(document)[name] }),
  }),
  'keeps-defaults-on-a-prototype': () => ({
    // In protobuf.js, objects also inherit the values of absent fields: inherited data counts as data.
    deserialize(document) {
      const { tags, ...person } = read(document);
      return Object.assign(Object.create({ tags }), person);
    },
  }),
  'has-a-stale-cache': () => {
    // Persons with different data may have the same key.
    const outputs = new Map();
    return {
      serialize(person) {
        const key = person.id % 64n;
        const output = outputs.get(key) ?? write(person);
        outputs.set(key, output);
        return output;
      },
    };
  },
  'returns-nothing': () => ({ deserialize: () => undefined }),
  fails: () => ({
    serialize: (person) => checked(write(person)),
    deserialize: (given) => read(checked(given)),
  }),
  'puts-out-a-text-object': writes((output) => new String(output)),
};

/** Each call begins with the last call's result. Otherwise a processor would overlap the end of one call with the next. */
const working = (count) => () => {
  const last = new Float64Array([1]);
  return {
    serialize() {
      let x = last[0];
      for (let i = 0; i < count; i++) x = x * 0.9999999 + 0.5;
      last[0] = x;
      return x > 0 ? 'positive' : 'negative';
    },
  };
};

const id = basename(fileURLToPath(import.meta.url), '.mjs');
const create = wrongs[id] ?? working(Number(id.replace('work-', '')));

export default { version: '1', create };
