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
import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answer, readRequest } from '../../build-kit/request.mjs';
import { placesOf } from '../../build-kit/sources.mjs';
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
  const places = placesOf(unit);
  if ('reason' in places) return answer.failed(unit, places);
  const node = join(unit.target, 'node');
  await cp(KIT, join(node, 'kit'), { recursive: true });
  for (const name of SHARED) await copy(join(BUILD_KIT, name), join(unit.target, 'build-kit', name));
  for (const [source, place] of places) await copy(source, join(node, place));
  // The kit finds a serializer by its id, wherever its file lies.
  await copy(unit.file, join(node, 'serializers', `${unit.serializer}.mjs`));
  // Windows has junctions without special rights; elsewhere that word means nothing.
  if (modules !== null) await symlink(modules, join(unit.target, 'node_modules'), 'junction');
  answer.built(unit, { needs: modules === null ? [] : [modules] });
}

/**
 * @param {string} source
 * @param {string} target
 */
async function copy(source, target) {
  await mkdir(dirname(target), { recursive: true });
  await cp(source, target);
}
