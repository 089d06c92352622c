/**
 * Reads fixtures (documents in wiremark's binary format, docs/PROTOCOL.md) as a Node program's usual objects: plain
 * objects for records and maps, Date, Buffer, strings; int64 as the serializer requests. Object literals create the
 * records, so that V8 can give all records with the same fields one hidden class.
 */
import { readFileSync } from 'node:fs';
import { keySource, setEntry, setSource } from './source.mjs';

const HEAD = 'WMFIX 2\n'.length + 4;
const TAG = Object.fromEntries(Array.from('NTFldsmb[{M', (tag) => [tag, tag.charCodeAt(0)]));

/**
 * @param {import('./serializer.mjs').Model} model
 * @param {(value: bigint) => unknown} fromInt64
 * @returns {(path: string, count: number) => unknown[]} reads a file of `count` documents
 */
export function fixtureReader(model, fromInt64) {
  const reader = new FixtureReader(model, fromInt64);
  return (path, count) => reader.documents(path, count);
}

class FixtureReader {
  /** @type {Map<string, { fields: readonly object[], make: (values: unknown[]) => object }>} */
  #records = new Map();
  #enumValues = new Map();
  #at = 0;
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

  documents(path, count) {
    this.#bytes = readFileSync(path);
    this.#at = HEAD;
    const documents = Array.from({ length: count }, () => this.#value(this.#model.root));
    this.#bytes = Buffer.alloc(0); // Frees the file's bytes.
    return documents;
  }

  #value(type) {
    const tag = this.#bytes[this.#at++];
    switch (tag) {
      case TAG.N:
        return null;
      case TAG.T:
      case TAG.F:
        return tag === TAG.T;
      case TAG.l:
        return this.#integer(type);
      case TAG.d:
        return this.#bytes.readDoubleBE(this.#advance(8));
      case TAG.s:
        return type.kind === 'enum' ? this.#enumValues.get(this.#string()) : this.#string();
      case TAG.m:
        return new Date(Number(this.#bytes.readBigInt64BE(this.#advance(8))));
      case TAG.b:
        return this.#binary();
      case TAG['[']:
        return this.#list(type);
      case TAG['{']:
        return this.#record(type);
      default:
        return this.#map(type);
    }
  }

  #integer({ kind }) {
    const value = this.#bytes.readBigInt64BE(this.#advance(8));
    return kind === 'int64' ? this.#fromInt64(value) : Number(value);
  }

  #list(type) {
    const element = type.element ?? type;
    const list = [];
    for (let left = this.#count(); left > 0; left--) list.push(this.#value(element));
    return list;
  }

  #map(type) {
    const map = {};
    for (let left = this.#count(); left > 0; left--)
      setEntry(map, this.#string(), this.#value(type.value ?? type));
    return map;
  }

  #record({ name }) {
    const { fields, make } = this.#records.get(name);
    const values = new Array(fields.length).fill(undefined);
    let next = 0;
    for (let left = this.#count(); left > 0; left--) {
      const found = this.#string();
      while (fields[next].name !== found) next++;
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
    this.#at += length;
    return start;
  }
}

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
