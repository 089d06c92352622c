/**
 * Whether the functions of the language are those from before the row was loaded: one that replaces some of them could do its
 * work before the clock starts, or after it has stopped. Those that only the kit has are frozen.
 */
import fs from 'node:fs';
import module, { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { Refusal } from './errors.mjs';

const { getOwnPropertyDescriptor, getPrototypeOf, is } = Object;
const { ownKeys } = Reflect;

const CLASSES = { Array, BigInt, Buffer, Function, Map, Number, Object, RegExp, Set, String, Uint8Array };
const TypedArray = getPrototypeOf(Uint8Array);

/** @type {{ name: string, holder: object, key: PropertyKey, found: PropertyDescriptor }[]} */
const SEEN = [];
for (const key of [...Object.keys(CLASSES), 'Date', 'process']) see('globalThis', globalThis, key);
for (const [name, one] of Object.entries({ ...CLASSES, TypedArray })) {
  seeAll(name, one, getPrototypeOf(one));
  seeAll(`${name}.prototype`, one.prototype);
}
for (const all of [[], new Map(), '', ''.matchAll(/x/g)]) {
  const iterator = getPrototypeOf(all[Symbol.iterator]());
  seeAll(iterator[Symbol.toStringTag], iterator);
}
seeAll('Iterator.prototype', getPrototypeOf(getPrototypeOf([][Symbol.iterator]())));
// What readFileSync and writeFileSync look for in objects that anybody can change.
for (const key of ['openSync', 'readSync', 'writeSync', 'closeSync']) see('fs', fs, key);
see('path', path, 'toNamespacedPath');
// What they look for in a path, to know whether it is a URL, and what they set in an error when standard input doesn't block.
see('String.prototype', String.prototype, 'href');
for (const key of ['code', 'errno', 'syscall', '[[Prototype]]']) see('Error.prototype', Error.prototype, key);
Object.defineProperty(Error, 'stackTraceLimit', { configurable: false });
// The class that all buffers are made by: it has no other name, and calls what it inherits from.
Object.preventExtensions(Buffer[Symbol.species]);
/** What every object has. */
const INHERITED = ownKeys(Object.prototype).length;

/** What it inherits, too: one of its own would come first. */
function seeAll(name, holder, end = Object.prototype) {
  see(name, holder, '[[Prototype]]');
  for (let at = holder; at !== end; at = getPrototypeOf(at))
    for (const key of ownKeys(at)) see(name, holder, key);
}

function see(name, holder, key) {
  SEEN.push({ name, holder, key, found: propertyOf(holder, key) });
}

/** One of its own, or what it inherits from. */
function propertyOf(holder, key) {
  return key === '[[Prototype]]' ? { value: getPrototypeOf(holder) } : getOwnPropertyDescriptor(holder, key);
}

/** Takes a tenth of a millisecond. @throws {Refusal} */
export function checkUntouched() {
  if (ownKeys(Object.prototype).length !== INHERITED)
    throw new Refusal('crash', 'the row changes what every object has, by a property of Object.prototype');
  if (ownKeys(Array.prototype)[0] !== 'length')
    // where indices would come first
    throw new Refusal('crash', 'the row changes what every array has, by an index of Array.prototype');
  for (let i = 0; i < SEEN.length; i++) {
    const { name, holder, key, found } = SEEN[i];
    const now = propertyOf(holder, key);
    if (typeof now !== typeof found || !is(now?.value, found?.value) || now?.get !== found?.get)
      throw new Refusal('crash', `the row replaces ${String(key)} of ${name}, which the kit uses`);
  }
}

/** Refuses a function to rows: by it they could reach the kit, or its documents, outside of their operations. */
export function withhold(holder, name) {
  function refuse() {
    throw new Refusal('crash', `a row may not use ${name}`);
  }
  Object.defineProperty(holder, name, { value: refuse });
  syncBuiltinESMExports();
}

withhold(process, 'binding'); // to what `fs` itself calls
withhold(process.getBuiltinModule('node:worker_threads'), 'Worker');
withhold(module, 'register'); // whose hooks have a thread of their own
// The global objects of others look like data, and call the row.
withhold(vm, 'createContext');
for (const holder of [vm, vm.Script.prototype]) withhold(holder, 'runInNewContext');
