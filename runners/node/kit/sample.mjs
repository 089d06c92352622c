/**
 * What an object that `deserialize` gave adds to the checksum of a slice: one leaf of it, found by the schema and states
 * that nobody knows beforehand (docs/PROTOCOL.md, "slice"): the way leads down to it, the operation's own state to a unit
 * within it. One function for each record, straight down its fields, so that it costs little more than reading that leaf.
 */
import { nextState, placeOf } from './loop.mjs';
import { readSource, typeId } from './source.mjs';

/**
 * @param {import('./serializer.mjs').Model} model
 * @param {(value: unknown) => bigint | undefined} toInt64 undefined for what isn't the serializer's own int64
 * @returns {(document: unknown, way: number, state: number) => number}
 */
export function compileSample(model, toInt64) {
  const source = new SampleSource(model);
  const root = source.value(model.root, 'document', 'way');
  const body = `'use strict';\n${[...source.functions.values()].join('\n')}\nreturn (document, way, state) => ${root};`;
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
  value(type, value, way) {
    switch (type.kind) {
      case 'record':
        return `${this.#record(type.name)}(${value}, ${way}, state)`;
      case 'list':
        return `${this.#list(type)}(${value}, ${way}, state)`;
      case 'map':
        return `map(${value}, ${way}, state)`;
      default:
        return `${type.kind === 'enum' ? 'enumeration' : type.kind}(${value}, ${way}, state)`;
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
    const choice = `const next = nextState(way);\nswitch (placeOf(way, ${fields.length})) {\n${cases.join('\n')}\n}`;
    this.functions.set(
      id,
      [
        `function ${id}(value, way, state) {`,
        'if (value === null || value === undefined) return 1;',
        'if (typeof value !== "object") return any(value, way, state);',
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
    const element = this.value(type.element, 'list[placeOf(way, list.length)]', 'nextState(way)');
    this.functions.set(
      id,
      `function ${id}(list, way, state) {
if (!Array.isArray(list)) return any(list, way, state);
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

  function any(value, way, state) {
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
        return object(value, way, state);
    }
  }

  function object(value, way, state) {
    if (value === null) return 1;
    if (Array.isArray(value)) {
      const { length } = value;
      return length === 0 ? 5 : length + any(value[placeOf(way, length)], nextState(way), state);
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

  function integer(value, way, state) {
    if (typeof value === 'number') return value & 0xffff;
    if (typeof value === 'bigint') return Number(BigInt.asUintN(16, value));
    const int64 = typeof value === 'object' && value !== null ? toInt64(value) : undefined;
    return int64 === undefined ? any(value, way, state) : Number(BigInt.asUintN(16, int64));
  }

  return {
    any,
    boolean: any,
    int32: integer,
    int64: integer,
    double: any,
    string: any,
    bytes: any,
    enumeration: (value, way, state) => (typeof value === 'string' ? value.length : any(value, way, state)),
    uuid: (value, way, state) => (typeof value === 'string' ? hexDigit(value) : any(value, way, state)),
    instant(value, way, state) {
      if (value instanceof Date) return value.getTime() & 0xffff;
      return typeof value === 'bigint' ? Number(BigInt.asUintN(16, value)) : any(value, way, state);
    },
    map: (value, way, state) =>
      typeof value === 'object' && value !== null ? entries(value) : any(value, way, state),
  };
}

/** The last digit of a uuid, in either case. */
function hexDigit(uuid) {
  const code = uuid.charCodeAt(uuid.length - 1);
  return code <= 0x39 ? code - 0x30 : (code | 0x20) - 0x57;
}
