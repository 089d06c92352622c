/**
 * Writes objects that came out of a serializer as a fixture (docs/PROTOCOL.md). What is written follows the values, not
 * the model: a number where a string belongs is written as a number, so that wiremark sees it.
 */
import { closeSync, openSync } from 'node:fs';
import { writeWhole } from './frames.mjs';
import { isInherited } from './source.mjs';

const INT64_MINIMUM = -(2n ** 63n);
const INT64_MAXIMUM = 2n ** 63n - 1n;

/**
 * @param {string} path
 * @param {readonly unknown[]} documents
 * @param {import('./serializer.mjs').Model} model
 * @param {(value: unknown) => bigint | undefined} toInt64 undefined for what isn't the serializer's own int64
 */
export function writeFixture(path, documents, model, toInt64) {
  const file = openSync(path, 'w');
  try {
    const head = Buffer.alloc(12);
    head.latin1Write('WMFIX 1\n', 0);
    head.writeUInt32BE(documents.length, 8);
    writeWhole(file, head);
    for (const [index, document] of documents.entries()) {
      const writer = new FixtureWriter(model, toInt64);
      try {
        writer.value(document, model.root);
      } catch (error) {
        throw new Error(`document ${index}: ${error.message}`);
      }
      writeWhole(file, writer.written());
    }
  } finally {
    closeSync(file);
  }
}

class FixtureWriter {
  #bytes = Buffer.allocUnsafeSlow(65536);
  #at = 0;
  #model;
  #toInt64;

  constructor(model, toInt64) {
    this.#model = model;
    this.#toInt64 = toInt64;
  }

  written() {
    return this.#bytes.subarray(0, this.#at);
  }

  /** @param {{ kind: string } | undefined} type undefined for what the model doesn't have */
  value(value, type) {
    if (value === null) this.#tag('N');
    else if (value === true) this.#tag('T');
    else if (value === false) this.#tag('F');
    else if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'bigint') this.#int64(value);
    else if (typeof value === 'string') this.#tagged('s', value);
    else if (typeof value === 'object') this.#object(value, type);
    else throw new Error(`a value of type ${typeof value} can't be written`);
  }

  #object(value, type) {
    const int64 = this.#toInt64(value);
    if (int64 !== undefined) this.#int64(int64);
    else if (value instanceof Date) this.#instant(value);
    else if (value instanceof Uint8Array) this.#binary(value);
    else if (Array.isArray(value)) this.#list(value, type);
    else this.#members(value instanceof Map ? Object.fromEntries(value) : value, type);
  }

  #number(value) {
    if ((value | 0) === value && !Object.is(value, -0)) {
      this.#tag('i');
      const at = this.#advance(4);
      this.#bytes.writeInt32BE(value, at);
    } else {
      this.#tag('d');
      const at = this.#advance(8);
      this.#bytes.writeDoubleBE(value, at);
    }
  }

  #int64(value) {
    if (value < INT64_MINIMUM || value > INT64_MAXIMUM) throw new Error(`${value} doesn't fit into an int64`);
    this.#tag('l');
    const at = this.#advance(8);
    this.#bytes.writeBigInt64BE(value, at);
  }

  #instant(value) {
    const milliseconds = value.getTime();
    if (Number.isNaN(milliseconds)) throw new Error('an invalid Date');
    this.#tag('m');
    const at = this.#advance(8);
    this.#bytes.writeBigInt64BE(BigInt(milliseconds), at);
  }

  #binary(value) {
    this.#tag('b');
    this.#count(value.length);
    const at = this.#advance(value.length);
    this.#bytes.set(value, at);
  }

  #list(list, type) {
    this.#tag('[');
    this.#count(list.length);
    for (const element of list) this.value(element, type?.element);
  }

  /** Fields of the model, by name and wherever they come from; then own ones that the model doesn't have, as in a map. */
  #members(object, type) {
    const fields = (type?.kind === 'record' && this.#model.records.get(type.name)) || [];
    const known = new Set(fields.map((field) => field.name));
    const present = fields.filter((field) => isPresent(object, field.name));
    const others = Object.keys(object).filter((name) => !known.has(name) && object[name] !== undefined);
    this.#tag(type?.kind === 'record' ? '{' : 'M');
    this.#count(present.length + others.length);
    for (const field of present) this.#member(field.name, object[field.name], field.type);
    for (const name of others) this.#member(name, object[name], type?.value);
  }

  #member(name, value, type) {
    this.#text(name);
    this.value(value, type);
  }

  #tagged(tag, text) {
    this.#tag(tag);
    this.#text(text);
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
  }

  #count(count) {
    const at = this.#advance(4);
    this.#bytes.writeUInt32BE(count, at);
  }

  /** Makes room and returns where it begins. Call it before `#bytes` is looked at: it may replace it. */
  #advance(length) {
    const start = this.#at;
    const end = start + length;
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(end, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    this.#at = end;
    return start;
  }
}

/** Absent: undefined, or only there because every object has it (`constructor`). */
function isPresent(record, name) {
  return record[name] !== undefined && (!isInherited(name) || Object.hasOwn(record, name));
}
