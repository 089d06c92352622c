/** The classes of a unit: the row's, those that are generated, and the kit's. */
import { cp, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** @typedef {import('./maven-module.mjs').Module} Module */

/**
 * Lays the classes of a compiled unit together; throws with the reason where they can't be.
 * @param {Module} module
 * @param {string} scratch where the modules lie
 * @returns the folder
 */
export async function gatherClasses(module, scratch) {
  const classes = join(scratch, module.id, 'classes');
  await cp(join(scratch, module.id, 'target/classes'), classes, { recursive: true });
  const foreign = foreignClass(await classNames(classes), module);
  if (foreign !== undefined)
    throw new Error(`class ${foreign} is in a package that is generated, or Scala's: give it another`);
  // The kit of the time is part of what was built: so it can't change under a measurement. It is copied over classes of a
  // row that calls its own as the kit's are called.
  await cp(join(scratch, 'kit/target/classes'), classes, { recursive: true });
  return classes;
}

/**
 * A class of the row's in a package of generated ones, where it could hide what they mean: `wiremark.generated.wiremark` hides
 * the package `wiremark`, and Scala's definitions outside of classes, which lie in `File$package`, hide `List` and `Some`. One
 * in a package of Scala's would be taken for its library's.
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
 * With slashes, as files have them.
 * @param {string} folder
 */
async function classNames(folder) {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => name.endsWith('.class'))
    .map((name) => name.slice(0, -'.class'.length).replaceAll(sep, '/'));
}
