/**
 * Compiles the kit (the C# code that loads and times serializers) and Host.cs into the cache, unless the cache has both for the
 * same sources and the same version of the SDK.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unclear } from '../../build-kit/installer.mjs';
import { digestOf, makeOnce } from '../../build-kit/once.mjs';
import { answer } from '../../build-kit/request.mjs';
import { runTool } from '../../build-kit/tool.mjs';
import { compilerArguments } from './compiler.mjs';
import { ENVIRONMENT, VERSION } from './sdk.mjs';
import { GLOBAL_USINGS, runtimeConfig } from './units.mjs';

const KIT = fileURLToPath(new URL('../kit', import.meta.url));
const HOST = fileURLToPath(new URL('Host.cs', import.meta.url));

/**
 * @param {import('./packages.mjs').Resolved} framework
 * @param {string} sdk version of the SDK
 * @param {string} cache
 * @returns {Promise<{ kit: string, compiler: readonly string[], msbuild: readonly string[] } | import('../../build-kit/installer.mjs').Failure>}
 */
export async function makeTools({ csc, msbuild, references }, sdk, cache) {
  const files = (await readdir(KIT)).filter((name) => name.endsWith('.cs')).map((name) => join(KIT, name));
  const texts = await Promise.all([...files, HOST].map((file) => readFile(file, 'utf8')));
  const folder = join(cache, `kit-${digestOf([sdk, VERSION, csc, ...GLOBAL_USINGS, ...texts.sort()])}`);
  const failure = await makeOnce(folder, async (aside) => {
    answer.progress('compiling the kit');
    const usings = join(aside, 'usings.cs');
    await writeFile(usings, GLOBAL_USINGS.join('\n'));
    // The compiler and MSBuild need the SDK's own version of .NET or a later one, so the host runs on the latest one installed.
    await writeFile(join(aside, 'host.runtimeconfig.json'), runtimeConfig('LatestMajor'));
    const response = join(aside, 'arguments.rsp');
    for (const [name, target, sources] of /** @type {const} */ ([
      ['Wiremark.Kit.dll', 'library', files],
      ['host.dll', 'exe', [HOST]],
    ])) {
      const compilation = { output: join(aside, name), target, files: [...sources, usings], references };
      await writeFile(response, compilerArguments(compilation).join('\n'));
      const args = ['exec', csc, '-noconfig', `@${response}`];
      const { ended, reason, output } = await runTool({ program: 'dotnet', args, env: ENVIRONMENT });
      if (ended !== 'well') return unclear('csc', output.find((line) => line.includes(' error ')) ?? reason);
    }
    return null;
  });
  if (failure !== null) return failure;
  const host = ['dotnet', 'exec', join(folder, 'host.dll')];
  return {
    kit: join(folder, 'Wiremark.Kit.dll'),
    compiler: [...host, csc, '-noconfig'],
    msbuild: [...host, msbuild, '-noAutoResponse'],
  };
}
