/**
 * Resolves the packages of rows (serializers) with MSBuild. Each set of packages has its own project, so that a failure concerns
 * only the rows with this set. Results are cached by a digest of all inputs.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { noVersion, otherFile, runInstaller, unclear, unreachable } from '../../build-kit/installer.mjs';
import { digestOf, makeOnce } from '../../build-kit/once.mjs';
import { copyPackage, readExact } from '../../build-kit/packages.mjs';
import { answer } from '../../build-kit/request.mjs';
import { ENVIRONMENT, VERSION } from './sdk.mjs';

/**
 * @typedef {import('../../build-kit/installer.mjs').Failure} Failure
 * @typedef {import('../../build-kit/packages.mjs').PathPackage} PathPackage
 * @typedef {import('./host.mjs').Host} Host
 *
 * @typedef {object} Wanted the packages of a row
 * @property {string} key the same for the same set of packages
 * @property {{ name: string, version: string, spelled: string }[]} named
 * @property {PathPackage[]} locals
 * @property {string} lock content of NuGet's lock file for this set; empty if there is none
 * @property {string} version reported version of the library; empty without packages
 *
 * @typedef {object} Resolved files of the packages and of the SDK, as absolute paths
 * @property {string} csc path of the C# compiler
 * @property {string} msbuild path of MSBuild
 * @property {string[]} references assemblies to compile with
 * @property {string[]} analyzers assemblies with analyzers and source generators
 * @property {string[]} run assemblies to copy next to the compiled row
 * @property {Record<string, string>} licenses by package
 * @property {string} root NuGet's folder of restored packages
 * @property {string} [runtime] folder of the runtime's package, only if RUNTIME was resolved
 */

/**
 * File name of NuGet's lock files. The runner's folder has a file of the same name, written by `runners/dotnet/lock`. It
 * contains the contents of a NuGet lock file for each set of packages.
 */
export const LOCKS = 'packages.lock.json';
const EXACT = /^([\w.-]+)@(\d+(?:\.\d+)+[\w.+-]*)$/;
const SPELLING = "write it in the row's packages as Name@1.2.3 or Name@file:PATH";

/** @type {Wanted} no packages, only the framework */
export const NOTHING = { key: '', named: [], locals: [], lock: '', version: '' };

/** @type {Wanted} the runtime itself, for a version that isn't installed */
export const RUNTIME = { ...NOTHING, key: `.NET ${VERSION}` };

/** @type {(packages: readonly string[], locks: Readonly<Record<string, object>>) => Wanted | Failure} */
export function wantedOf(packages, locks) {
  if (packages.length === 0) return NOTHING;
  const read = readExact(packages, EXACT, SPELLING);
  if ('reason' in read) return read;
  const key = keyOf(packages);
  const lock = locks[key] === undefined ? '' : JSON.stringify(locks[key]);
  const library = read.named.find(({ spelled }) => spelled === packages[0]);
  const resolved = lock === '' ? ' (resolved here)' : '';
  return { key, ...read, lock, version: library === undefined ? 'built here' : library.version + resolved };
}

export const keyOf = (/** @type {readonly string[]} */ packages) => [...packages].sort().join(' ');

/** @returns {Promise<Record<string, object>>} */
export async function readLocks() {
  return existsSync(LOCKS) ? JSON.parse(await readFile(LOCKS, 'utf8')) : {};
}

/**
 * `sdk` is the SDK's version. Without `msbuild`, starts MSBuild for this call.
 * @type {(wanted: Wanted, sdk: string, cache: string, msbuild?: Host) => Promise<Resolved | Failure>}
 */
export async function resolvePackages(wanted, sdk, cache, msbuild) {
  const folder = join(
    cache,
    `packages-${digestOf(['with MSBuild', sdk, wanted.key, wanted.lock, project(wanted, [])])}`,
  );
  const file = join(folder, 'resolved.json');
  const kept = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : null;
  if (kept !== null && [...kept.references, ...kept.analyzers, ...kept.run].every((path) => existsSync(path)))
    return kept;
  await rm(folder, { recursive: true, force: true });
  const failure = await makeOnce(folder, (aside, log) => restore(wanted, { aside, folder, log, msbuild }));
  return failure ?? JSON.parse(await readFile(file, 'utf8'));
}

