/**
 * The build program of .NET (docs/PROTOCOL.md, "Building"). For each unit (one serializer for one dataset), it compiles the
 * serializer's files and code generated from the dataset's model (its types) into an assembly. The assembly references the kit
 * (the C# code that all serializers share) and the serializer's packages.
 *
 * ```
 * <target>/unit.dll, unit.*.json               the assembly, which `dotnet exec` starts, its settings and dependencies
 *         /Wiremark.Kit.dll, …                 the kit and the packages, hard links where possible
 *         /generated.cs                        models and other generated code that is measured, for `wiremark source`
 * ```
 *
 * MSBuild only resolves packages (packages.mjs). The C# compiler is called directly, because building six units with MSBuild took
 * 2.5 to 3 times as long. Both programs stay ready for further calls (host.mjs).
 */
import { join } from 'node:path';
import { isFailure, untilGeneral } from '../../build-kit/installer.mjs';
import { inScratch } from '../../build-kit/once.mjs';
import { inOrder } from '../../build-kit/order.mjs';
import { answer, readRequest } from '../../build-kit/request.mjs';
import { startHost } from './host.mjs';
import { makeTools } from './kit.mjs';
import { keyOf, NOTHING, readLocks, resolvePackages, wantedOf } from './packages.mjs';
import { findRuntime } from './runtime.mjs';
import { askSdk, VERSION } from './sdk.mjs';
import { buildUnit } from './units.mjs';

/**
 * @typedef {import('../../build-kit/request.mjs').Unit} Unit
 * @typedef {import('../../build-kit/installer.mjs').Failure} Failure
 */

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
  const msbuild = startHost(tools.msbuild);
  /** @type {import('./host.mjs').Host[]} */
  const compilers = [];
  try {
    const runtime = await findRuntime(version, cache, msbuild);
    if (isFailure(runtime)) return runtime;
    // The locks are for .NET 10. For other versions, packages may have other dependencies.
    const locks = VERSION === '10' ? await readLocks() : {};
    const ask = untilGeneral();
    /** @type {Map<string, Promise<import('./packages.mjs').Resolved | Failure>>} */
    const resolving = new Map();
    let last = /** @type {Promise<unknown>} */ (Promise.resolve());
    /** @type {(wanted: import('./packages.mjs').Wanted) => Promise<import('./packages.mjs').Resolved | Failure>} */
    const resolveInTurn = (wanted) => {
      const resolved = last.then(() => ask(() => resolvePackages(wanted, version, cache, msbuild)));
      last = resolved.catch(() => {});
      return resolved;
    };
    let compiled = 0;
    /** @type {(unit: Unit, scratch: string) => Promise<void>} */
    const build = async (unit, scratch) => {
      const wanted = wantedOf(unit.packages, locks);
      if (isFailure(wanted)) return answer.failed(unit, wanted);
      const resolved = resolving.get(wanted.key) ?? resolveInTurn(wanted);
      resolving.set(wanted.key, resolved);
      const packages = await resolved;
      if (isFailure(packages)) return answer.failed(unit, packages);
      const compiler = compilers.pop() ?? startHost(tools.compiler);
      answer.progress(`compiling ${unit.id} (${++compiled} of ${units.length})`);
      await buildUnit(unit, {
        packages,
        version: wanted.version,
        kit: tools.kit,
        runtime,
        compiler,
        scratch,
      });
      compilers.push(compiler);
    };
    await inScratch(cache, (scratch) =>
      inOrder({
        queue: restoredEarly(units),
        atOnce: AT_ONCE,
        work: (unit) => build(unit, join(scratch, String(units.indexOf(unit)))),
      }),
    );
    return null;
  } finally {
    for (const host of [msbuild, ...compilers]) host.end();
  }
}

/**
 * Sorts units: first units without packages, then one for each set of packages, then the rest. This way NuGet restores packages
 * while other units are compiled.
 * @param {readonly Unit[]} units
 */
function restoredEarly(units) {
  const first = new Map([...units].reverse().map((unit) => [keyOf(unit.packages), unit]));
  const place = (/** @type {Unit} */ unit) => {
    if (unit.packages.length === 0) return 0;
    return first.get(keyOf(unit.packages)) === unit ? 1 : 2;
  };
  return [...units].sort((one, other) => place(one) - place(other));
}

const { units, cache } = readRequest();
const failure = units.length === 0 ? null : await buildUnits(units, cache);
if (failure !== null) for (const unit of units) answer.failed(unit, failure);
answer.done();
