/** Builds a unit (one serializer for one dataset): generates C#, compiles it and adds the assemblies that it needs. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readModel, UnsupportedWord } from '../../build-kit/model.mjs';
import { answer } from '../../build-kit/request.mjs';
import { compilerArguments } from './compiler.mjs';
import { documents } from './documents.mjs';
import { models } from './models.mjs';
import { literal, namesOf } from './names.mjs';
import { packageFolder } from './packages.mjs';
import { linkOrCopy } from './runtime.mjs';
import { IS_USUAL, VERSION } from './sdk.mjs';
import { Unsupported } from './unsupported.mjs';

/**
 * @typedef {import('../../build-kit/request.mjs').Unit} Unit
 * @typedef {import('../../build-kit/installer.mjs').Failure} Failure
 * @typedef {import('./names.mjs').Names} Names
 * @typedef {import('./packages.mjs').Resolved} Resolved
 *
 * @typedef {object} Input of a generator
 * @property {import('../../build-kit/model.mjs').Model} model
 * @property {Names} names
 * @property {ReadonlyMap<string, string>} options of the row's entry in runner.toml
 * @property {ReadonlyMap<string, string>} artifacts paths of schema files by kind: `avro`, `proto`
 * @property {(name: string) => string} packageFolder returns the folder of one of the row's packages
 *
 * A module among a row's `sources`. Its function `generate` returns more C#, as lines of code by file name, or
 * throws `Unsupported` for a model that the library can't express.
 * @typedef {{ generate(input: Input): Record<string, readonly string[]> | Promise<Record<string, readonly string[]>> }} Generator
 */

/**
 * `version` is the version of the row's library; empty without packages: then the row reports the version of .NET. `kit` is the
 * path of the kit's assembly. `runtime` starts the row. `scratch` is a folder for generated code, which is created if needed.
 * @typedef {{ packages: Resolved, version: string, kit: string, runtime: import('./runtime.mjs').Runtime, compiler: import('./host.mjs').Host, scratch: string }} Parts
 */

class GeneratorError extends Error {}

/** Options that a row may have. runner.toml explains them. `field` may have a suffix: `field-instant`. */
const OPTIONS = 'entry plain usings modifiers initial enum-start record field enum value'.split(' ');

/** Seconds for which wiremark doesn't repeat a failed build, unless the sources change. */
const DAY = 24 * 60 * 60;
const FRAMEWORK = `.NETCoreApp,Version=v${VERSION}.0`;

/** The `using` directives that .NET projects have by default (ImplicitUsings). */
export const GLOBAL_USINGS =
  'System System.Collections.Generic System.IO System.Linq System.Net.Http System.Threading System.Threading.Tasks'
    .split(' ')
    .map((name) => `global using global::${name};`);

/** @type {(rollForward: string) => string} content of a runtimeconfig.json; `rollForward`: which later versions of .NET may be used */
export const runtimeConfig = (rollForward) =>
  JSON.stringify({
    runtimeOptions: {
      tfm: `net${VERSION}.0`,
      rollForward,
      framework: { name: 'Microsoft.NETCore.App', version: `${VERSION}.0.0` },
    },
  });

/** @type {(unit: Unit, parts: Parts) => Promise<void>} builds a unit and reports the result to wiremark */
export async function buildUnit(unit, { packages, version, kit, runtime, compiler, scratch }) {
  try {
    const sources = await generate(unit, version, packages.root, scratch);
    const { target } = unit;
    const rows = [unit.file, ...unit.sources].filter((path) => extname(path) === '.cs');
    const compilation = {
      output: join(target, 'unit.dll'),
      target: /** @type {const} */ ('exe'),
      files: [...rows, ...sources],
      references: [...packages.references, kit],
      analyzers: packages.analyzers,
    };
    const { ended, output } = await compiler.run(compilerArguments(compilation), join(scratch, 'unit.rsp'));
    if (ended !== 'well') return answer.failed(unit, compileFailure(output, scratch));
    const assemblies = [kit, ...packages.run];
    // A row has the same assemblies for each dataset, so hard links save space.
    for (const path of assemblies) await linkOrCopy(path, target);
    const beside = ['unit.dll', ...assemblies.map((path) => basename(path))];
    await writeFile(join(target, 'unit.deps.json'), dependencies(beside));
    await writeFile(
      join(target, 'unit.runtimeconfig.json'),
      runtimeConfig(IS_USUAL ? 'Major' : 'LatestPatch'),
    );
    const { dotnet, needs } = runtime;
    answer.built(unit, {
      placeholders: { dotnet, program: '{target}/unit.dll' },
      needs,
      licenses: packages.licenses,
    });
  } catch (error) {
    if (error instanceof GeneratorError)
      return answer.failed(unit, { reason: error.message, fix: 'correct that and run again', retry: DAY });
    if (!(error instanceof Unsupported || error instanceof UnsupportedWord)) throw error;
    answer.failed(unit, { verdict: 'unsupported', reason: error.message });
  }
}

/**
 * Writes the generated C# files and returns their paths. Also writes the code that is measured to `generated.cs` in the unit,
 * for `wiremark source`. `root` is NuGet's folder of packages.
 * @type {(unit: Unit, version: string, root: string, scratch: string) => Promise<string[]>}
 */