const RESOLVE = [
  '-nologo',
  '-nodeReuse:false',
  '-maxCpuCount:1',
  '-restore',
  '-property:Configuration=Release;UseSharedCompilation=false',
  '-target:ResolveReferences',
  '-getItem:ReferencePath,Analyzer,ReferenceCopyLocalPaths,ResolvedRuntimePack',
  '-getProperty:RoslynTargetsPath,MSBuildToolsPath,NuGetPackageRoot',
];

/** @type {(wanted: Wanted, at: { aside: string, folder: string, log: string, msbuild: Host | undefined }) => Promise<Failure | null>} */
async function restore(wanted, { aside, folder, log, msbuild }) {
  if (wanted.key !== '') answer.progress(`NuGet restores ${wanted.key}`);
  const work = join(aside, 'work');
  await mkdir(work);
  // Empty files, so that projects don't inherit settings from parent folders.
  for (const name of ['Directory.Build.props', 'Directory.Build.targets', 'Directory.Packages.props'])
    await writeFile(join(work, name), '<Project />');
  /** @type {string[]} */
  const projects = [];
  for (const local of wanted.locals) {
    const found = await projectIn(local, work);
    if (typeof found !== 'string') return found;
    projects.push(found);
  }
  const file = join(work, 'packages.csproj');
  await writeFile(file, project(wanted, projects));
  if (wanted.lock !== '') await writeFile(join(work, LOCKS), wanted.lock);
  const result = join(work, 'result.json');
  const args = [file, ...RESOLVE, `-getResultOutputFile:${result}`];
  const quoted = args.map((one) => `"${one}"`);
  const failure = await runInstaller({
    name: 'NuGet',
    ...(msbuild && { run: () => msbuild.run(quoted, join(work, 'msbuild.rsp'), log) }),
    program: 'dotnet',
    args: ['msbuild', ...args],
    cwd: work,
    env: ENVIRONMENT,
    log,
    failureOf: (output) => failureOf(output, work, log),
  });
  if (failure !== null) return failure;
  const { Properties, Items } = JSON.parse(await readFile(result, 'utf8'));
  /** @type {(items: { FullPath: string, DestinationSubDirectory?: string }[]) => string[]} */
  const assemblies = (items) =>
    items
      .filter(
        ({ FullPath, DestinationSubDirectory = '' }) =>
          extname(FullPath) === '.dll' && DestinationSubDirectory === '',
      )
      .map(({ FullPath }) => FullPath);
  // Local packages are built inside `aside`, which is later renamed to `folder`.
  const settled = (/** @type {string} */ path) => path.replace(aside, folder);
  const resolved = {
    csc: join(Properties.RoslynTargetsPath, 'bincore', 'csc.dll'),
    msbuild: join(Properties.MSBuildToolsPath, 'MSBuild.dll'),
    references: assemblies(Items.ReferencePath).map(settled),
    analyzers: assemblies(Items.Analyzer),
    run: assemblies(Items.ReferenceCopyLocalPaths).map(settled),
    licenses: await licensesOf(wanted, Properties.NuGetPackageRoot),
    root: Properties.NuGetPackageRoot,
    runtime: Items.ResolvedRuntimePack[0]?.PackageDirectory,
  };
  await writeFile(join(aside, 'resolved.json'), JSON.stringify(resolved));
  return null;
}

/**
 * Returns the folder of a restored package. `packages` are those of the row, such as `Name@1.2.3`; `root` is NuGet's folder.
 * @type {(packages: readonly string[], root: string, name: string) => string}
 */
export function packageFolder(packages, root, name) {
  const version = packages.find((one) => one.startsWith(`${name}@`))?.slice(name.length + 1);
  if (version === undefined) throw new Error(`the row has no package ${name}`);
  return join(root, name.toLowerCase(), version.toLowerCase());
}

/**
 * Returns the license of each package as its nuspec file states it: an SPDX expression, a file name or a URL; empty if it
 * states none.
 * @type {(wanted: Wanted, root: string) => Promise<Record<string, string>>}
 */
export async function licensesOf({ named }, root) {
  /** @type {Record<string, string>} */
  const licenses = {};
  for (const { name, version } of named) {
    const file = join(packageFolder([`${name}@${version}`], root, name), `${name.toLowerCase()}.nuspec`);
    const nuspec = await readFile(file, 'utf8');
    const [, stated = ''] =
      /<license [^>]*>([^<]*)</.exec(nuspec) ?? /<licenseUrl>([^<]*)</.exec(nuspec) ?? [];
    licenses[name] = stated.trim();
  }
  return licenses;
}

