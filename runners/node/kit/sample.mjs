/**
 * What an object that `deserialize` gave adds to the checksum of a slice: one leaf of it, found by the schema and a state
 * that nobody knows beforehand (docs/PROTOCOL.md, "slice"). One function for each record, straight down its fields, so
 * that it costs little more than reading that leaf.
 */
import { nextState, placeOf } from './loop.mjs';
import { readSource, typeId } from './source.mjs';

/**
 * @param {import('./serializer.mjs').Model} model
 * @param {(value: unknown) => bigint | undefined} toInt64 undefined for what isn't the serializer's own int64
 * @returns {(document: unknown, state: number) => number}
 */
export function compileSample(model, toInt64) {
  const source = new SampleSource(model);
  const root = source.value(model.root, 'document', 'state');
  const body = `'use strict';\n${[...source.functions.values()].join('\n')}\nreturn (document, state) => ${root};`;
  const scope = { ...leaves(toInt64), nextState, placeOf };
  return new Function(...Object.keys(scope), body)(...Object.values(scope));
}

class SampleSource {
  /** Source by name, of every function that is needed. */
  functions = new Map();
  #model;
  #names;

  constructor(model) {
    this.#model = model;
    this.#names = [...model.records.keys()];
  }

  /** An expression for a value of this type. */
  value(type, value, state) {
    switch (type.kind) {
      case 'record':
        return `${this.#record(type.name)}(${value}, ${state})`;
      case 'list':
        return `${this.#list(type)}(${value}, ${state})`;
      case 'map':
        return `map(${value}, ${state})`;
      default:
        return `${type.kind === 'enum' ? 'enumeration' : type.kind}(${value}, ${state})`;
    }
  }

  #record(name) {
    const id = `record${this.#names.indexOf(name)}`;
    if (this.functions.has(id)) return id;
    this.functions.set(id, ''); // known from here on, since records may be within themselves
    const fields = this.#model.records.get(name);
    const cases = fields.map(
      (field, index) =>
        `case ${index}: return ${this.value(field.type, readSource('record', field.name), 'next')};`,
    );
    const choice = `const next = nextState(state);\nswitch (placeOf(state, ${fields.length})) {\n${cases.join('\n')}\n}`;
    this.functions.set(
      id,
      [
        `function ${id}(value, state) {`,
        'if (value === null || value === undefined) return 1;',
        'if (typeof value !== "object") return any(value, state);',
        'const record = value instanceof Map ? Object.fromEntries(value) : value;',
        fields.length === 0 ? 'return 4;' : choice,
        '}',
      ].join('\n'),
    );
    return id;
  }

  #list(type) {
    const id = `list${typeId(type)}`;
    if (this.functions.has(id)) return id;
    this.functions.set(id, '');
    const element = this.value(type.element, 'list[placeOf(state, list.length)]', 'nextState(state)');
    this.functions.set(
      id,
      `function ${id}(list, state) {
if (!Array.isArray(list)) return any(list, state);
return list.length === 0 ? 5 : list.length + ${element};
}`,
    );
    return id;
  }
}

/** Of each kind that is no record and no list: a value of another kind, as deviations have them, counts as in `any`. */
function leaves(toInt64) {
  const float = new Float64Array(1);
  const halves = new Int32Array(float.buffer);

  function bitsOf(number) {
    float[0] = number;
    return (halves[0] ^ halves[1]) & 0xffff;
  }

  function unit(text, state) {
    const { length } = text;
    return length === 0 ? 0 : length + text.charCodeAt(placeOf(state, length));
  }

  function byte(bytes, state) {
    const { length } = bytes;
    return length === 0 ? 0 : length + bytes[placeOf(state, length)];
  }

  function any(value, state) {
    switch (typeof value) {
      case 'undefined':
        return 1;
      case 'boolean':
        return value ? 3 : 2;
      case 'number':
        return bitsOf(value);
      case 'bigint':
        return bitsOf(Number(value));
      case 'string':
        return unit(value, state);
      default:
        return object(value, state);
    }
  }

  function object(value, state) {
    if (value === null) return 1;
    if (Array.isArray(value)) {
      const { length } = value;
      return length === 0 ? 5 : length + any(value[placeOf(state, length)], nextState(state));
    }
    const int64 = toInt64(value);
    if (int64 !== undefined) return bitsOf(Number(int64));
    if (value instanceof Date) return bitsOf(value.getTime());
    if (value instanceof Uint8Array) return byte(value, state);
    return entries(value);
  }

  function entries(map) {
    if (map instanceof Map) return 6 + map.size;
    let count = 6;
    for (const key in map) if (Object.hasOwn(map, key)) count++;
    return count;
  }

  function integer(value, state) {
    if (typeof value === 'number') return value & 0xffff;
    if (typeof value === 'bigint') return Number(BigInt.asUintN(16, value));
    const int64 = typeof value === 'object' && value !== null ? toInt64(value) : undefined;
    return int64 === undefined ? any(value, state) : Number(BigInt.asUintN(16, int64));
  }

  return {
    any,
    boolean: any,
    int32: integer,
    int64: integer,
    double: any,
    string: any,
    bytes: any,
    enumeration: (value, state) => (typeof value === 'string' ? value.length : any(value, state)),
    uuid: (value, state) => (typeof value === 'string' ? hexDigit(value) : any(value, state)),
    instant(value, state) {
      if (value instanceof Date) return value.getTime() & 0xffff;
      return typeof value === 'bigint' ? Number(BigInt.asUintN(16, value)) : any(value, state);
    },
    map: (value, state) => (typeof value === 'object' && value !== null ? entries(value) : any(value, state)),
  };
}

/** The last digit of a uuid, in either case. */
function hexDigit(uuid) {
  const code = uuid.charCodeAt(uuid.length - 1);
  return code <= 0x39 ? code - 0x30 : (code | 0x20) - 0x57;
}
