/**
 * Resolves the packages of units: each distinct set is restored by a project of its own, in a process of its own, and its
 * assemblies are copied to a folder of the cache that is named by all that went in:
 *
 * ```
 * <cache>/packages-<digest>/run/         what runs: beside the unit's own assembly
 *                          /compile/     what compiles against it, where that is another assembly
 *                          /analyzers/   source generators and analyzers of the packages
 *                          /references.json
 * ```
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { noVersion, otherFile, runInstaller, unclear, unreachable } from '../../build-kit/installer.mjs';
import { digestOf, makeOnce } from '../../build-kit/once.mjs';
import { copyPackage, readExact } from '../../build-kit/packages.mjs';
import { answer } from '../../build-kit/request.mjs';
import { ENVIRONMENT } from './sdk.mjs';

/**
 * @typedef {import('../../build-kit/installer.mjs').Failure} Failure
 * @typedef {import('../../build-kit/packages.mjs').PathPackage} PathPackage
 *
 * @typedef {object} Wanted the packages of a row
 * @property {string} key equal for equal sets
 * @property {{ name: string, version: string, spelled: string }[]} named
 * @property {PathPackage[]} locals
 * @property {string | null} lock NuGet's lock file; null where there is none for this set
 * @property {string} version of the library itself, as the runner reports it; empty without packages
 *
 * @typedef {object} Resolved
 * @property {string} csc path of the compiler
 * @property {readonly string[]} references assemblies to compile with
 * @property {readonly string[]} analyzers
 * @property {readonly string[]} run assemblies that run beside the unit
 * @property {Readonly<Record<string, string>>} licenses by package
 */

/** NuGet's lock files, by set; `runners/dotnet/lock` writes it. */
export const LOCKS = 'packages.lock.json';
const EXACT = /^([\w.-]+)\/(\d+(?:\.\d+)+[\w.+-]*)$/;
const SPELLING = "write it in the row's packages as Name/1.2.3 or Name@file:PATH";

/** @type {Wanted} the framework alone */
export const NOTHING = { key: '', named: [], locals: [], lock: null, version: '' };

/**
 * @param {readonly string[]} packages
 * @param {Readonly<Record<string, object>>} locks
 * @returns {Wanted | Failure}
 */
export function wantedOf(packages, locks) {
  if (packages.length === 0) return NOTHING;
  const read = readExact(packages, EXACT, SPELLING);
  if ('reason' in read) return read;
  const key = keyOf(packages);
  const lock = locks[key];
  const library = read.named.find(({ spelled }) => spelled === packages[0]);
  const version =
    library === undefined ? 'built here' : library.version + (lock === undefined ? ' (resolved here)' : '');
  return { key, ...read, lock: lock === undefined ? null : JSON.stringify(lock), version };
}

/** @param {readonly string[]} packages */
export function keyOf(packages) {
  return [...packages].sort().join(' ');
}

/** @returns {Promise<Record<string, object>>} */
export async function readLocks() {
  return existsSync(LOCKS) ? JSON.parse(await readFile(LOCKS, 'utf8')) : {};
}

/**
 * @param {Wanted} wanted
 * @param {{ sdk: import('./sdk.mjs').Sdk, cache: string }} place
 * @returns {Promise<Resolved | Failure>}
 */
export async function resolvePackages(wanted, { sdk, cache }) {
  const identity = [
    'with licenses',
    sdk.version,
    project(wanted, []),
    wanted.lock ?? '',
    ...wanted.locals.map((one) => one.digest),
  ];
  const folder = join(cache, `packages-${digestOf(identity)}`);
  const failure = await makeOnce(folder, (aside, log) => fill(aside, log, wanted));
  if (failure !== null) return failure;
  const { csc, framework, ...found } = JSON.parse(await readFile(join(folder, 'references.json'), 'utf8'));
  const own = (/** @type {string[]} */ paths) => paths.map((path) => join(folder, path));
  return {
    csc,
    references: [...framework.references, ...own(found.references)],
    analyzers: [...framework.analyzers, ...own(found.analyzers)],
    run: own(found.run),
    licenses: found.licenses,
  };
}

/**
 * @param {string} folder
 * @param {string} log
 * @param {Wanted} wanted
 * @returns {Promise<Failure | null>}
 */