async function generate(unit, version, root, scratch) {
  const model = readModel(await readFile(/** @type {string} */ (unit.model), 'utf8'));
  const names = namesOf(model);
  const { options, artifacts } = unit;
  const unknown = [...options.keys()].find((key) => !/^field-/.test(key) && !OPTIONS.includes(key));
  if (unknown !== undefined)
    throw new GeneratorError(`[options] has an unknown key "${unknown}"; there are ${OPTIONS.join(', ')}`);
  const folderOf = (/** @type {string} */ name) => packageFolder(unit.packages, root, name);
  const input = { model, names, options, artifacts, packageFolder: folderOf };
  /** @type {Record<string, readonly string[]>} */
  const shown = { 'Models.cs': models(names, options) };
  for (const path of unit.sources.filter((source) => extname(source) === '.mjs')) {
    /** @type {Generator} */
    const generator = await import(pathToFileURL(resolve(path)).href);
    Object.assign(shown, await generated(generator, input, path));
  }
  await writeFile(join(unit.target, 'generated.cs'), Object.values(shown).map(text).join('\n'));
  const plain = model.root.kind === 'any' ? options.get('plain') : undefined;
  const hidden = {
    ...(plain === undefined && { 'Documents.cs': documents(model, names) }),
    'Program.cs': program(plain, unit, names, version),
  };
  await mkdir(scratch, { recursive: true });
  const files = Object.entries({ ...shown, ...hidden });
  return Promise.all(
    files.map(async ([name, lines]) => {
      await writeFile(join(scratch, name), text(lines));
      return join(scratch, name);
    }),
  );
}

/** @type {(module: Partial<Generator>, input: Input, path: string) => Promise<Record<string, readonly string[]> | undefined>} */
async function generated(module, input, path) {
  try {
    return await module.generate?.(input);
  } catch (error) {
    if (error instanceof Unsupported || error instanceof UnsupportedWord) throw error;
    throw new GeneratorError(`${path}: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * Returns the content of unit.deps.json, which lists the assemblies for .NET and for Orleans.
 * @param {readonly string[]} assemblies
 */
function dependencies(assemblies) {
  const runtime = Object.fromEntries(assemblies.map((name) => [name, OVERRIDING]));
  return JSON.stringify({
    runtimeTarget: { name: FRAMEWORK },
    targets: { [FRAMEWORK]: { 'unit/1.0.0': { runtime } } },
    libraries: { 'unit/1.0.0': { type: 'project', serviceable: false, sha512: '' } },
  });
}

// If a package and the framework contain the same assembly, MSBuild provides the package's only if its version is later. Without
// a version in unit.deps.json, .NET would nevertheless load the framework's, so each assembly gets a version above all others.
const OVERRIDING = { assemblyVersion: '99.0.0.0', fileVersion: '99.0.0.0' };

const text = (/** @type {readonly string[]} */ lines) => `${lines.join('\n')}\n`;

/**
 * @param {string | undefined} plain the row's class if documents are trees of the library, from the option `plain`
 * @param {Unit} unit
 * @param {Names} names
 * @param {string} version
 */
function program(plain, { file, options }, { root }, version) {
  const type = `Wiremark.Serializers.${plain ?? `${basename(file, '.cs')}<{root}>`}`;
  const made = (plain === undefined && options.get('entry')) || `new ${type}()`;
  const documents = plain === undefined ? 'Documents' : `${type}.Documents`;
  const facts = version === '' ? 'Environment.Version.ToString()' : literal(version);
  return [
    ...GLOBAL_USINGS,
    `[assembly: System.Runtime.Versioning.TargetFramework("${FRAMEWORK}")]`,
    '',
    'namespace Wiremark.Generated;',
    '',
    'public static class Program',
    '{',
    '    public static int Main()',
    '    {',
    '        // `wiremark source` prints the file that this variable names.',
    '        if (Environment.GetEnvironmentVariable("WIREMARK_SOURCE") is { Length: > 0 } source)',
    '            File.AppendAllText(source, File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "generated.cs")));',
    `        return Wiremark.Kit.Runner.Run(new ${documents}(), () => ${made.replaceAll('{root}', root)}, new Wiremark.Kit.Facts(${facts}));`,
    '    }',
    '}',
  ];
}

/** @type {(printed: readonly string[], scratch: string) => Failure} */
function compileFailure(printed, scratch) {
  const line = printed.find((one) => / error |^error/.test(one)) ?? printed[0] ?? 'the compiler failed';
  const [, file = '', at = '', message = line] = /^(.*?)(?:\((\d+,\d+)\))?: error (.*)$/.exec(line) ?? [];
  const where = file.replace(`${scratch}/`, 'generated ');
  const reason = file === '' ? line : `${where}${at === '' ? '' : `:${at.replace(',', ':')}`}: ${message}`;
  return { reason, fix: fixOf(where, message), retry: DAY };
}

/** @type {(where: string, message: string) => string} */
function fixOf(where, message) {
  if (where === 'generated Models.cs')
    return "correct the row's [options]; `wiremark source` prints these classes";
  return message.includes("'Wiremark.Serializers'")
    ? 'name the class like its file: NAME.cs has Wiremark.Serializers.NAME<T>'
    : 'correct that and run again';
}
