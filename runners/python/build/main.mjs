/**
 * Builds Python serializers (docs/PROTOCOL.md, "Building"). A build is a folder that `python FOLDER` runs. It has copies of
 * all code, so that nothing changes during a run:
 *
 * ```
 * <target>/__main__.py, kit/           copies
 *         /serializers/<id>.py         the serializer, with `_` for `-`: the kit finds it by its id
 *         /<source>                    its other sources, at their relative paths
 * ```
 *
 * `{python}` in runner.toml stands for the interpreter of a virtual environment with exactly the serializer's packages and their
 * dependencies (environments.mjs), since libraries may behave differently when others are installed.
 */
import { untilGeneral } from '../../build-kit/installer.mjs';
import { inOrder } from '../../build-kit/order.mjs';
import { answer, readRequest } from '../../build-kit/request.mjs';
import { buildUnit } from '../../build-kit/sources.mjs';
import { licensesOf, makeEnvironment } from './environments.mjs';
import { askPython } from './interpreter.mjs';
import { readLock } from './lock.mjs';
import { groupByPackages } from './packages.mjs';

/** Maximum number of installations at once: one can compile while another downloads. More would only compete for cores. */
const AT_ONCE = 2;

/** @type {import('../../build-kit/sources.mjs').Build<import('./environments.mjs').Environment>} */
const BUILD = {
  parts: { '__main__.py': '__main__.py', kit: 'kit' },
  nameOf: (id) => `${id.replaceAll('-', '_')}.py`,
  finish: async ({ packages }, { folder, python }) => ({
    ...{ placeholders: { python }, needs: [folder] },
    licenses: await licensesOf(folder, packages),
  }),
};

const { units, cache } = readRequest();
const interpreter = await askPython('python3');
if ('reason' in interpreter) {
  for (const unit of units) answer.failed(unit, interpreter);
} else {
  const place = { interpreter, cache, progress: answer.progress, ask: untilGeneral() };
  await inOrder({
    queue: groupByPackages(units, readLock('requirements.txt')),
    atOnce: AT_ONCE,
    work: async ({ units: sharing, wanted: [wanted] }) => {
      const environment = await makeEnvironment(wanted, place);
      for (const unit of sharing) await buildUnit(unit, environment, BUILD);
    },
  });
}
answer.done();
