/** Gems by path: a folder with a gemspec, or the file of a gem. From either comes a file as a registry would have it. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf, makeOnce } from '../../build-kit/once.mjs';
import { runTool } from '../../build-kit/tool.mjs';
import { PLAIN } from './interpreter.mjs';

/**
 * @typedef {import('./interpreter.mjs').Failure} Failure
 * @typedef {import('./lock.mjs').Gem} Gem
 */

const PROGRAM = fileURLToPath(new URL('pack.rb', import.meta.url));
/** In the folder of a gem's file: what pack.rb has told of it. */
const TOLD = 'told';

/**
 * Packs a gem, once for what is there now.
 *
 * @param {import('../../build-kit/packages.mjs').PathPackage} local
 * @param {import('./interpreter.mjs').Place} place
 * @returns {Promise<Gem | Failure>}
 */
export async function packLocal({ name, path, digest }, { ruby, cache, progress }) {
  const folder = join(cache, `local-${digestOf([...ruby.identity, name, digest])}`);
  if (!existsSync(folder)) progress(`packing ${basename(path)}`);
  const failure = await makeOnce(folder, async (aside) => {
    const args = [PROGRAM, name, path, aside];
    const { ended, reason, output } = await runTool({ program: ruby.program, args, env: PLAIN });
    const told = output.filter((line) => line.startsWith('wiremark:'));
    if (ended === 'well') return writeFile(join(aside, TOLD), `${told.join('\n')}\n`);
    const said = output.find((line) => line.trim() !== '' && !line.startsWith('wiremark:'));
    const [cure = 'see what "gem build" says there'] = valuesOf(told, 'cure');
    return { reason: `${path}: ${said === undefined ? reason : withoutPath(said, path)}`, cure };
  });
  return failure ?? { ...(await told(join(folder, TOLD))), name, local: { folder, digest } };
}

/** @param {string} file */
async function told(file) {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return { version: valuesOf(lines, 'version')[0] ?? '', needs: valuesOf(lines, 'needs') };
}

/**
 * @param {readonly string[]} lines of pack.rb
 * @param {string} key
 */
function valuesOf(lines, key) {
  const head = `wiremark:${key} `;
  return lines.flatMap((line) => (line.startsWith(head) ? [line.slice(head.length)] : []));
}

/**
 * RubyGems names the file of a gemspec twice, once for itself and once for Ruby.
 * @param {string} said
 * @param {string} path
 */
function withoutPath(said, path) {
  return said.replaceAll(`${path}/`, '').replace(/^Invalid gemspec in \[.*?\]: /, '');
}
