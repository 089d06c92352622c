/**
 * Straight-line conversion of objects for libraries that take other names or values than a program's own objects have:
 * what one writes by hand before `encode` and after `decode`. Its time counts.
 */

/**
 * @typedef {object} Rules
 * @property {(record: string, index: number) => string} [nameIn] the field's name in what comes in; the model's unless told
 * @property {(record: string, index: number) => string} [nameOut] and in what goes out
 * @property {(field: import('./serializer.mjs').Field, name: string, source: string) => string} [access] source that reads
 *   the field called `name` (a literal) from the object `record`, instead of the plain `source`; null: there is none
 * @property {(type: import('./serializer.mjs').Type, value: string) => string | undefined} scalar source of an expression
 *   that converts the expression `value`, which is never null; undefined where a value passes as it is
 * @property {(list: string, place: Presence) => string} [unwrap] source of the array in what comes in as a list
 * @property {(list: string, place: Presence) => string} [wrap] source of what goes out for an array
 * @property {Record<string, unknown>} [scope] what the expressions refer to, by name
 *
 * @typedef {'required' | 'nullable' | 'optional' | 'element'} Presence `element`: of another list
 */

/**
 * @param {import('./serializer.mjs').Model} model
 * @param {Rules} rules
 * @returns {((document: object) => object) | null} null where documents of this schema pass as they are
 */
export function compileConversion(model, rules) {
  const conversion = new Conversion(model, rules);
  const root = conversion.value({ kind: 'record', name: model.root }, 'document', 'required');
  if (root === 'document') return null;
  const functions = [...conversion.converted].map((name) => conversion.recordFunction(name));
  const scope = rules.scope ?? {};
  const source = `'use strict';\n${functions.join('\n')}\nreturn (document) => ${root};`;
  return new Function(...Object.keys(scope), source)(...Object.values(scope));
}

class Conversion {
  /** Records that can't pass as they are. */
  converted = new Set();
  #model;
  #rules;

  constructor(model, rules) {
    this.#model = model;
    this.#rules = {
      nameIn: (record, index) => model.records[record][index].name,
      nameOut: (record, index) => model.records[record][index].name,
      access: (_field, _name, source) => source,
      wrap: (list) => list,
      unwrap: (list) => list,
      ...rules,
    };
    // Whether a record needs it may depend on a record further down, and these may be recursive.
    let before = -1;
    while (before !== this.converted.size) {
      before = this.converted.size;
      for (const name of Object.keys(model.records)) {
        if (this.#needsConversion(name)) this.converted.add(name);
      }
    }
  }

  #needsConversion(record) {
    return this.#model.records[record].some((field, index) => {
      const { nameIn, nameOut, plain, access } = this.#field(record, field, index);
      return nameIn !== nameOut || this.#present(field, access) !== plain;
    });
  }

  #field(record, field, index) {
    const nameIn = JSON.stringify(this.#rules.nameIn(record, index));
    const plain = `record[${nameIn}]`;
    return {
      field,
      nameIn,
      nameOut: JSON.stringify(this.#rules.nameOut(record, index)),
      plain,
      access: this.#rules.access(field, nameIn, plain),
    };
  }

  recordFunction(record) {
    const fields = this.#model.records[record];
    const sources = fields.map((field, index) => this.#field(record, field, index));
    const firstOptional = fields.findIndex((field) => field.presence === 'optional');
    const sure = firstOptional < 0 ? fields.length : firstOptional;
    const entries = sources.slice(0, sure).map(({ nameOut, access, field }) => {
      return `    ${nameOut}: ${this.#present(field, access)},\n`;
    });
    const additions = sources
      .slice(sure)
      .map(({ nameOut, access, field }) => this.#addition(nameOut, access, field));
    return [
      `function convert${functionNumber(this.#model, record)}(record) {`,
      `  const made = {\n${entries.join('')}  };`,
      ...additions,
      '  return made;\n}',
    ].join('\n');
  }

  #addition(name, access, field) {
    const set = `made[${name}] = ${this.#present(field, access)};`;
    return field.presence === 'optional' ? `  if (${access} !== undefined) ${set}` : `  ${set}`;
  }

  /** Source for a field's value, which may be null. */
  #present(field, value) {
    const converted = this.value(field.type, value, field.presence);
    if (converted === value || field.presence === 'required') return converted;
    return `${value} === null ? null : ${converted}`;
  }

  /** Source for a value that isn't null; the same text where nothing is to be done. */
  value(type, value, place) {
    if (type.kind === 'record') {
      return this.converted.has(type.name)
        ? `convert${functionNumber(this.#model, type.name)}(${value})`
        : value;
    }
    if (type.kind !== 'list') return this.#rules.scalar(type, value) ?? value;
    const array = this.#rules.unwrap(value, place);
    const element = this.value(type.element, 'element', 'element');
    const mapped = element === 'element' ? array : `${array}.map((element) => ${element})`;
    return this.#rules.wrap(mapped, place);
  }
}

function functionNumber(model, record) {
  return Object.keys(model.records).indexOf(record);
}
