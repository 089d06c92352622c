/**
 * Writes a serializer's results as fixtures (documents in wiremark's binary format, docs/PROTOCOL.md). A scalar is written
 * by its own type, not the model's: a number in a string field is written as a number, so that wiremark finds the mismatch.
 *
 * Rejects results that aren't plain data (docs/PROTOCOL.md): a getter or proxy would do its work here, after the timed
 * loop.
 */
import { types } from 'node:util';
import { Refusal } from './errors.mjs';
import { isPlainBytes } from './results.mjs';
import { isInherited, setEntry } from './source.mjs';

const HEAD = Buffer.from('WMFIX 2\n\0\0\0\x01', 'latin1');

/**
 * @param {import('./serializer.mjs').Model} model
 * @param {(value: unknown) => bigint | undefined} toInt64 converts the serializer's own objects for int64; returns
 *   undefined for other values
 * @returns {(documents: unknown[]) => Uint8Array[]} one fixture for each document
 */
export function fixtureWriter(model, toInt64) {
  return (documents) =>
    documents.map((document, index) => write(new FixtureWriter(model, toInt64), document, index));
}

function write(writer, document, index) {
  try {
    return writer.write(document);
  } catch (error) {
    const kind = error instanceof NotPlain ? 'mismatch' : 'crash';
    throw new Refusal(kind, `result ${index}: ${error.message}`);
  }
}

class NotPlain extends Error {}

const { isDate, isMap, isProxy, isUint8Array } = types;

class FixtureWriter {
  #bytes = Buffer.allocUnsafeSlow(1024);
  #at = HEAD.copy(this.#bytes);
  #model;
  #toInt64;

  constructor(model, toInt64) {
    this.#model = model;
    this.#toInt64 = toInt64;
  }

  write(document) {
    this.value(document, this.#model.root);
    return this.#bytes.subarray(0, this.#at);
  }

  /** @param {{ kind: string } | undefined} type */
  value(value, type) {
    if (value === null) this.#tag('N');
    else if (value === true) this.#tag('T');
    else if (value === false) this.#tag('F');
    else if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'bigint') this.#int64(value);
    else if (typeof value === 'string') this.#tag('s').#text(value);
    else if (typeof value === 'object') this.#object(value, type);
    else throw new Error(`a value of type ${typeof value} can't be written`);
  }

  #object(value, type) {
    if (isProxy(value)) throw new NotPlain('a proxy instead of data');
    if (type?.kind === 'int64') this.#int64(value);
    else if (isDate(value)) this.#instant(value);
    else if (isUint8Array(value)) this.#binary(value);
    else if (Array.isArray(value)) this.#list(value, type);
    else this.#members(isMap(value) ? objectOf(value) : value, type);
  }

  #number(value) {
    const isInteger = (value | 0) === value && !Object.is(value, -0);
    const at = this.#tag(isInteger ? 'l' : 'd').#advance(8);
    if (isInteger) this.#bytes.writeBigInt64BE(BigInt(value), at);
    else this.#bytes.writeDoubleBE(value, at);
  }

  #int64(value) {
    const int64 = typeof value === 'bigint' ? value : this.#toInt64(value);
    if (int64 === undefined) throw new NotPlain('an object instead of an int64');
    // An integer beyond 64 bits is written as a double, so that wiremark finds the mismatch.
    if (BigInt.asIntN(64, int64) !== int64) return this.#number(Number(int64));
    const at = this.#tag('l').#advance(8);
    this.#bytes.writeBigInt64BE(int64, at);
  }

  #instant(value) {
    const milliseconds = value.getTime();
    if (Number.isNaN(milliseconds)) throw new Error('an invalid Date');
    this.#tag('m');
    const at = this.#advance(8);
    this.#bytes.writeBigInt64BE(BigInt(milliseconds), at);
  }

  #binary(value) {
    if (!isPlainBytes(value)) throw new NotPlain('bytes in shared or resizable memory instead of data');
    this.#tag('b');
    this.#count(value.length);
    const at = this.#advance(value.length);
    this.#bytes.set(value, at);
  }

  #list(list, type) {
    this.#tag('[');
    this.#count(list.length);
    for (let index = 0; index < list.length; index++) this.value(plain(list, index), type?.element);
  }

  #members(object, type) {
    const fields = (type?.kind === 'record' && this.#model.records.get(type.name)) || [];
    this.#tag(type?.kind === 'record' ? '{' : 'M');
    const at = this.#advance(4);
    let count = 0;
    const member = (name, value, of) => {
      if (value === undefined) return;
      count++;
      this.#text(name);
      this.value(value, of);
    };
    for (const { name, type: of } of fields) member(name, fieldOf(object, name), of);
    for (const name of Object.keys(object))
      if (!fields.some((field) => field.name === name)) member(name, plain(object, name), type?.value);
    this.#bytes.writeUInt32BE(count, at);
  }

  #text(text) {
    const length = Buffer.byteLength(text, 'utf8');
    this.#count(length);
    const at = this.#advance(length);
    this.#bytes.utf8Write(text, at, length);
  }

  #tag(tag) {
    const at = this.#advance(1);
    this.#bytes[at] = tag.charCodeAt(0);
    return this;
  }

  #count(count) {
    const at = this.#advance(4);
    this.#bytes.writeUInt32BE(count, at);
  }

  /** Reserves bytes and returns their offset. May replace `#bytes`: call it before you read `#bytes`. */
  #advance(length) {
    const start = this.#at;
    const end = start + length;
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(end * 2);
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    this.#at = end;
    return start;
  }
}

/** Returns a field's value; undefined if it is absent, even if its name is that of an inherited property: `constructor`. */
function fieldOf(record, name) {
  return isInherited(name) && !Object.hasOwn(record, name) ? undefined : plain(record, name);
}

/**
 * Returns the value of a property, own or inherited: some libraries keep the defaults of absent fields on the prototype.
 *
 * @throws {NotPlain} if reading it would run code
 */
function plain(object, name) {
  for (let holder = object; holder !== null; holder = Object.getPrototypeOf(holder)) {
    if (isProxy(holder)) throw new NotPlain(`${JSON.stringify(name)} comes from a proxy`);
    const property = Object.getOwnPropertyDescriptor(holder, name);
    if (property === undefined) continue;
    if (property.get === undefined && property.set === undefined) return property.value;
    throw new NotPlain(`${JSON.stringify(name)} is a getter, not data: its work is put off until it is read`);
  }
  return undefined;
}

/** @param {Map<string, unknown>} map */
function objectOf(map) {
  const object = {};
  for (const [key, value] of map) {
    if (Object(key) === key) throw new NotPlain('a key of a Map is an object, not data');
    setEntry(object, key, value);
  }
  return object;
}
