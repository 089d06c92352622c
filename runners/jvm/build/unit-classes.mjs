/** The classes of a unit: the row's, generated ones, and the kit's. */
import { cp, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** @typedef {import('./maven-module.mjs').Module} Module */

/**
 * Copies all classes of a compiled unit into one folder; throws if a row's class is in a reserved package.
 * @param {Module} module
 * @param {string} scratch folder of the modules
 * @returns the folder
 */
export async function gatherClasses(module, scratch) {
  const classes = join(scratch, module.id, 'classes');
  await cp(join(scratch, module.id, 'target/classes'), classes, { recursive: true });
  const foreign = foreignClass(await classNames(classes), module);
  if (foreign !== undefined)
    throw new Error(`class ${foreign} is in a package that is generated, or Scala's: give it another`);
  // The unit gets its own copy of the kit, so that later changes of the kit can't affect a measurement. It is copied
  // last, over any classes of a row with the same names.
  await cp(join(scratch, 'kit/target/classes'), classes, { recursive: true });
  return classes;
}

/**
 * Returns a class of the row in a package of generated classes, where it could hide other names:
 * `wiremark.generated.wiremark` hides package `wiremark`, and Scala's top-level definitions, which are in
 * `File$package`, hide `List` and `Some`. Also returns a class in a package of Scala's, which would replace the
 * library's.
 * @param {readonly string[]} names
 * @param {Module} module
 */
function foreignClass(names, { files, origins }) {
  const packages = new Set();
  const generated = new Set();
  for (const [path, text] of files) {
    const [, folder] = /^src\/main\/(?:java|scala)\/(.*)\/[^/]+$/.exec(path) ?? [];
    if (folder === undefined || origins.has(path)) continue;
    packages.add(folder);
    for (const [, name] of text.matchAll(/^(?:\w+ )*(?:class|enum|object) (\w+)/gm))
      generated.add(`${folder}/${name}`);
  }
  const foreign = names
    .map((name) => name.replace(/\$(?!package).*$/, ''))
    .find(
      (name) =>
        name.startsWith('scala/') || (packages.has(name.replace(/\/[^/]*$/, '')) && !generated.has(name)),
    );
  return foreign?.replaceAll('/', '.');
}

/**
 * Names of classes in a folder, with slashes.
 * @param {string} folder
 */
async function classNames(folder) {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => name.endsWith('.class'))
    .map((name) => name.slice(0, -'.class'.length).replaceAll(sep, '/'));
}
