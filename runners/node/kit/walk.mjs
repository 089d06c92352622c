/** Generates the typed walk over the object graph, one of the limits of docs/PROTOCOL.md. */
import { sink } from './loop.mjs';

/**
 * One function for each record and each kind of list, straight down the schema's fields as one would write it by hand for
 * this schema and no other. Every value is read: a number and a boolean as it is, a string by its length, an int64 by a
 * comparison, a date by its time, bytes by their length and the first of them.
 *
 * @param {import('./serializer.mjs').Model} model
 * @returns {(document: object) => number} how many leaves it met that are not null
 */
export function compileWalk(model) {
  const source = new WalkSource(model);
  const root = source.record(model.root);
  const body = `'use strict';\n${[...source.functions.values()].join('\n')}\nreturn ${root};`;
  return new Function('sink', body)(sink);
}

/** What reads a leaf, as an expression that `^` turns into an integer. */
const READS = {
  boolean: (value) => `(${value} ? 1 : 0)`,
  int32: (value) => value,
  int64: (value) => `(${value} < 0n ? 1 : 0)`,
  double: (value) => value,
  string: (value) => `${value}.length`,
  enum: (value) => `${value}.length`,
  uuid: (value) => `${value}.length`,
  'date-time': (value) => `${value}.getTime()`,
  bytes: (value) => `(${value}.length === 0 ? 0 : ${value}[0])`,
};

class WalkSource {
  /** Source by name, of every function that is needed. */
  functions = new Map();
  #model;
  #names;

  constructor(model) {
    this.#model = model;
    this.#names = Object.keys(model.records);
  }

  /** Name of the function that walks a record. */
  record(name) {
    const id = `record${this.#names.indexOf(name)}`;
    const fields = this.#model.records[name];
    return this.#walker(id, 'record', () => fields.map((field) => this.#field(field)));
  }

  #list(element) {
    const id = `list${JSON.stringify(element).replace(/[^A-Za-z0-9]/g, (c) => `_${c.charCodeAt(0)}`)}`;
    return this.#walker(id, 'list', () => [
      `for (let index = 0; index < list.length; index++) ${this.#value(element, 'list[index]')}`,
    ]);
  }

  /** What was read goes out by way of `sink`, once for each record or list. */
  #walker(id, input, statements) {
    if (this.functions.has(id)) return id;
    this.functions.set(id, ''); // known from here on, since records may be within themselves
    const head = `function ${id}(${input}) {\nlet leaves = 0;\nlet bits = 0;`;
    const tail = 'sink.bits ^= bits;\nreturn leaves;\n}';
    this.functions.set(id, [head, ...statements(), tail].join('\n'));
    return id;
  }

  #field({ name, type, presence }) {
    const access = `record[${JSON.stringify(name)}]`;
    if (presence === 'required') return this.#value(type, access);
    const isThere = presence === 'nullable' ? 'value !== null' : 'value !== undefined && value !== null';
    return `{ const value = ${access}; if (${isThere}) ${this.#value(type, 'value')} }`;
  }

  /** A statement for a value that is there. */
  #value(type, value) {
    if (type.kind === 'record') return `leaves += ${this.record(type.name)}(${value});`;
    if (type.kind === 'list') return `leaves += ${this.#list(type.element)}(${value});`;
    const read = READS[type.kind];
    if (read === undefined) throw new Error(`unknown kind of type "${type.kind}"`);
    return `{ bits ^= ${read(value)}; leaves++; }`;
  }
}
