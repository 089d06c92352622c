import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import type { RunnerDefinition } from '../../define/types.ts';
import type { BuildInput } from './types.ts';

export interface PackageFailure {
  readonly reason: string;
  readonly cure: string;
}

export interface PackageState {
  /** Has `node_modules`. */
  readonly folder: string;
  /** By the manifest's spelling, `name@version`. */
  readonly failures: ReadonlyMap<string, PackageFailure>;
}

/** Exact version by name; what can't be asked of npm at all is in `refused`. */
export interface Packages {
  readonly versions: ReadonlyMap<string, string>;
  readonly refused: ReadonlyMap<string, PackageFailure>;
}

/** Scripts of packages are never run; whoever needs one is better served by a clear failure. */
const NPM_FLAGS = [
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  '--include=optional',
  '--prefer-offline',
  '--omit-lockfile-registry-resolved',
  '--no-update-notifier',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
  '--fetch-timeout=60000',
];
const NO_NPM: PackageFailure = {
  reason: 'npm is not installed',
  cure: 'install npm: it comes with Node.js from nodejs.org',
};
const LOCK = 'package-lock.json';
const STATE = 'packages.json';
const LONGEST_INSTALL = 10 * 60_000;
/** What couldn't be had is asked for again after this time, in milliseconds. */
const RETRY_AFTER = 10 * 60_000;

/** The packages of all serializers of a manifest. */
export function packagesOf(runner: RunnerDefinition): Packages {
  const versions = new Map<string, string>();
  const refused = new Map<string, PackageFailure>();
  for (const { packages } of runner.serializers) {
    for (const spelled of packages) {
      const at = spelled.lastIndexOf('@');
      const name = spelled.slice(0, at);
      const version = spelled.slice(at + 1);
      const other = versions.get(name);
      if (at < 1 || !/^\d+\.\d+\.\d+/.test(version)) {
        refused.set(spelled, {
          reason: `"${spelled}" isn't a package with an exact version`,
          cure: `write it as name@1.2.3 in ${runner.file}`,
        });
      } else if (other !== undefined && other !== version) {
        refused.set(spelled, {
          reason: `another serializer has ${name}@${other}, and only one version can be installed`,
          cure: `use the same version in ${runner.file}`,
        });
      } else versions.set(name, version);
    }
  }
  return { versions, refused };
}

/**
 * Installs the packages, each so that its failure stops no other, from the runner's committed lock as far as that goes.
 * Nothing is done when they are installed already; what failed before is tried again after ten minutes.
 */
export async function installPackages(input: BuildInput & { packages: Packages }): Promise<PackageState> {
  const { packages, runner, folder } = input;
  const lock = join(runner.folder, LOCK);
  const digest = await digestOf(packages, lock);
  const known = await findInstalled(folder, digest);
  if (known !== null) return withRefused(known, packages);
  const aside = join(folder, `.making-${randomBytes(6).toString('hex')}`);
  try {
    await writeManifest(aside, packages);
    if (existsSync(lock)) await copyFile(lock, join(aside, LOCK));
    const failures = packages.versions.size === 0 ? new Map() : await install(input, aside);
    await writeFile(join(aside, STATE), JSON.stringify([...failures], null, 2));
    // A part of the packages is better than none, but mustn't pass for the whole.
    const name = failures.size === 0 ? digest : `${digest}-partial-${randomBytes(6).toString('hex')}`;
    return withRefused({ folder: await settle(aside, join(folder, name)), failures }, packages);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

function withRefused(state: PackageState, packages: Packages): PackageState {
  return { ...state, failures: new Map([...state.failures, ...packages.refused]) };
}

async function digestOf(packages: Packages, lock: string): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([process.platform, process.arch, NPM_FLAGS]));
  hash.update(manifestOf(packages));
  if (existsSync(lock)) hash.update(await readFile(lock));
  return hash.digest('hex').slice(0, 16);
}

/** The whole install if there is one, else the latest partial one that is young enough. */
async function findInstalled(folder: string, digest: string): Promise<PackageState | null> {
  const names = (await readdir(folder)).filter((name) => name === digest || name.startsWith(`${digest}-`));
  const found = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(join(folder, name, STATE))).mtimeMs })),
  );
  const whole = found.find(({ name }) => name === digest);
  const [latest] = found.sort((one, other) => other.time - one.time);
  const usable = whole ?? (latest && Date.now() - latest.time < RETRY_AFTER ? latest : undefined);
  if (usable === undefined) return null;
  const failures: [string, PackageFailure][] = JSON.parse(
    await readFile(join(folder, usable.name, STATE), 'utf8'),
  );
  // Asking again costs nothing, and whoever has just followed the cure shouldn't have to wait.
  if (failures.some(([, { reason }]) => reason === NO_NPM.reason)) return null;
  return { folder: join(folder, usable.name), failures: new Map(failures) };
}

