/**
 * Loads a file in serializers/ and defines the type of its default export. One file works for any schema: its library
 * serializes any object, or `create` generates code from the model.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from './errors.mjs';
import { locateSyntaxError, spellMissing } from './place.mjs';

/**
 * @typedef {import('../../build-kit/model.mjs').Model} Model the type model of the dataset's schema
 * @typedef {import('../../build-kit/model.mjs').Type} Type
 * @typedef {import('../../build-kit/model.mjs').Field} Field
 *
 * @typedef {object} Schema
 * @property {Model} model
 * @property {Map<string, string>} artifacts paths of the files that `artifacts` in runner.toml requests, by kind
 * @property {string} jsonSchema path of the dataset's JSON Schema
 *
 * @typedef {object} Operations the library's operations. Documents are a program's usual objects: plain objects for
 *   records and maps, arrays for lists, strings, numbers, booleans, null, Date for an instant, Buffer for bytes,
 *   strings for uuid and enum; for int64, as the property `int64` of Serializer says; plain JSON values for `any`; an
 *   absent optional field has no key
 * @property {(document: unknown) => string | Uint8Array} [serialize]
 * @property {(input: string | Buffer) => unknown} [deserialize]
 * @property {(document: unknown) => unknown} [toTree] converts a document to the library's own tree
 * @property {(input: string | Buffer) => unknown} [parseTree]
 * @property {(tree: unknown) => string | Uint8Array} [writeTree] never timed; required with toTree or parseTree
 *
 * @typedef {object} Int64 how the library represents an int64 if neither as bigint nor as number
 * @property {(value: bigint) => unknown} from
 * @property {(value: unknown) => bigint | undefined} to returns undefined for values of other types
 *
 * @typedef {object} Serializer
 * @property {string} [package] the npm package whose version is reported; by default `version` is reported
 * @property {string} [version]
 * @property {'bigint' | 'number' | Int64} [int64] `bigint` by default
 * @property {(schema: Schema) => Operations | Promise<Operations>} create may throw Unsupported (errors.mjs)
 */

/**
 * @param {string} id
 * @returns {Promise<Serializer>}
 */
export async function loadSerializer(id) {
  if (!/^\w[\w.-]*$/.test(id)) throw new Refusal('crash', `"${id}" isn't the id of a serializer`);
  const file = new URL(`../serializers/${id}.mjs`, import.meta.url);
  if (!existsSync(file)) throw new Refusal('unavailable', `there is no serializers/${id}.mjs`);
  try {
    const { default: serializer } = await import(file.href);
    if (typeof serializer?.create === 'function') return serializer;
    throw new Refusal('crash', 'its file has no "export default" with a function create');
  } catch (error) {
    const missing = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND';
    if (missing) throw new Refusal('unavailable', spellMissing(error, id));
    if (error instanceof SyntaxError) {
      locateSyntaxError(error, fileURLToPath(file));
      [error.message] = error.message.split('\n');
    }
    throw error;
  }
}

/**
 * @param {Serializer} serializer
 * @returns {string} version of the npm package, else the serializer's own `version`; `unknown` if there is neither
 */
export function versionOf(serializer) {
  if (serializer.package === undefined) return `${serializer.version ?? 'unknown'}`;
  const folders = createRequire(import.meta.url).resolve.paths(serializer.package) ?? [];
  const file = folders.map((folder) => join(folder, serializer.package, 'package.json')).find(existsSync);
  if (file === undefined) {
    const reason = `its "package" is ${serializer.package}, which isn't among the row's packages`;
    throw new Refusal('unavailable', reason);
  }
  // Node's loader reads the file: the library may have replaced JSON.parse.
  return `${createRequire(import.meta.url)(file).version ?? 'unknown'}`;
}

/**
 * @param {Serializer} serializer
 * @returns {Int64}
 */
export function int64Of(serializer) {
  const choice = serializer.int64 ?? 'bigint';
  if (choice === 'bigint') return { from: (value) => value, to: () => undefined };
  if (choice === 'number') return { from: Number, to: () => undefined };
  return choice;
}
