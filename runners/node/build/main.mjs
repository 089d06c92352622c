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
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answer, readRequest } from '../../build-kit/request.mjs';
import { copySources } from '../../build-kit/sources.mjs';
import { groupByPackages, installPackages } from './packages.mjs';

/** @typedef {import('../../build-kit/request.mjs').Unit} Unit */

/** The kit, and what it imports of the build kit. */
const PARTS = {
  [fileURLToPath(new URL('../kit', import.meta.url))]: 'node/kit',
  [fileURLToPath(new URL('../../build-kit/lines.mjs', import.meta.url))]: 'build-kit/lines.mjs',
  [fileURLToPath(new URL('../../build-kit/model.mjs', import.meta.url))]: 'build-kit/model.mjs',
};

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
  const failure = await copySources(unit, `${unit.serializer}.mjs`, { parts: PARTS, runner: 'node' });
  if (failure !== null) return answer.failed(unit, failure);
  // Windows has junctions without special rights; elsewhere that word means nothing.
  if (modules !== null) await symlink(modules, join(unit.target, 'node_modules'), 'junction');
  answer.built(unit, { needs: modules === null ? [] : [modules] });
}
