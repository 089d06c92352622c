/**
 * Packs the classes of a unit (one serializer for one dataset) into a jar, and creates a class data archive of the classes
 * that the unit loads. The JVM maps the archive instead of reading, checking and linking each class, which halves the time
 * until the first operation has run. The JVM accepts an archive only with the class path that it was created with, so the
 * jar is moved to its final folder in the cache before the archive is created.
 */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { digestOf, inScratch, makeOnce } from '../../build-kit/once.mjs';
import { runTool } from '../../build-kit/tool.mjs';
import { trainingFixture } from './training.mjs';

/** @typedef {import('../../build-kit/model.mjs').Model} Model */

const MINUTE = 60_000;

/**
 * @param {string} classes folder with all classes, including the kit's
 * @param {string} cache
 * @returns {Promise<string>} path of the jar
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

/** @param {readonly string[]} classPath the unit's jar first */
export async function archiveOf(classPath) {
  const [jar = ''] = classPath;
  return `${jar.slice(0, -'.jar'.length)}-${digestOf([...classPath, await javaVersion()])}.jsa`;
}

/**
 * Runs the unit on a document, and the JVM archives the classes that it loaded; returns false if the JVM failed.
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
    // wiremark runs only one build at a time, so no other process can have created this file.
    if (ended === 'well') await rename(made, archive);
    return ended === 'well';
  });
}

/**
 * Returns the JVM's option to use an archive, or for null the JVM's default, which uses only the archive of the JDK's own
 * classes.
 * @param {string | null} archive
 */
export function sharing(archive) {
  return archive === null ? '-Xshare:auto' : `-XX:SharedArchiveFile=${archive}`;
}

async function javaVersion() {
  const { output } = await runTool({ program: 'java', args: ['-version'] });
  return output.join('\n');
}
