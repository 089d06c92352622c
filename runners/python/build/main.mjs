/**
 * Builds serializers of Python (docs/PROTOCOL.md, "Building"). A build is a folder that `python FOLDER` runs, so that its
 * code can't change while it is measured:
 *
 * ```
 * <target>/__main__.py, kit/           copies
 *         /serializers/<id>.py         the serializer, with `_` for `-`: the kit finds it by its id
 *         /<source>                    what else it consists of, where it was
 * ```
 *
 * The placeholder `python` is the interpreter of a virtual environment with exactly the packages of its row
 * (environments.mjs): what a library finds installed beside it may change what it does.
 */
import { answer, readRequest } from '../../build-kit/request.mjs';
import { copySources } from '../../build-kit/sources.mjs';
import { Environments } from './environments.mjs';
import { askInterpreter } from './interpreter.mjs';
import { readLock } from './lock.mjs';
import { groupByPackages } from './packages.mjs';

/** @typedef {import('../../build-kit/request.mjs').Unit} Unit */

const PARTS = { '__main__.py': '__main__.py', kit: 'kit' };
/** One installs while the other waits for the registry; more would only wait for each other. */
const AT_ONCE = 2;

const { units, cache } = readRequest();
const asked = await askInterpreter('python3');
if ('reason' in asked) {
  for (const unit of units) answer.failed(unit, asked);
} else {
  const environments = new Environments({ interpreter: asked, cache, progress: answer.progress });
  const { groups, failures } = groupByPackages(units, readLock('requirements.txt'));
  for (const [unit, failure] of failures) answer.failed(unit, failure);
  const rest = groups.values();
  const work = async () => {
    for (const { units: sharing, wanted } of rest) {
      const environment = await environments.make(wanted);
      for (const unit of sharing) {
        if ('reason' in environment) answer.failed(unit, environment);
        else await build(unit, environment);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
answer.done();

/**
 * @param {Unit} unit
 * @param {import('./environments.mjs').Environment} environment
 */
async function build(unit, { folder, python }) {
  const failure = await copySources(unit, `${unit.serializer.replaceAll('-', '_')}.py`, { parts: PARTS });
  if (failure !== null) return answer.failed(unit, failure);
  answer.built(unit, { placeholders: { python }, needs: [folder] });
}