async function fill(folder, log, wanted) {
  if (wanted.key !== '') answer.progress(`NuGet restores ${wanted.key}`);
  const work = join(folder, 'work');
  await mkdir(work);
  const projects = await Promise.all(wanted.locals.map((one) => projectIn(one, work)));
  const wrong = projects.find((one) => typeof one !== 'string');
  if (wrong !== undefined) return /** @type {Failure} */ (wrong);
  const file = join(work, 'packages.csproj');
  await writeFile(file, project(wanted, /** @type {string[]} */ (projects)));
  if (wanted.lock !== null) await writeFile(join(work, 'packages.lock.json'), wanted.lock);
  const result = join(work, 'result.json');
  const failure = await runInstaller({
    name: 'NuGet',
    program: 'dotnet',
    args: ['msbuild', file, ...RESOLVE, `-getResultOutputFile:${result}`],
    cwd: work,
    env: ENVIRONMENT,
    log,
    failureOf: (lines) => failureOf(lines, work, log),
  });
  if (failure !== null) return failure;
  const resolved = JSON.parse(await readFile(result, 'utf8'));
  const licenses = await licensesOf(wanted, resolved.Properties.NuGetPackageRoot);
  const found = { ...(await take(resolved, folder)), licenses };
  await writeFile(join(folder, 'references.json'), JSON.stringify(found));
  await rm(work, { recursive: true });
  return null;
}

/**
 * The licenses that packages state in their nuspec: an expression, a file of the package, or an address.
 * @param {Wanted} wanted
 * @param {string} root NuGet's folder of packages
 */
export async function licensesOf({ named }, root) {
  /** @type {Record<string, string>} */
  const licenses = {};
  for (const { name, version } of named) {
    const id = name.toLowerCase();
    const nuspec = await readFile(join(root, id, version.toLowerCase(), `${id}.nuspec`), 'utf8');
    /** @param {RegExp} pattern */
    const stated = (pattern) => pattern.exec(nuspec)?.[1]?.trim();
    licenses[name] = stated(/<license [^>]*>([^<]*)</) ?? stated(/<licenseUrl>([^<]*)</) ?? '';
  }
  return licenses;
}

const RESOLVE = [
  '-nologo',
  '-nodeReuse:false',
  '-maxCpuCount:1',
  '-restore',
  '-property:Configuration=Release;UseSharedCompilation=false',
  '-target:ResolveReferences',
  '-getItem:ReferencePath,Analyzer,ReferenceCopyLocalPaths',
  '-getProperty:RoslynTargetsPath,NuGetPackageRoot',
];

/**
 * The project that restores a set. It inherits nothing from folders above.
 * @param {Wanted} wanted
 * @param {readonly string[]} projects paths
 */
export function project({ named, lock }, projects) {
  const packages = named.map(
    ({ name, version }) => `<PackageReference Include="${name}" Version="[${version}]" />`,
  );
  const references = projects.map((path) => `<ProjectReference Include="${xml(path)}" />`);
  return `<Project>
  <PropertyGroup>
    <ImportDirectoryBuildProps>false</ImportDirectoryBuildProps>
    <ImportDirectoryBuildTargets>false</ImportDirectoryBuildTargets>
    <ImportDirectoryPackagesProps>false</ImportDirectoryPackagesProps>
  </PropertyGroup>
  <Import Project="Sdk.props" Sdk="Microsoft.NET.Sdk" />
  <PropertyGroup>
    <TargetFramework>net10.0</TargetFramework>
    <UseAppHost>false</UseAppHost>
    <NuGetAudit>false</NuGetAudit>
    <EnableNETAnalyzers>false</EnableNETAnalyzers>
    <SatelliteResourceLanguages>en</SatelliteResourceLanguages>
    <CopyLocalLockFileAssemblies>true</CopyLocalLockFileAssemblies>
    <EnableDefaultItems>false</EnableDefaultItems>
    <RestorePackagesWithLockFile>${lock !== null}</RestorePackagesWithLockFile>
    <RestoreLockedMode>${lock !== null}</RestoreLockedMode>
  </PropertyGroup>
  <ItemGroup>
    ${[...packages, ...references].join('\n    ')}
  </ItemGroup>
  <Import Project="Sdk.targets" Sdk="Microsoft.NET.Sdk" />
</Project>
`;
}

/** @param {string} text */
function xml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/**
 * Copies a package by path and finds its project: the one with the package's name, else the only one.
 * @param {PathPackage} local
 * @param {string} work
 * @returns {Promise<string | Failure>}
 */
