import { sink } from './loop.mjs';
import { readSource, typeId } from './source.mjs';

/**
 * Generates the typed walk over the object graph, one of the limits of docs/PROTOCOL.md (minimal work, for comparison):
 * a function for each record, list type and map type, as one would write it by hand. It reads every value in the
 * schema's order: numbers and booleans, the length of strings and map keys, an int64 by a comparison, a date's time, the
 * length and the first byte of bytes.
 *
 * @param {import('./serializer.mjs').Model} model
 * @returns {(document: unknown) => number} the number of leaves that aren't null
 */
export function compileWalk(model) {
  const source = new WalkSource(model);
  const root = source.root();
  const body = `'use strict';\n${[...source.functions.values()].join('\n')}\nreturn ${root};`;
  return new Function('sink', body)(sink);
}

/** By kind: returns an expression that reads a leaf. The generated code combines the values by `^`. */
const READS = {
  boolean: (value) => `(${value} ? 1 : 0)`,
  int32: (value) => value,
  int64: (value) => `(${value} < 0n ? 1 : 0)`,
  double: (value) => value,
  string: (value) => `${value}.length`,
  enum: (value) => `${value}.length`,
  uuid: (value) => `${value}.length`,
  instant: (value) => `${value}.getTime()`,
  bytes: (value) => `(${value}.length === 0 ? 0 : ${value}[0])`,
};

const ANY = `function any(value) {
  if (value === null) return 0;
  let leaves = 0;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) leaves += any(value[index]);
  } else if (typeof value === 'object') {
    for (const key in value) {
      sink.bits ^= key.length;
      leaves += any(value[key]);
    }
  } else {
    sink.bits ^= typeof value === 'string' ? value.length : value;
    leaves = 1;
  }
  return leaves;
}`;

class WalkSource {
  functions = new Map();
  #model;
  #names;

  constructor(model) {
    this.#model = model;
    this.#names = [...model.records.keys()];
  }

  root() {
    const { root } = this.#model;
    return this.#walkerOf(root) ?? this.#walker('leaf', 'leaf', () => [this.#value(root, 'leaf')]);
  }

  #walkerOf(type) {
    switch (type.kind) {
      case 'record':
        return this.#walker(`record${this.#names.indexOf(type.name)}`, 'record', () =>
          this.#model.records.get(type.name).map((field) => this.#field(field)),
        );
      case 'list':
        return this.#walker(typeId(type), 'list', () => [
          `for (let index = 0; index < list.length; index++) ${this.#value(type.element, 'list[index]')}`,
        ]);
      case 'map':
        return this.#walker(typeId(type), 'map', () => [
          `for (const key in map) { bits ^= key.length; ${this.#value(type.value, 'map[key]')} }`,
        ]);
      case 'any':
        this.functions.set('any', ANY);
        return 'any';
    }
  }

  #walker(id, input, statements) {
    if (this.functions.has(id)) return id;
    this.functions.set(id, ''); // Registered before its statements, which may call it: records may be recursive.
    const head = `function ${id}(${input}) {\nlet leaves = 0;\nlet bits = 0;`;
    const tail = 'sink.bits ^= bits;\nreturn leaves;\n}';
    this.functions.set(id, [head, ...statements(), tail].join('\n'));
    return id;
  }

  #field({ name, type, presence }) {
    if (presence === 'required') return this.#value(type, `record[${JSON.stringify(name)}]`);
    const isThere = presence === 'nullable' ? 'value !== null' : 'value !== undefined && value !== null';
    const access = readSource('record', name);
    return `{ const value = ${access}; if (${isThere}) ${this.#value(type, 'value')} }`;
  }

  #value(type, value) {
    const walker = this.#walkerOf(type);
    if (walker !== undefined) return `leaves += ${walker}(${value});`;
    return `{ bits ^= ${READS[type.kind](value)}; leaves++; }`;
  }
}