async function settle(aside: string, place: string): Promise<string> {
  try {
    await rename(aside, place);
  } catch (error) {
    // Another process installed the same in the meantime.
    if (!existsSync(place)) throw error;
  }
  return place;
}

/** Every package is optional to npm: one that can't be had leaves the others standing. */
export function manifestOf({ versions }: Packages): string {
  const names = [...versions.keys()].sort();
  const optionalDependencies = Object.fromEntries(names.map((name) => [name, versions.get(name)!]));
  const manifest = { name: 'wiremark-runner', version: '0.0.0', private: true, optionalDependencies };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

async function writeManifest(folder: string, packages: Packages): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), manifestOf(packages));
}

async function install(
  input: BuildInput & { packages: Packages },
  folder: string,
): Promise<Map<string, PackageFailure>> {
  const { versions } = input.packages;
  input.progress(`${input.runner.runtime}: npm installs ${[...versions.keys()].join(', ')}`);
  let common = await npm(['install', ...NPM_FLAGS], folder, input.signal);
  const failures = new Map<string, PackageFailure>();
  for (const [name, version] of versions) {
    if ((await installedVersion(folder, name)) === version) continue;
    const spelled = `${name}@${version}`;
    const failure: PackageFailure = common ?? (await whyMissing(input, spelled));
    failures.set(spelled, failure);
    // A registry that can't be reached won't be for the next package: each time takes npm many seconds.
    if (failure.cure === CONNECT) common = failure;
  }
  return failures;
}

async function installedVersion(folder: string, name: string): Promise<string | null> {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')).version : null;
}

/** npm passes over an optional package that it can't get without a word: asked for that one alone, it tells. */
async function whyMissing(input: BuildInput, spelled: string): Promise<PackageFailure> {
  input.progress(`${input.runner.runtime}: asking npm why it has no ${spelled}`);
  const folder = await mkdtemp(join(tmpdir(), 'wiremark-npm-'));
  try {
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
    const error = await npm(['install', ...NPM_FLAGS, '--no-save', spelled], folder, input.signal);
    const reason = `npm left out ${spelled} and doesn't say why`;
    return error ?? { reason, cure: `run "npm install ${spelled}" by hand in an empty folder` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns what went wrong, null for nothing. Throws only when aborted. */
async function npm(
  args: readonly string[],
  folder: string,
  signal: AbortSignal | undefined,
): Promise<PackageFailure | null> {
  const result = await execa('npm', args, {
    cwd: folder,
    reject: false,
    stdin: 'ignore',
    timeout: LONGEST_INSTALL,
    env: { NO_COLOR: '1' },
    ...(signal && { cancelSignal: signal }),
  });
  signal?.throwIfAborted();
  if (result.exitCode === 0) return null;
  if (result.code === 'ENOENT') {
    return NO_NPM;
  }
  if (result.timedOut) {
    const reason = `npm had not finished after ${LONGEST_INSTALL / 60_000} minutes`;
    return { reason, cure: 'check the connection to the npm registry' };
  }
  return failureOf(result.stderr || (result.shortMessage ?? ''), basename(folder));
}

const CONNECT = 'connect to the npm registry, or set one with npm config';
const NETWORK =
  /^E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|HOSTUNREACH|NETUNREACH)|ERR_SOCKET|ENOTCACHED/;

/** npm's own words: what follows `npm error`, without its jargon and where its log lies. */
function failureOf(stderr: string, folder: string): PackageFailure {
  const lines = stderr
    .split('\n')
    .map((line) => /^npm (?:error|ERR!) ?(.*)$/.exec(line)?.[1]?.trim())
    .filter((line): line is string => !!line && !line.startsWith('A complete log'));
  const code = lines.find((line) => line.startsWith('code '))?.slice(5) ?? '';
  const said = lines
    .filter((line) => !/^(code|syscall|errno|type) /.test(line) && !line.includes(folder))
    .map((line) => line.replace(/^(notarget|404|network)\s+/, ''))
    .filter((line) => line !== '' && line !== '404');
  const reason = `npm: ${said[0] ?? (code || stderr.trim().split('\n').at(-1))}`;
  if (NETWORK.test(code)) return { reason, cure: CONNECT };
  if (code === 'ETARGET' || code === 'E404') {
    return { reason, cure: 'correct the version in runner.toml, or use a registry that has it' };
  }
  return { reason, cure: 'see what npm says and try again' };
}
