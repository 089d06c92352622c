/**
 * Whether the functions of the language are those from before the row was loaded: one that replaces some of them could do its
 * work before the clock starts, or after it has stopped. Those that only the kit has are frozen.
 */
import { Refusal } from './errors.mjs';

const { getOwnPropertyDescriptor, getPrototypeOf, is } = Object;
const { ownKeys } = Reflect;

const CLASSES = { Array, BigInt, Buffer, Function, Map, Number, Object, RegExp, String, Uint8Array };
const HOLDERS = {
  ...Object.fromEntries(
    Object.entries(CLASSES).flatMap(([name, one]) => [
      [name, one],
      [`${name}.prototype`, one.prototype],
    ]),
  ),
  TypedArray: getPrototypeOf(Uint8Array),
  'TypedArray.prototype': getPrototypeOf(Uint8Array.prototype),
  ...Object.fromEntries(
    [[], new Map(), '', ''.matchAll(/x/g)].map((all) => {
      const iterator = getPrototypeOf(all[Symbol.iterator]());
      return [iterator[Symbol.toStringTag], iterator];
    }),
  ),
};

/** @type {{ name: string, holder: object, key: PropertyKey, found: PropertyDescriptor }[]} */
const SEEN = [];
for (const key of [...Object.keys(CLASSES), 'Date', 'process']) see('globalThis', globalThis, key);
for (const [name, holder] of Object.entries(HOLDERS))
  for (const key of ownKeys(holder)) see(name, holder, key);
/** What every object has. */
const INHERITED = ownKeys(Object.prototype).length;

function see(name, holder, key) {
  SEEN.push({ name, holder, key, found: getOwnPropertyDescriptor(holder, key) });
}

/** Takes a tenth of a millisecond. @throws {Refusal} */
export function checkUntouched() {
  if (ownKeys(Object.prototype).length !== INHERITED)
    throw new Refusal('crash', 'the row changes what every object has, by a property of Object.prototype');
  for (let i = 0; i < SEEN.length; i++) {
    const { name, holder, key, found } = SEEN[i];
    const now = getOwnPropertyDescriptor(holder, key);
    if (now === undefined || !is(now.value, found.value) || now.get !== found.get)
      throw new Refusal('crash', `the row replaces ${String(key)} of ${name}, which the kit uses`);
  }
}
