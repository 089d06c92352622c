/** Compiles the kit and the compiler's host, once for each of their versions. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unclear } from '../../build-kit/installer.mjs';
import { digestOf, makeOnce } from '../../build-kit/once.mjs';
import { answer } from '../../build-kit/request.mjs';
import { runTool } from '../../build-kit/tool.mjs';
import { responseFile } from './compiler.mjs';
import { ENVIRONMENT } from './sdk.mjs';
import { GLOBAL_USINGS } from './units.mjs';

/**
 * @typedef {import('../../build-kit/installer.mjs').Failure} Failure
 * @typedef {import('./packages.mjs').Resolved} Resolved
 */

const KIT = fileURLToPath(new URL('../kit', import.meta.url));
const HOST = fileURLToPath(new URL('Compiler.cs', import.meta.url));
/** For the host as for a unit: the workstation collector starts faster than the compiler's own setting. */
const RUNTIME = {
  runtimeOptions: {
    tfm: 'net10.0',
    rollForward: 'Major',
    framework: { name: 'Microsoft.NETCore.App', version: '10.0.0' },
    configProperties: { 'System.GC.Concurrent': false },
  },
};

/**
 * @param {{ csc: string, references: readonly string[] }} framework
 * @param {string} sdk its version
 * @param {string} cache
 * @returns {Promise<{ kit: string, compiler: readonly string[] } | Failure>}
 */
export async function makeTools({ csc, references }, sdk, cache) {
  const names = (await readdir(KIT)).filter((name) => name.endsWith('.cs')).sort();
  const files = names.map((name) => join(KIT, name));
  const texts = await Promise.all([...files, HOST].map((file) => readFile(file, 'utf8')));
  const folder = join(cache, `kit-${digestOf([sdk, csc, ...GLOBAL_USINGS, ...names, ...texts])}`);
  const failure = await makeOnce(folder, async (aside) => {
    answer.progress('compiling the kit');
    const usings = join(aside, 'usings.cs');
    await writeFile(usings, GLOBAL_USINGS.join('\n'));
    await writeFile(join(aside, 'compiler.runtimeconfig.json'), JSON.stringify(RUNTIME));
    const compile = async (/** @type {import('./compiler.mjs').Compilation} */ compilation) => {
      const file = join(aside, 'arguments.rsp');
      await writeFile(file, responseFile(compilation));
      const args = ['exec', csc, '-noconfig', `@${file}`];
      return runTool({ program: 'dotnet', args, env: ENVIRONMENT });
    };
    const outcomes = [
      await compile({
        output: join(aside, 'Wiremark.Kit.dll'),
        files: [...files, usings],
        references,
        target: 'library',
      }),
      await compile({
        output: join(aside, 'compiler.dll'),
        files: [HOST, usings],
        references,
        target: 'exe',
      }),
    ];
    const failed = outcomes.find(({ ended }) => ended !== 'well');
    if (failed === undefined) return null;
    const why = failed.output.find((line) => line.includes(' error ')) ?? failed.reason;
    return unclear('the C# compiler', `the kit can't be built: ${why}`);
  });
  if (failure !== null) return failure;
  const compiler = ['dotnet', 'exec', join(folder, 'compiler.dll'), csc];
  return { kit: join(folder, 'Wiremark.Kit.dll'), compiler };
}