async function projectIn(local, work) {
  if (!(await stat(local.path)).isDirectory())
    return {
      reason: `${local.path} isn't a folder`,
      fix: 'give the folder of the project or of its solution',
    };
  const copy = await copyPackage(local, join(work, 'paths', local.digest));
  const files = await readdir(copy, { recursive: true });
  const projects = files.filter((file) => extname(file) === '.csproj').map((file) => join(copy, file));
  // Outputs of earlier builds would count as up to date.
  for (const file of projects)
    for (const made of ['bin', 'obj']) await rm(join(dirname(file), made), { recursive: true, force: true });
  const named = projects.filter((file) => basename(file) === `${local.name}.csproj`);
  const [only, ...others] = named.length > 0 ? named : projects;
  if (only !== undefined && others.length === 0) return only;
  const what = only === undefined ? 'no .csproj file' : `${others.length + 1} .csproj files`;
  return {
    reason: `${local.path} has ${what}`,
    fix: `name the package like its project: NAME@file:${local.path}`,
  };
}

/**
 * @typedef {{ FullPath: string, FrameworkReferenceName?: string, DestinationSubDirectory?: string }} Item
 *
 * @param {{ Properties: { RoslynTargetsPath: string }, Items: { ReferencePath: Item[], Analyzer: Item[], ReferenceCopyLocalPaths: Item[] } }} found
 * @param {string} folder
 */
async function take({ Properties, Items }, folder) {
  /** @type {Map<string, string>} by source */
  const copies = new Map();
  /** @type {(part: string, paths: readonly string[]) => Promise<string[]>} */
  const copied = async (part, paths) => {
    /** @type {string[]} */
    const places = [];
    for (const path of paths) {
      // Two packages may each have an analyzer of the same name.
      const group = part === 'analyzers' ? join(part, digestOf([dirname(path)])) : part;
      const place = copies.get(path) ?? join(group, basename(path));
      if (!copies.has(path)) {
        await mkdir(join(folder, group), { recursive: true });
        await copyFile(path, join(folder, place));
        copies.set(path, place);
      }
      places.push(place);
    }
    return places;
  };
  const assemblies = (/** @type {Item[]} */ items) =>
    items.filter(({ FullPath }) => extname(FullPath) === '.dll').map(({ FullPath }) => FullPath);
  const isFramework = (/** @type {string} */ path) =>
    /[\\/]packs[\\/]|[\\/]microsoft\.netcore\.app\.ref[\\/]/i.test(path);
  const [references, analyzers] = [assemblies(Items.ReferencePath), assemblies(Items.Analyzer)];
  const local = Items.ReferenceCopyLocalPaths.filter(
    (one) => !/[\\/]/.test(one.DestinationSubDirectory ?? ''),
  );
  return {
    csc: join(Properties.RoslynTargetsPath, 'bincore', 'csc.dll'),
    framework: { references: references.filter(isFramework), analyzers: analyzers.filter(isFramework) },
    run: await copied('run', assemblies(local)),
    references: await copied(
      'compile',
      references.filter((path) => !isFramework(path)),
    ),
    analyzers: await copied(
      'analyzers',
      analyzers.filter((path) => !isFramework(path)),
    ),
  };
}

/**
 * Explains the errors of NuGet and MSBuild.
 * @param {readonly string[]} output
 * @param {string} work
 * @param {string} [log]
 * @returns {Failure}
 */
export function failureOf(output, work, log) {
  const errors = output.flatMap((line) => {
    const [, place = '', code = '', text = ''] =
      /^(.*?) ?: error ([A-Z]+\d+): (.*?)(?: \[[^[\]]+\])?$/.exec(line) ?? [];
    return code === ''
      ? []
      : [{ place: place.replace(work, '').replace(/^[\\/]paths[\\/]\w+[\\/]/, ''), code, text }];
  });
  const unreached = errors.find(({ code }) => code === 'NU1301');
  if (unreached !== undefined) {
    return unreachable(
      'NuGet',
      unreached.text,
      'connect to the package source, or set one with dotnet nuget add source',
    );
  }
  const [first] = errors;
  if (first === undefined) return unclear('NuGet', output.at(-1), log);
  const { place, code, text } = first;
  switch (code) {
    case 'NU1101':
    case 'NU1102':
    case 'NU1103':
      return noVersion('NuGet', text);
    case 'NU1403':
      return otherFile(`NuGet: ${text}`);
    case 'NU1004':
      return { reason: `NuGet: ${text}`, fix: 'renew the lock with runners/dotnet/lock' };
    default: {
      const where = place.endsWith('packages.csproj')
        ? `NuGet: ${code}`
        : place.replace(/^[\\/]/, '').replace(/\((\d+),(\d+)\)/, ':$1:$2');
      return { reason: `${where}: ${text}`, fix: 'correct that and run again' };
    }
  }
}
