/**
 * Builds serializers of Node (docs/PROTOCOL.md, "Building"). A build has everything that one serializer needs, so that it
 * can't change while it is measured:
 *
 * ```
 * <target>/node/kit, node/serializers/<id>.mjs, build-kit      copies
 *         /node_modules                                        a link to an install in <cache>, see packages.mjs
 * ```
 *
 * Node looks for packages in the folders above the file that imports them, and finds the link there; it then goes on
 * from the real place, where each package finds its own.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answer, readRequest } from '../../build-kit/request.mjs';
import { groupByPackages, installPackages } from './packages.mjs';

/** @typedef {import('../../build-kit/request.mjs').Unit} Unit */

const KIT = fileURLToPath(new URL('../kit', import.meta.url));
const BUILD_KIT = fileURLToPath(new URL('../../build-kit', import.meta.url));
/** What the kit imports of it. */
const SHARED = ['lines.mjs', 'model.mjs'];

const { units, cache } = readRequest();
for (const group of groupByPackages(units)) {
  const installed = await installPackages(group.versions, cache);
  for (const unit of group.units) {
    const failure = unit.packages.map((spelled) => installed.failures.get(spelled)).find((one) => one);
    if (failure) answer.failed(unit, failure);
    else await build(unit, installed.modules);
  }
}
answer.done();

/**
 * @param {Unit} unit
 * @param {string | null} modules the folder `node_modules`; null where no package is needed
 */
async function build(unit, modules) {
  const node = join(unit.target, 'node');
  // The kit finds a serializer by its id, wherever its file lies.
  const files = new Map([[join(node, 'serializers', `${unit.serializer}.mjs`), unit.file]]);
  for (const source of unit.sources) files.set(join(node, source), source);
  for (const name of SHARED) files.set(join(unit.target, 'build-kit', name), join(BUILD_KIT, name));
  for (const [target, source] of files) {
    const failure = whyNot(unit, target, source);
    if (failure !== null) return answer.failed(unit, failure);
  }
  await cp(KIT, join(node, 'kit'), { recursive: true });
  for (const [target, source] of files) {
    await mkdir(dirname(target), { recursive: true });
    await cp(source, target, { recursive: true });
  }
  // Windows has junctions without special rights; elsewhere that word means nothing.
  if (modules !== null) await symlink(modules, join(unit.target, 'node_modules'), 'junction');
  answer.built(unit, { needs: modules === null ? [] : [modules] });
}

/**
 * @param {Unit} unit
 * @param {string} target
 * @param {string} source
 */
function whyNot(unit, target, source) {
  const cure = `correct the entry "${unit.serializer}" in runner.toml`;
  if (!existsSync(source)) return { reason: `there is no file ${resolve(source)}`, cure };
  if (!relative(unit.target, target).startsWith('..')) return null;
  return { reason: `${source} isn't in the runner's folder`, cure };
}
