/**
 * Reads fixtures (docs/PROTOCOL.md) into objects as a program of Node has them: plain objects made by literals, so that
 * all objects of a record share their hidden classes; plain objects for maps too; Date, Buffer, strings; int64 as the serializer
 * asks for.
 */
import { readFileSync } from 'node:fs';
import { Refusal } from './errors.mjs';
import { keySource, setEntry, setSource } from './source.mjs';

const MAGIC = 'WMFIX 1\n';
const TAG = Object.fromEntries(Array.from('NTFildseumb[{M', (tag) => [tag, tag.charCodeAt(0)]));

/**
 * @param {import('./serializer.mjs').Model} model
 * @param {(value: bigint) => unknown} fromInt64
 * @returns {(path: string, count: number) => unknown[]} reads a file with so many documents; those of all files are alike
 */
export function fixtureReader(model, fromInt64) {
  const reader = new FixtureReader(model, fromInt64);
  return (path, count) => reader.documents(path, count);
}

class FixtureReader {
  /** @type {Map<string, { fields: readonly object[], make: (values: unknown[]) => object }>} */
  #records = new Map();
  /** Strings of enums are one object each, as literals in a program are. */
  #enumValues = new Map();
  #at = 0;
  #path = '';
  #bytes = Buffer.alloc(0);
  #model;
  #fromInt64;

  constructor(model, fromInt64) {
    this.#model = model;
    this.#fromInt64 = fromInt64;
    for (const [name, fields] of model.records) {
      this.#records.set(name, { fields, make: literalMaker(fields) });
    }
    for (const value of [...model.enums.values()].flat()) this.#enumValues.set(value, value);
  }

  documents(path, expected) {
    this.#path = path;
    this.#bytes = readFileSync(path);
    if (this.#bytes.latin1Slice(0, MAGIC.length) !== MAGIC) this.#fail('not a fixture file');
    this.#at = MAGIC.length;
    const count = this.#count();
    if (count !== expected) this.#fail(`expected ${expected} documents, found ${count}`);
    const documents = [];
    for (let index = 0; index < count; index++) documents.push(this.#value(this.#model.root));
    if (this.#at !== this.#bytes.length) this.#fail('bytes are left after the last document');
    this.#bytes = Buffer.alloc(0); // given back
    return documents;
  }

  #value(type) {
    const tag = this.#bytes[this.#at++];
    switch (tag) {
      case TAG.N:
        return null;
      case TAG.T:
        return true;
      case TAG.F:
        return false;
      case TAG.i:
        return this.#bytes.readInt32BE(this.#advance(4));
      case TAG.l:
        return this.#int64(type);
      case TAG.d:
        return this.#bytes.readDoubleBE(this.#advance(8));
      case TAG.s:
        return this.#string();
      case TAG.e:
        return this.#enumValue();
      case TAG.u:
        return this.#uuid();
      case TAG.m:
        return new Date(Number(this.#bytes.readBigInt64BE(this.#advance(8))));
      case TAG.b:
        return this.#binary();
      case TAG['[']:
        return this.#list(type);
      case TAG['{']:
        return this.#record(type);
      case TAG.M:
        return this.#map(type);
      default:
        this.#at--;
        return this.#fail(`unknown tag ${tag}`);
    }
  }

  /** Where anything may stand, numbers are JSON's. */
  #int64(type) {
    const value = this.#bytes.readBigInt64BE(this.#advance(8));
    return type.kind === 'any' ? Number(value) : this.#fromInt64(value);
  }

  #list(type) {
    const element = type.kind === 'any' ? type : type.element;
    if (element === undefined) this.#fail(`a list where the model has ${type.kind}`);
    const count = this.#count();
    const list = [];
    for (let index = 0; index < count; index++) list.push(this.#value(element));
    return list;
  }

  #map(type) {
    const value = type.kind === 'any' ? type : type.value;
    if (value === undefined) this.#fail(`a map where the model has ${type.kind}`);
    const map = {};
    for (let left = this.#count(); left > 0; left--) setEntry(map, this.#string(), this.#value(value));
    return map;
  }

  #record(type) {
    if (type.kind !== 'record') this.#fail(`a record where the model has ${type.kind}`);
    const { fields, make } = this.#records.get(type.name);
    const values = new Array(fields.length).fill(undefined);
    let next = 0;
    for (let left = this.#count(); left > 0; left--) {
      const name = this.#string();
      while (next < fields.length && fields[next].name !== name) next++;
      if (next === fields.length) this.#fail(`field "${name}" isn't in ${type.name}, or not at this place`);
      values[next] = this.#value(fields[next].type);
      next++;
    }
    return make(values);
  }

  #string() {
    const length = this.#count();
    const start = this.#advance(length);
    return this.#bytes.utf8Slice(start, start + length);
  }

  #enumValue() {
    const text = this.#string();
    return this.#enumValues.get(text) ?? this.#fail(`"${text}" isn't a value of any enum`);
  }

  #uuid() {
    const start = this.#advance(16);
    const hex = this.#bytes.hexSlice(start, start + 16);
    const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
    // By way of a buffer, since V8 would keep the parts as a tree until someone reads the string.
    return Buffer.from(parts.join('-'), 'latin1').latin1Slice();
  }

  #binary() {
    const length = this.#count();
    const start = this.#advance(length);
    const copy = Buffer.allocUnsafeSlow(length);
    this.#bytes.copy(copy, 0, start, start + length);
    return copy;
  }

  #count() {
    return this.#bytes.readUInt32BE(this.#advance(4));
  }

  #advance(length) {
    const start = this.#at;
    if (start + length > this.#bytes.length) this.#fail('a value reaches past the end');
    this.#at += length;
    return start;
  }

  #fail(what) {
    throw new Refusal('crash', `${this.#path}: ${what}, at byte ${this.#at}`);
  }
}

/**
 * A function from field values (undefined: absent) to an object: one literal with all fields up to the first that may be
 * absent, the others added in order.
 */
function literalMaker(fields) {
  const firstOptional = fields.findIndex((field) => field.presence === 'optional');
  const sure = firstOptional < 0 ? fields.length : firstOptional;
  const entries = fields.slice(0, sure).map((field, index) => `${keySource(field.name)}: values[${index}]`);
  const additions = fields.slice(sure).map((field, offset) => {
    const value = `values[${sure + offset}]`;
    return `if (${value} !== undefined) ${setSource('made', field.name, value)}`;
  });
  const source = `const made = { ${entries.join(', ')} };\n${additions.join('\n')}\nreturn made;`;
  return new Function('values', source);
}
