/**
 * Packs a unit's classes and makes a class data archive of what it loads, which the JVM maps instead of reading, checking
 * and linking class by class: start and first operation take half the time. The compiler gets nothing of it.
 *
 * The JVM takes an archive only for the very class path that it was made with, so that the jar is where it stays before
 * the archive is made: in this program's own folder, named by what is in it.
 */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { digestOf, inScratch, makeOnce } from '../../build-kit/once.mjs';
import { runTool } from '../../build-kit/tool.mjs';
import { trainingFixture } from './training.mjs';

/** @typedef {import('../../build-kit/model.mjs').Model} Model */

const MINUTE = 60_000;

/**
 * @param {string} classes a folder, the kit's among them
 * @param {string} cache
 * @returns {Promise<string>} the jar, in a folder of its own
 */
export async function packClasses(classes, cache) {
  const names = (await readdir(classes, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const parts = await Promise.all(
    names.map(async (name) => [name.slice(classes.length), await readFile(name)]),
  );
  const folder = join(cache, `classes-${digestOf(parts.flat())}`);
  await makeOnce(folder, async (aside) => {
    const args = ['-cp', classes, 'wiremark.kit.Packing', classes, join(aside, 'unit.jar')];
    const { ended, reason, output } = await runTool({ program: 'java', args });
    if (ended !== 'well') throw new Error(`packing the classes: ${[reason, ...output].join('; ')}`);
  });
  return join(folder, 'unit.jar');
}

/**
 * Where the archive of the classes that a unit loads is to be.
 * @param {readonly string[]} classPath the unit's jar first
 */
export async function archiveOf(classPath) {
  const [jar = ''] = classPath;
  return `${jar.slice(0, -'.jar'.length)}-${digestOf([...classPath, await javaVersion()])}.jsa`;
}

/**
 * Makes that archive, by code of the row; tells whether it could be made.
 * @param {readonly string[]} classPath the unit's jar first
 * @param {string} archive
 * @param {Model} model
 * @param {string} scratch
 */
export async function archiveClasses(classPath, archive, model, scratch) {
  return inScratch(scratch, async (training) => {
    const fixture = join(training, 'fixture');
    const made = join(training, 'archive.jsa');
    await writeFile(fixture, trainingFixture(model));
    const { ended } = await runTool({
      program: 'java',
      args: [
        `-XX:ArchiveClassesAtExit=${made}`,
        '-Dfile.encoding=UTF-8',
        ...['-cp', classPath.join(delimiter), 'wiremark.kit.Training', fixture],
      ],
      longest: 2 * MINUTE,
    });
    // Over whatever lies there by now: there was nothing, and only one wiremark builds at a time.
    if (ended === 'well') await rename(made, archive);
    return ended === 'well';
  });
}

/**
 * The word of `start` that has the JVM use an archive; its default without one, which is that of its own classes alone.
 * @param {string | null} archive
 */
export function sharing(archive) {
  return archive === null ? '-Xshare:auto' : `-XX:SharedArchiveFile=${archive}`;
}

async function javaVersion() {
  const { output } = await runTool({ program: 'java', args: ['-version'] });
  return output.join('\n');
}
