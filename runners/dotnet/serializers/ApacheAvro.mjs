/**
 * Generates the dataset's Avro schema with C# names, because Apache.Avro finds properties and enum constants by these names.
 * Encoded documents contain no names, so their bytes stay the same.
 */
import { readFile } from 'node:fs/promises';
import { safeNames } from '../../build-kit/names.mjs';
import { literal } from '../build/names.mjs';

/**
 * @typedef {object} Definition
 * @property {string} type
 * @property {string} name
 * @property {object[]} [fields]
 *
 * @param {import('../build/units.mjs').Input} input
 */
export async function generate({ names, artifacts }) {
  const keys = [...names.records.keys(), ...names.enums.keys()];
  const spelled = safeNames(keys);
  /** @param {Definition} definition */
  const keyOf = ({ name }) => /** @type {string} */ (keys[spelled.indexOf(name)]);
  /** @param {any} value */
  const renamed = (value) => {
    if (value?.type === 'record') {
      const properties = names.records.get(keyOf(value)) ?? [];
      const fields = value.fields.map((/** @type {object} */ field, /** @type {number} */ index) => {
        return { ...field, name: properties[index]?.name };
      });
      return { ...value, fields };
    }
    if (value?.type === 'enum')
      return { ...value, symbols: names.enums.get(keyOf(value))?.map(({ name }) => name) };
    return value;
  };
  const artifact = await readFile(/** @type {string} */ (artifacts.get('avro')), 'utf8');
  const schema = JSON.parse(artifact, (_, value) => renamed(value));
  return {
    'Schema.cs': [
      'namespace Wiremark.Generated;',
      '',
      'public static class AvroSchema',
      '{',
      `    public const string Text = ${literal(JSON.stringify(schema))};`,
      '}',
    ],
  };
}
