/**
 * Makes virtual environments, one for each set of packages. Each is a folder in the cache, named by a digest of its interpreter
 * and packages. It is created under another name, renamed when complete, and never changed afterwards.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { digestOf, makeOnce } from '../../build-kit/once.mjs';
import { copyPackage } from '../../build-kit/packages.mjs';
import { runTool } from '../../build-kit/tool.mjs';
import { normalized } from './lock.mjs';
import { NOTE_HASHES } from './packages.mjs';
import { installRequirements, PIP_FLAGS, whyNoPip } from './pip.mjs';

/**
 * @typedef {import('./packages.mjs').Wanted} Wanted
 * @typedef {import('../../build-kit/installer.mjs').Failure} Failure
 *
 * @typedef {object} Place settings of all environments
 * @property {import('./interpreter.mjs').Interpreter} interpreter
 * @property {string} cache
 * @property {(text: string) => void} progress
 * @property {ReturnType<typeof import('../../build-kit/installer.mjs').untilGeneral>} ask runs an installation. Once one has
 *   failed for a reason that concerns all packages, it runs no others and returns this failure
 *
 * @typedef {object} Environment
 * @property {string} folder
 * @property {string} python path of its interpreter
 */

/** Increase this when the steps around pip change, so that old environments aren't reused. */
const LAYOUT = '1';
const PYTHON = process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python';

/**
 * Makes an environment, or returns an existing one without installing anything.
 * @param {Wanted} wanted
 * @param {Place} place
 * @returns {Promise<Environment | Failure>}
 */
export async function makeEnvironment(wanted, place) {
  const locked = isLocked(wanted) ? 'with hashes' : 'without hashes';
  const parts = [LAYOUT, ...place.interpreter.identity, ...PIP_FLAGS, locked, ...wanted.requirements];
  for (const { name, digest } of wanted.locals) parts.push(name, digest);
  const folder = join(place.cache, digestOf(parts));
  const failure = await makeOnce(folder, async (aside, log) => {
    const filled = () => fill(aside, { wanted, place, log });
    if (wanted.packages.length === 0) return filled();
    return place.ask(async () => whyNoPip(place.interpreter) ?? filled());
  });
  return failure ?? { folder, python: join(folder, PYTHON) };
}

/**
 * @param {string} folder
 * @param {{ wanted: Wanted, place: Place, log: string }} what
 * @returns {Promise<Failure | null>}
 */
async function fill(folder, { wanted, place, log }) {
  const { program } = place.interpreter;
  const args = ['-m', 'venv', '--without-pip', folder];
  const made = await runTool({ program, args, longest: 5 * 60_000 });
  if (made.ended !== 'well') {
    const reason = `python3 can't make a virtual environment: ${made.output.at(-1) ?? made.reason}`;
    return { reason, fix: 'see what "python3 -m venv" says (Debian: apt-get install python3-venv)' };
  }
  const { packages, requirements, unlocked, locals } = wanted;
  if (packages.length > 0) {
    const names = packages.map((one) => locals.find(({ spelled }) => spelled === one)?.name ?? one);
    place.progress(`pip installs ${names.join(', ')}`);
    for (const one of unlocked) place.progress(`${one} comes without hashes: ${NOTE_HASHES} notes them`);
    const file = join(folder, 'requirements.txt');
    const copies = join(folder, 'copies');
    const lines = [...requirements];
    for (const one of locals)
      lines.push(`${one.name} @ ${pathToFileURL(await copyPackage(one, copies)).href}`);
    await writeFile(file, lines.map((line) => `${line}\n`).join(''));
    const python = join(folder, PYTHON);
    const failure = await installRequirements({ program, python, file, isLocked: isLocked(wanted), log });
    await rm(copies, { recursive: true, force: true });
    if (failure !== null) return failure;
  }
  await forgetPlace(folder);
  return null;
}

/** @param {Wanted} wanted */
function isLocked({ unlocked, locals }) {
  return unlocked.length + locals.length === 0;
}

/**
 * Removes the scripts, and the lines of pyvenv.cfg, that contain the environment's temporary path, since the folder
 * will be renamed. Python works without them: it finds the environment by the path of its own executable.
 * @param {string} folder
 */
async function forgetPlace(folder) {
  const programs = join(folder, dirname(PYTHON));
  for (const { name } of (await readdir(programs, { withFileTypes: true })).filter((one) => one.isFile())) {
    const file = join(programs, name);
    if ((await readFile(file)).includes(folder)) await rm(file);
  }
  const settings = join(folder, 'pyvenv.cfg');
  const lines = (await readFile(settings, 'utf8')).split('\n');
  await writeFile(settings, lines.filter((line) => !line.includes(folder)).join('\n'));
}

/**
 * Reads each package's license: its expression (PEP 639), else its classifiers, else the first line of `License`;
 * empty if there is none.
 * @param {string} folder
 * @param {readonly string[]} packages
 */
export async function licensesOf(folder, packages) {
  const wanted = packages.map((spelled) => normalized(/^[\w.-]+/.exec(spelled)?.[0] ?? ''));
  /** @type {Record<string, string>} */
  const licenses = {};
  for (const path of await readdir(folder, { recursive: true })) {
    if (!/\.dist-info[\\/]METADATA$/.test(path)) continue;
    const [head = ''] = (await readFile(join(folder, path), 'utf8')).split(/\r?\n\r?\n/, 1);
    /** @param {string} key */
    const all = (key) =>
      [...head.matchAll(new RegExp(`^${key}: *(.*)$`, 'gm'))].map(([, value = '']) => value);
    const name = normalized(all('Name')[0] ?? '');
    const classifiers = all('Classifier').filter((value) => value.startsWith('License ::'));
    const classified = classifiers.map((value) => value.split(' :: ').at(-1)).join(', ');
    if (wanted.includes(name))
      licenses[name] = all('License-Expression')[0] ?? (classified || (all('License')[0] ?? ''));
  }
  return licenses;
}
