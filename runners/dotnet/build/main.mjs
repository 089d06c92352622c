/**
 * Builds rows of .NET (docs/PROTOCOL.md, "Building"): for each serializer and dataset an assembly of the row's files, the code
 * that is generated from the dataset's model, and references to the kit and to the row's packages.
 *
 * ```
 * <target>/unit.dll, unit.runtimeconfig.json   what `dotnet exec` starts: placeholder `program`
 *         /Wiremark.Kit.dll, …                 the kit and the packages, links into <cache> where possible
 *         /generated.cs                        models and other generated code that is measured, for `wiremark source`
 * ```
 *
 * MSBuild resolves the packages of a row once (packages.mjs); the C# compiler is then called directly (compiler.mjs). One build by
 * MSBuild over six units took 2.5 to 3 times as long.
 */
import { join } from 'node:path';
import { isFailure, untilGeneral } from '../../build-kit/installer.mjs';
import { inScratch } from '../../build-kit/once.mjs';
import { inOrder } from '../../build-kit/order.mjs';
import { groupUnits } from '../../build-kit/packages.mjs';
import { answer, readRequest } from '../../build-kit/request.mjs';
import { startCompilers } from './compiler.mjs';
import { makeTools } from './kit.mjs';
import { NOTHING, readLocks, resolvePackages, wantedOf } from './packages.mjs';
import { askSdk } from './sdk.mjs';
import { buildUnit } from './units.mjs';

/**
 * @typedef {import('../../build-kit/request.mjs').Unit} Unit
 * @typedef {import('../../build-kit/installer.mjs').Failure} Failure
 */

/** Restores and compilers. */
const AT_ONCE = 2;

/** @type {(units: readonly Unit[], cache: string) => Promise<Failure | null>} */
async function buildUnits(units, cache) {
  const sdk = await askSdk();
  if (isFailure(sdk)) return sdk;
  const { version } = sdk;
  const framework = await resolvePackages(NOTHING, version, cache);
  if (isFailure(framework)) return framework;
  const tools = await makeTools(framework, version, cache);
  if (isFailure(tools)) return tools;
  const locks = await readLocks();
  const groups = groupUnits(
    units,
    (packages) => wantedOf(packages, locks),
    (one, other) => one.key === other.key,
  );
  const compilers = startCompilers(tools.compiler, AT_ONCE);
  const ask = untilGeneral();
  let compiled = 0;
  const work = inScratch(cache, (scratch) =>
    inOrder({
      queue: groups,
      atOnce: AT_ONCE,
      work: async ({ wanted: [wanted], units: sharing }) => {
        const packages = await ask(() => resolvePackages(wanted, version, cache));
        await Promise.all(
          sharing.map(async (unit) => {
            if (isFailure(packages)) return answer.failed(unit, packages);
            const started = () => answer.progress(`compiling ${unit.id} (${++compiled} of ${units.length})`);
            const folder = join(scratch, String(units.indexOf(unit)));
            const parts = { packages, version: wanted.version, kit: tools.kit, compilers, started };
            await buildUnit(unit, { ...parts, scratch: folder });
          }),
        );
      },
    }),
  );
  await work.finally(() => compilers.end());
  return null;
}

const { units, cache } = readRequest();
const failure = units.length === 0 ? null : await buildUnits(units, cache);
if (failure !== null) for (const unit of units) answer.failed(unit, failure);
answer.done();
