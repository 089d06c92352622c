/**
 * Generates functions that convert documents between a program's usual objects and the objects that a library expects or
 * returns. Users of such a library would write this code themselves, so it is timed.
 */
import { evaluate, keySource, readSource, setEntry, setSource, typeId } from './source.mjs';

/**
 * @typedef {object} Rules
 * @property {(record: string, index: number) => string} [nameIn] the field's name in the input; the model's by default
 * @property {(record: string, index: number) => string} [nameOut] the field's name in the output; the model's by
 *   default
 * @property {(field: import('./serializer.mjs').Field, name: string, source: string) => string} [access] returns an
 *   expression that reads the field called `name` from the variable `record`; by default `source`, an access to
 *   the property
 * @property {(type: import('./serializer.mjs').Type, value: string) => string | undefined} scalar returns an expression
 *   that converts the value of the expression `value` (never null, except for the type `any`); undefined if the type
 *   needs no conversion
 * @property {(name: string) => string | undefined} [absent] returns an expression for the output's value of an absent
 *   optional field; undefined (the default) omits the field
 * @property {(collection: string, place: Presence) => string} [unwrap] returns an expression that gets an array or map
 *   from the object that wraps it in the input
 * @property {(collection: string, place: Presence) => string} [wrap] returns an expression for the object that wraps an
 *   array or map in the output
 * @property {Record<string, unknown>} [scope] values that the expressions use, by name
 *
 * @typedef {'required' | 'nullable' | 'optional' | 'element'} Presence `element`: an element of a list or a value of a
 *   map
 */

/**
 * @param {import('./serializer.mjs').Model} model
 * @param {Rules} rules
 * @returns {((document: unknown) => unknown) | null} null if documents of this schema need no conversion
 */
export function compileConversion(model, rules) {
  const conversion = new Conversion(model, rules);
  const root = conversion.value(model.root, 'document', 'required');
  if (root === 'document') return null;
  const functions = [...conversion.converted].map((name) => conversion.recordFunction(name));
  for (const type of conversion.maps.values()) functions.push(conversion.mapFunction(type));
  const scope = { ...rules.scope, setEntry };
  const source = `'use strict';\n${functions.join('\n')}\nreturn (document) => ${root};`;
  return evaluate('conversion', scope, source);
}

class Conversion {
  converted = new Set();
  maps = new Map();
  #model;
  #names;
  #rules;

  constructor(model, rules) {
    this.#model = model;
    this.#names = [...model.records.keys()];
    this.#rules = {
      nameIn: (record, index) => model.records.get(record)[index].name,
      nameOut: (record, index) => model.records.get(record)[index].name,
      access: (_field, _name, source) => source,
      wrap: (collection) => collection,
      unwrap: (collection) => collection,
      absent: () => undefined,
      ...rules,
    };
    // A record needs conversion if a nested one does, and records may be recursive: repeat until nothing changes.
    let before = -1;
    while (before !== this.converted.size) {
      before = this.converted.size;
      for (const name of this.#names) {
        if (this.#needsConversion(name)) this.converted.add(name);
      }
    }
  }

  #needsConversion(record) {
    return this.#model.records.get(record).some((field, index) => {
      const { nameIn, nameOut, plain, access, absent } = this.#field(record, field, index);
      return nameIn !== nameOut || absent !== undefined || this.#present(field, access) !== plain;
    });
  }

  #field(record, field, index) {
    const nameIn = this.#rules.nameIn(record, index);
    const isSure = field.presence !== 'optional';
    const plain = isSure ? `record[${JSON.stringify(nameIn)}]` : readSource('record', nameIn);
    const access = this.#rules.access(field, nameIn, plain);
    const nameOut = this.#rules.nameOut(record, index);
    const absent = isSure ? undefined : this.#rules.absent(nameOut);
    return { field, nameIn, nameOut, plain, access, absent };
  }

  recordFunction(record) {
    const fields = this.#model.records.get(record);
    const sources = fields.map((field, index) => this.#field(record, field, index));
    const firstOptional = fields.findIndex((field) => field.presence === 'optional');
    const sure = firstOptional < 0 ? fields.length : firstOptional;
    const entries = sources.slice(0, sure).map(({ nameOut, access, field }) => {
      return `    ${keySource(nameOut)}: ${this.#present(field, access)},\n`;
    });
    const additions = sources.slice(sure).map(({ nameOut, access, field, absent }) => {
      const set = setSource('made', nameOut, this.#present(field, access));
      if (field.presence !== 'optional') return `  ${set}`;
      const otherwise = absent === undefined ? '' : ` else ${setSource('made', nameOut, absent)}`;
      return `  if (${access} !== undefined) ${set}${otherwise}`;
    });
    return [
      `function ${this.#recordName(record)}(record) {`,
      `  const made = {\n${entries.join('')}  };`,
      ...additions,
      '  return made;\n}',
    ].join('\n');
  }

  mapFunction(type) {
    const value = this.value(type.value, 'map[key]', 'element');
    return [
      `function ${mapName(type)}(map) {`,
      '  const made = {};',
      `  for (const key in map) setEntry(made, key, ${value});`,
      '  return made;\n}',
    ].join('\n');
  }

  #present(field, value) {
    const converted = this.value(field.type, value, field.presence);
    if (converted === value || field.presence === 'required') return converted;
    return `${value} === null ? null : ${converted}`;
  }

  value(type, value, place) {
    if (type.kind === 'record') {
      return this.converted.has(type.name) ? `${this.#recordName(type.name)}(${value})` : value;
    }
    if (type.kind !== 'list' && type.kind !== 'map') return this.#rules.scalar(type, value) ?? value;
    const collection = this.#rules.unwrap(value, place);
    return this.#rules.wrap(
      type.kind === 'list' ? this.#list(type, collection) : this.#map(type, collection),
      place,
    );
  }

  #list(type, array) {
    const element = this.value(type.element, 'element', 'element');
    return element === 'element' ? array : `${array}.map((element) => ${element})`;
  }

  #map(type, map) {
    if (this.value(type.value, 'map[key]', 'element') === 'map[key]') return map;
    this.maps.set(mapName(type), type);
    return `${mapName(type)}(${map})`;
  }

  #recordName(record) {
    return `convert${this.#names.indexOf(record)}`;
  }
}

function mapName(type) {
  return `convert${typeId(type)}`;
}
