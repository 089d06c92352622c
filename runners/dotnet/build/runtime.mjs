/**
 * Finds the runtime that rows run on: an installed one, else one from NuGet. `dotnet` only finds runtimes in its own folder, so
 * the cache gets a copy of `dotnet` with the runtime from NuGet beside it.
 */
import { copyFile, cp, link, mkdir, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isFailure } from '../../build-kit/installer.mjs';
import { makeOnce } from '../../build-kit/once.mjs';
import { runTool } from '../../build-kit/tool.mjs';
import { PROGRAM } from '../serializers/compiled.mjs';
import { RUNTIME, resolvePackages } from './packages.mjs';
import { ENVIRONMENT, IS_USUAL, VERSION } from './sdk.mjs';

const INSTALLED = /^Microsoft\.NETCore\.App (\d+)\.\S+ \[(.+)\]$/;

/**
 * @typedef {object} Runtime
 * @property {string} dotnet the program that starts rows
 * @property {readonly string[]} needs folders outside of a unit that it needs
 */

/**
 * `sdk` is the SDK's version.
 * @type {(sdk: string, cache: string, msbuild: import('./host.mjs').Host) => Promise<Runtime | import('../../build-kit/installer.mjs').Failure>}
 */
export async function findRuntime(sdk, cache, msbuild) {
  const usual = { dotnet: 'dotnet', needs: [] };
  if (IS_USUAL) return usual;
  const { output } = await runTool({ program: 'dotnet', args: ['--list-runtimes'], env: ENVIRONMENT });
  const installed = output.map((line) => INSTALLED.exec(line)).filter((found) => found !== null);
  if (installed.some(([, major]) => major === VERSION)) return usual;
  const resolved = await resolvePackages(RUNTIME, sdk, cache, msbuild);
  if (isFailure(resolved)) return resolved;
  const pack = /** @type {string} */ (resolved.runtime);
  const root = join(cache, `runtime-${basename(pack)}`);
  const failure = await makeOnce(root, async (aside) => {
    const [, , shared = ''] = installed[0] ?? [];
    const home = dirname(dirname(shared));
    await copyFile(join(home, `dotnet${PROGRAM}`), join(aside, `dotnet${PROGRAM}`));
    await cp(join(home, 'host'), join(aside, 'host'), { recursive: true });
    const framework = join(aside, 'shared', basename(shared), basename(pack));
    await mkdir(framework, { recursive: true });
    const [platform = ''] = await readdir(join(pack, 'runtimes'));
    for (const kind of [`lib/net${VERSION}.0`, 'native'])
      for (const name of await readdir(join(pack, 'runtimes', platform, kind)))
        await linkOrCopy(join(pack, 'runtimes', platform, kind, name), framework);
  });
  return failure ?? { dotnet: join(root, 'dotnet'), needs: [root] };
}

/** @type {(path: string, folder: string) => Promise<void>} */
export async function linkOrCopy(path, folder) {
  const copy = join(folder, basename(path));
  await link(path, copy).catch(() => copyFile(path, copy));
}