/**
 * Returns an MSBuild project that references the packages and the projects with these paths.
 * @type {(wanted: Wanted, projects: readonly string[]) => string}
 */
export function project({ key, named, lock }, projects) {
  const isLocked = lock !== '';
  const isRuntime = key === RUNTIME.key;
  return `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net${VERSION}.0</TargetFramework>
    <UseAppHost>${isRuntime}</UseAppHost>
    <SelfContained>${isRuntime}</SelfContained>
    <UseCurrentRuntimeIdentifier>${isRuntime}</UseCurrentRuntimeIdentifier>
    <DisableTransitiveFrameworkReferenceDownloads>true</DisableTransitiveFrameworkReferenceDownloads>
    <NuGetAudit>false</NuGetAudit>
    <EnableNETAnalyzers>false</EnableNETAnalyzers>
    <SatelliteResourceLanguages>en</SatelliteResourceLanguages>
    <CopyLocalLockFileAssemblies>true</CopyLocalLockFileAssemblies>
    <EnableDefaultItems>false</EnableDefaultItems>
    <RestorePackagesWithLockFile>${isLocked}</RestorePackagesWithLockFile>
    <RestoreLockedMode>${isLocked}</RestoreLockedMode>
  </PropertyGroup>
  <ItemGroup>
    ${named.map(({ name, version }) => `<PackageReference Include="${name}" Version="[${version}]" />`).join('\n    ')}
    ${projects.map((path) => `<ProjectReference Include="${xml(path)}" />`).join('\n    ')}
  </ItemGroup>
</Project>
`;
}

const xml = (/** @type {string} */ text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** @type {(local: PathPackage, work: string) => Promise<string | Failure>} */
async function projectIn(local, work) {
  const fixPath = 'give the folder of the project or of its solution';
  if (!(await stat(local.path)).isDirectory())
    return { reason: `${local.path} isn't a folder`, fix: fixPath };
  const copy = await copyPackage(local, join(work, 'paths', local.digest));
  const files = await readdir(copy, { recursive: true });
  const projects = files.filter((file) => extname(file) === '.csproj').map((file) => join(copy, file));
  // MSBuild would treat outputs of earlier builds as up to date.
  for (const file of projects)
    for (const made of ['bin', 'obj']) await rm(join(dirname(file), made), { recursive: true, force: true });
  const named = projects.filter((file) => basename(file) === `${local.name}.csproj`);
  const [only, ...others] = named.length > 0 ? named : projects;
  if (only !== undefined && others.length === 0) return only;
  const count = only === undefined ? 'no' : others.length + 1;
  const fix = `name the package like its project: PROJECT@file:${local.path}`;
  return { reason: `${local.path} has ${count} .csproj files`, fix };
}

const ERROR = /^(.*?) ?: error ([A-Z]+\d+): (.*?)(?: \[[^[\]]+\])?$/;

/** @type {(output: readonly string[], work: string, log?: string) => Failure} explains errors of NuGet and MSBuild */
export function failureOf(output, work, log) {
  const errors = output.map((line) => ERROR.exec(line) ?? []).filter(([error]) => error !== undefined);
  const [error, place = '', code, text = ''] =
    errors.find(([, , one]) => one === 'NU1301') ?? errors[0] ?? [];
  const connect = 'connect to the package source, or set one with dotnet nuget add source';
  if (code === undefined) return unclear('NuGet', error ?? output.at(-1), log);
  if (code === 'NU1301') return unreachable('NuGet', text, connect);
  if (/^NU110[0-3]$/.test(code))
    return noVersion('NuGet', text.replace(/ PackageSourceMapping is enabled.*/, ''));
  if (code === 'NU1403') return otherFile(`NuGet: ${text}`);
  if (code === 'NU1004') return { reason: `NuGet: ${text}`, fix: 'renew the lock with runners/dotnet/lock' };
  const file = place.replace(work, '').replace(/^[\\/]paths[\\/]\w+[\\/]/, '');
  const where = place.includes('packages.csproj') ? 'NuGet' : file.replace(/\((\d+),(\d+)\)/, ':$1:$2');
  return { reason: `${where}: ${code}: ${text}`, fix: 'correct that and run again' };
}
