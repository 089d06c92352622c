/** Whatever the kit looks up once there are documents, and a row could have replaced, is among what it looks at. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { notedBy, OPERATIONS, testLookups } from '../../../test/contract/runtime/lookups.ts';
import { kit } from './kit.ts';

/** Whose functions the kit, or what it calls, may ask for. */
const MODULES = ['buffer', 'events', 'fs', 'module', 'os', 'path', 'stream', 'url', 'util', 'v8', 'vm'];

/**
 * A row that puts itself in the place of all that can be replaced and the kit doesn't look at, and behind what others inherit
 * from: it notes what is asked for outside of its operations.
 */
const spying = (result: string, object = '({ text: String(given), size: 7n })') => `
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fixtureReader } from '../kit/fixture-reader.mjs';
import { SEEN } from '../kit/untouched.mjs';

const require = createRequire(import.meta.url);
const { apply, construct, defineProperty, get, getOwnPropertyDescriptor, getPrototypeOf, has, ownKeys } = Reflect;
const { setPrototypeOf } = Object;
const { includes } = Array.prototype;
const watched = new Map();
for (const { holder, key } of SEEN) watched.set(holder, [...(watched.get(holder) ?? []), key]);
const holders = new Map();
const noted = [];
let isNoting = false;
const note = (name) => { if (isNoting) noted[noted.length] = name; };

function find(name, one) {
  if (one === null || !['object', 'function'].includes(typeof one) || one === SEEN || holders.has(one)) return;
  holders.set(one, name);
  for (const key of ownKeys(one)) find(name + '.' + String(key), getOwnPropertyDescriptor(one, key)?.value);
  find(name + '.[[Prototype]]', getPrototypeOf(one));
}

function spied(name, { value, get, configurable }) {
  const handler = {
    apply(target, self, all) { note(name); return apply(target, self, all); },
    construct(target, all, by) { note(name); return construct(target, all, by); },
  };
  if (typeof value === 'function') return { value: new Proxy(value, handler) };
  if (get) return { get: new Proxy(get, handler) };
  return configurable && { get() { note(name); return value; }, set(now) { value = now; } };
}

const isInherited = (holder) => ['constructor', 'next', 'prototype'].some((key) => ownKeys(holder).includes(key));

function replaceAll() {
  for (const name of ${JSON.stringify(MODULES)}) find(name, require(name));
  for (const all of [[], new Map(), new Set(), '', ''.matchAll(/x/g), (function* () {})()]) {
    const iterator = getPrototypeOf(all[Symbol.iterator]());
    find(iterator[Symbol.toStringTag], iterator);
  }
  find('globalThis', globalThis);
  const changes = [];
  for (const [holder, name] of holders) {
    const mine = watched.get(holder) ?? [];
    const told = (key) => name + '.' + String(key);
    for (const key of ownKeys(holder)) {
      const found = getOwnPropertyDescriptor(holder, key);
      const isFixed = mine.includes(key) || key === 'prototype' || !(found?.configurable || found?.writable);
      const to = isFixed ? null : spied(told(key), found);
      if (to) changes[changes.length] = () => defineProperty(holder, key, to);
    }
    const above = getPrototypeOf(holder);
    if (above === null || !Object.isExtensible(holder) || !isInherited(holder)) continue;
    const missing = (key) => { if (!apply(includes, mine, [key])) note(told(key)); };
    const behind = new Proxy(above, {
      get(target, key, self) { missing(key); return get(target, key, self); },
      has(target, key) { missing(key); return has(target, key); },
    });
    changes[changes.length] = () => setPrototypeOf(holder, behind);
  }
  for (const change of changes) change();
  return changes.length;
}

const aside = (run) => (input) => {
  isNoting = false;
  const result = run(input);
  isNoting = true;
  return result;
};
let left = ${OPERATIONS};
let changed = 0;
const operation = (run) => aside((input) => {
  if (--left === 0) writeFileSync(${JSON.stringify(notedBy(kit))}, [changed, ...new Set(noted)].join('\\n'));
  return run(input);
});

export default {
  version: '7',
  create({ model }) {
    const read = fixtureReader(model, (value) => value);
    const all = {
      serialize: operation(({ text }) => ${result}),
      deserialize: operation((given) => ${object}),
      toTree: operation((note) => ({ ...note })),
      parseTree: operation((text) => ({ text: String(text) })),
      writeTree: aside(({ text }) => ${result}),
    };
    changed = replaceAll();
    return all;
  },
};
`;

const looks = join(kit.folder, 'node/kit/untouched.mjs');
writeFileSync(
  looks,
  readFileSync(looks, 'utf8')
    .replace('const SEEN', 'export const SEEN')
    // What it looks at isn't replaced here, nor what is withheld called; it calls what a row can't see.
    .replace('function checkUntouched() {', '$& return;'),
);

const one = JSON.stringify(join(kit.folder, 'one'));

testLookups({
  ...{ kit, least: 1000, serializer: (id, lines) => kit.serializer(id, lines.join('\n')) },
  writes: (output) => [spying(output === 'text' ? 'text' : 'Buffer.from(text)')],
  ofAny: [spying("'x'", `(writeFileSync(${one}, given), read(${one}, 1)[0])`)],
});
