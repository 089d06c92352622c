/** Generates C# classes and enums for a model (the types of a dataset), with the attributes in the serializer's options. */
import { indent, literal } from './names.mjs';

/** @typedef {ReadonlyMap<string, string>} Options */

/** @type {(names: import('./names.mjs').Names, options: Options) => string[]} */
export function models(names, options) {
  const usings = ['System', 'System.Collections.Generic', ...words(options.get('usings'))];
  const enumStart = Number(options.get('enum-start') ?? '0');
  return [
    ...usings.map((name) => `using ${name};`),
    '',
    'namespace Wiremark.Models;',
    ...[...names.records].flatMap(([record, properties]) => {
      const type = names.classOf(record);
      const modifiers = ['public', ...words(options.get('modifiers')), 'class'].join(' ');
      return [
        '',
        ...filled([options.get('record')], { type, name: literal(record) }),
        `${modifiers} ${type}`,
        '{',
        ...indent(properties.flatMap((property, index) => declaration(property, index, options))),
        '}',
      ];
    }),
    ...[...names.enums].flatMap(([name, members]) => {
      const type = names.classOf(name);
      return [
        '',
        ...filled([options.get('enum')], { type, name: literal(name) }),
        `public enum ${type}`,
        '{',
        ...indent(
          members.flatMap(({ text, name: member }, index) => [
            ...filled([options.get('value')], { type, name: literal(text), ...numbers(index) }),
            `${member} = ${enumStart + index},`,
          ]),
        ),
        '}',
      ];
    }),
  ];
}

/** @type {Readonly<Partial<Record<string, string>>>} empty values by kind */
const EMPTY = { list: '[]', map: '[]', string: '""', bytes: '[]' };

/** @type {(property: import('./names.mjs').Property, index: number, options: Options) => string[]} */
function declaration({ field, name, type: qualified }, index, options) {
  const type = qualified.replaceAll('Models.', '');
  const { presence } = field;
  const { kind } = field.type;
  const templates = ['field', `field-${kind}`, `field-${presence}`, `field-${presence}-${kind}`];
  const empty = options.get('initial') === 'empty' && presence === 'required' ? EMPTY[kind] : undefined;
  return [
    ...filled(
      templates.map((template) => options.get(template)),
      { name: literal(field.name), property: name, type, ...numbers(index) },
    ),
    `public ${type} ${name} { get; set; }${empty === undefined ? '' : ` = ${empty};`}`,
  ];
}

const numbers = (/** @type {number} */ index) => ({ index: `${index}`, number: `${index + 1}` });

/** @type {(templates: readonly (string | undefined)[], values: Readonly<Record<string, string>>) => string[]} */
function filled(templates, values) {
  const given = templates.filter((template) => template !== undefined && template !== '');
  return given.map((template) => `${template}`.replace(/\{(\w+)\}/g, (all, key) => values[key] ?? all));
}

const words = (option = '') => option.split(' ').filter((word) => word !== '');
