/**
 * Makes `NAME-VERSION.gem`, a file named as in a registry, from a local gem: builds it from a folder with a gemspec, or
 * copies a gem file.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { valuesOf } from '../../build-kit/interpreter.mjs';
import { digestOf, makeOnce } from '../../build-kit/once.mjs';
import { runTool } from '../../build-kit/tool.mjs';
import { PLAIN } from './interpreter.mjs';

const PROGRAM = fileURLToPath(new URL('pack.rb', import.meta.url));
const OUTPUT = 'output';

/**
 * @param {import('../../build-kit/packages.mjs').PathPackage} local
 * @param {import('./interpreter.mjs').Place} place
 * @returns {Promise<import('./lock.mjs').Gem | import('./interpreter.mjs').Failure>}
 */
export async function packLocal({ name, path, digest }, { ruby, cache, progress }) {
  const folder = join(cache, `packed-${digestOf([...ruby.identity, name, digest])}`);
  const failure = await makeOnce(folder, async (aside) => {
    progress(`packing ${basename(path)}`);
    const args = [PROGRAM, name, path, aside];
    const { ended, reason, output } = await runTool({ program: ruby.program, args, env: PLAIN });
    if (ended === 'well') return writeFile(join(aside, OUTPUT), output.join('\n'));
    const said = output.find((line) => line.trim() !== '' && !line.startsWith('wiremark:'));
    const [fix = 'see what "gem build" says there'] = valuesOf(output, 'fix');
    return { reason: `${path}: ${said === undefined ? reason : withoutPath(said, path)}`, fix };
  });
  if (failure !== null) return failure;
  const lines = (await readFile(join(folder, OUTPUT), 'utf8')).split('\n');
  const [version = ''] = valuesOf(lines, 'version');
  return { name, version, needs: valuesOf(lines, 'needs'), local: { folder, digest } };
}

/**
 * @param {string} said
 * @param {string} path
 */
function withoutPath(said, path) {
  return said.replaceAll(`${path}/`, '').replace(/^Invalid gemspec in \[.*?\]: /, '');
}
