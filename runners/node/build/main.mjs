/**
 * Builds serializers of Node (docs/PROTOCOL.md, "Building"). A build contains everything that one serializer needs, so that
 * none of this changes during a measurement:
 *
 * ```
 * <target>/node/kit, node/serializers/<id>.mjs, build-kit      copies
 *         /node_modules                                        a link to an install in <cache>, see packages.mjs
 * ```
 *
 * Node searches the folders above the importing file for packages and finds the link; packages then find their own
 * dependencies from the link's real path.
 */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answer, readRequest } from '../../build-kit/request.mjs';
import { buildUnit } from '../../build-kit/sources.mjs';
import { groupByPackages, installPackages, licensesOf } from './packages.mjs';

/** @type {import('../../build-kit/sources.mjs').Build<{ modules: string | null }>} */
const BUILD = {
  parts: {
    [fileURLToPath(new URL('../kit', import.meta.url))]: 'node/kit',
    [fileURLToPath(new URL('../../build-kit/lines.mjs', import.meta.url))]: 'build-kit/lines.mjs',
    [fileURLToPath(new URL('../../build-kit/model.mjs', import.meta.url))]: 'build-kit/model.mjs',
  },
  runner: 'node',
  nameOf: (id) => `${id}.mjs`,
  finish: async ({ target, packages }, { modules }) => {
    if (modules === null) return {};
    // A junction needs no special rights on Windows; other systems ignore the type.
    await symlink(modules, join(target, 'node_modules'), 'junction');
    return { needs: [modules], licenses: await licensesOf(modules, packages) };
  },
};

const { units, cache } = readRequest();
for (const group of groupByPackages(units)) {
  const { modules, failures } = await installPackages(group.wanted.flat(), cache);
  for (const unit of group.units) {
    const failure = unit.packages.map((spelled) => failures.get(spelled)).find((one) => one);
    await buildUnit(unit, failure ?? { modules }, BUILD);
  }
}
answer.done();
