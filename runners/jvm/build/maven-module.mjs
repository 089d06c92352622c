/**
 * Creates the files of Maven modules: one module for the kit (the Java code that all rows share), and one for each unit (a
 * serializer for a dataset).
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readModel } from '../../build-kit/model.mjs';
import { emitAll } from './emitters.mjs';
import { respell } from './java-protobuf-names.mjs';
import { kitPom, modulePom, parseCoordinate } from './maven-pom.mjs';

/**
 * @typedef {import('../../build-kit/request.mjs').Unit} Unit
 *
 * @typedef {object} Module
 * @property {string} id
 * @property {ReadonlyMap<string, string>} files content by path in the module, with slashes
 * @property {ReadonlyMap<string, string>} origins for files copied from the runner's folder: the path there, by path in the
 *   module
 *
 * @typedef {Module & { model: import('../../build-kit/model.mjs').Model }} UnitModule
 */

/** Folder of the kit, found relative to this file, because manifests in other folders also use this program. */
const KIT = fileURLToPath(new URL('../kit', import.meta.url));
const FACTS = 'src/main/resources/wiremark/generated';
const HAND_WRITTEN_VERSION = '1';

/**
 * Returns the module of a unit. The working folder must be the runner's. Throws for errors in the manifest, and if the
 * serializer's language can't represent the model.
 * @param {Unit} unit
 * @param {string} id
 * @returns {Promise<UnitModule>}
 */
export async function unitModule(unit, id) {
  if (unit.model === null) throw new Error('the manifest needs `models = true` in [build]');
  const packages = unit.packages.map(parseCoordinate);
  const options = Object.fromEntries(unit.options);
  const { scala, scalac, protoc } = options;
  const files = new Map([
    ['pom.xml', modulePom({ id, packages, scala, scalac: scalac?.split(/\s+/) ?? [], protoc })],
    [`${FACTS}/version.txt`, `${packages[0]?.version ?? HAND_WRITTEN_VERSION}\n`],
  ]);
  const origins = new Map();
  for (const source of [unit.file, ...unit.sources]) {
    const target = placeOf(`wiremark/serializers/${basename(source)}`);
    files.set(target, await readFile(source, 'utf8'));
    origins.set(target, source);
  }
  const proto = unit.artifacts.get('proto');
  if (proto !== undefined) files.set(placeOf(basename(proto)), respell(await readFile(proto, 'utf8')));
  const entry = basename(unit.file, extname(unit.file));
  const model = readModel(await readFile(unit.model, 'utf8'));
  for (const [path, content] of emitAll(unit.file, model, { entry, ...options })) {
    files.set(placeOf(path), content);
  }
  return { id, files, origins, model };
}

/** @returns {Promise<Module>} */
export async function kitModule() {
  const files = new Map([['pom.xml', kitPom()]]);
  const origins = new Map();
  const names = await readdir(join(KIT, 'src'), { recursive: true });
  for (const name of names.filter((path) => extname(path) === '.java').sort()) {
    const path = ['src', ...name.split(sep)].join('/');
    files.set(path, await readFile(join(KIT, path), 'utf8'));
    origins.set(path, `kit/${path}`);
  }
  return { id: 'kit', files, origins };
}

/**
 * @param {string} folder
 * @param {Module} module
 */
export async function writeModule(folder, module) {
  for (const [path, content] of module.files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

/**
 * @param {Module} module
 * @param {string} path in the module, with slashes
 */
export function nameOf({ origins }, path) {
  return origins.get(path) ?? `generated ${path.replace(/^src\/main\/\w+\//, '')}`;
}

/** @param {string} path in a source folder, such as `wiremark/generated/Entry.java` */
function placeOf(path) {
  const roots = /** @type {const} */ ({ '.java': 'java', '.scala': 'scala', '.proto': 'protobuf' });
  const kind = /** @type {keyof typeof roots} */ (extname(path));
  return `src/main/${roots[kind] ?? 'resources'}/${path}`;
}
