import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { digestOfFile } from '../../build-kit/once.mjs';

/**
 * Returns the first of these files whose SHA-1 differs from the one that Maven stored when it downloaded the file, or null.
 * Maven doesn't verify files again. Skips files without a stored SHA-1.
 * @param {readonly string[]} paths
 * @returns {Promise<string | null>}
 */
export async function damagedFile(paths) {
  for (const path of paths) {
    const stored = await readFile(`${path}.sha1`, 'utf8').catch(() => '');
    const sha1 = /^\s*([0-9a-f]{40})\b/i.exec(stored)?.[1];
    if (sha1 === undefined) continue;
    if ((await digestOfFile(path, 'sha1')) !== sha1.toLowerCase()) return path;
  }
  return null;
}

/**
 * Returns the license of each package by its artifact name, as the POM or the nearest parent POM states it; empty if none
 * does. Omits packages that aren't in the class path.
 * @param {readonly string[]} packages `group:artifact:version`
 * @param {readonly string[]} jars the class path, whose packages are files of Maven's repository
 */
export async function licensesOf(packages, jars) {
  /** @type {Record<string, string>} */
  const licenses = {};
  for (const spelled of packages) {
    const [group = '', artifact = '', version = ''] = spelled.split(':');
    const jar = jars.find((path) => path.endsWith(join(pathOf(group, artifact, version), basename(path))));
    if (jar === undefined) continue;
    const repository = jar.slice(0, -join(pathOf(group, artifact, version), basename(jar)).length);
    licenses[artifact] = await statedBy({ group, artifact, version }, repository);
  }
  return licenses;
}

/**
 * @param {{ group: string, artifact: string, version: string }} of
 * @param {string} repository
 * @returns {Promise<string>} empty if no POM states a license
 */
async function statedBy({ group, artifact, version }, repository) {
  const file = join(repository, pathOf(group, artifact, version), `${artifact}-${version}.pom`);
  const pom = await readFile(file, 'utf8').catch(() => '');
  const [, stated] = /<licenses>(.*?)<\/licenses>/s.exec(pom) ?? [];
  if (stated !== undefined)
    return [...stated.matchAll(/<name>\s*(.*?)\s*<\/name>/gs)].map(([, one]) => one).join(', ');
  const [, parent] = /<parent>(.*?)<\/parent>/s.exec(pom) ?? [];
  if (parent === undefined) return '';
  /** @param {string} tag */
  const value = (tag) => new RegExp(`<${tag}>\\s*(.*?)\\s*</${tag}>`).exec(parent)?.[1] ?? '';
  return statedBy(
    { group: value('groupId'), artifact: value('artifactId'), version: value('version') },
    repository,
  );
}

/**
 * @param {string} group
 * @param {string} artifact
 * @param {string} version
 */
function pathOf(group, artifact, version) {
  return join(...group.split('.'), artifact, version);
}
