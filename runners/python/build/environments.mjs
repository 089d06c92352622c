/**
 * Virtual environments, one for each set of packages: folders of the cache, named by what is in them, made aside and then
 * renamed, and never changed afterwards.
 */
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { digestOf, makeOnce } from '../../build-kit/once.mjs';
import { parsePath } from '../../build-kit/packages.mjs';
import { runTool } from '../../build-kit/tool.mjs';
import { NOTE_HASHES } from './packages.mjs';
import { installRequirements, PIP_FLAGS, whyNoPip } from './pip.mjs';

/**
 * @typedef {import('./interpreter.mjs').Interpreter} Interpreter
 * @typedef {import('./packages.mjs').Wanted} Wanted
 * @typedef {import('../../build-kit/installer.mjs').Failure} Failure
 *
 * @typedef {object} Environment
 * @property {string} folder
 * @property {string} python its interpreter
 */

/** Changes with what is done to an environment besides what pip does. */
const LAYOUT = '1';
const PYTHON = process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python';

export class Environments {
  #interpreter;
  #cache;
  #progress;
  /** @type {Failure | null} what would be the same for every other package */
  #general;

  /**
   * @param {object} where
   * @param {Interpreter} where.interpreter
   * @param {string} where.cache a folder that exists
   * @param {(text: string) => void} where.progress told what takes long
   */
  constructor({ interpreter, cache, progress }) {
    this.#interpreter = interpreter;
    this.#cache = cache;
    this.#progress = progress;
    this.#general = whyNoPip(interpreter);
  }

  /**
   * Nothing is done, and nobody is asked, when it is there already.
   * @param {Wanted} wanted
   * @returns {Promise<Environment | Failure>}
   */
  async make(wanted) {
    const locked = isLocked(wanted) ? 'with hashes' : 'without hashes';
    const parts = [LAYOUT, ...this.#interpreter.identity, ...PIP_FLAGS, locked, ...wanted.requirements];
    for (const { name, digest } of wanted.locals) parts.push(name, digest);
    const folder = join(this.#cache, digestOf(parts));
    const environment = { folder, python: join(folder, PYTHON) };
    if (existsSync(folder)) return environment;
    if (wanted.packages.length > 0 && this.#general !== null) return this.#general;
    // wiremark removes a log when nothing has used it for a month.
    const failure = await makeOnce(folder, (aside) => this.#fill(aside, wanted, `${folder}.log`));
    // A registry that can't be reached won't be for the next package: each time takes pip many seconds.
    if (failure?.isGeneral) this.#general = failure;
    return failure ?? environment;
  }

  /**
   * @param {string} aside
   * @param {Wanted} wanted
   * @param {string} log
   * @returns {Promise<Failure | null>}
   */
  async #fill(aside, wanted, log) {
    const { packages, requirements, unlocked, locals } = wanted;
    const { program } = this.#interpreter;
    const made = await runTool({
      program,
      args: ['-m', 'venv', '--without-pip', aside],
      longest: 5 * 60_000,
    });
    if (made.ended !== 'well') {
      const reason = `python3 can't make a virtual environment: ${made.output.at(-1) ?? made.reason}`;
      const cure = 'see what "python3 -m venv" says (Debian: apt-get install python3-venv)';
      return { reason, cure };
    }
    if (packages.length > 0) {
      const names = packages.map((spelled) => parsePath(spelled)?.name ?? spelled);
      this.#progress(`pip installs ${names.join(', ')}`);
      for (const spelled of unlocked)
        this.#progress(`${spelled} comes without hashes: ${NOTE_HASHES} notes them`);
      const file = join(aside, 'requirements.txt');
      const copies = join(aside, 'copies');
      const lines = [...requirements];
      for (const local of locals) lines.push(await copyOf(local, copies));
      await writeFile(file, lines.map((line) => `${line}\n`).join(''));
      const python = join(aside, PYTHON);
      const failure = await installRequirements({ program, python, file, isLocked: isLocked(wanted), log });
      await rm(copies, { recursive: true, force: true });
      if (failure !== null) return failure;
    }
    await forgetPlace(aside);
    return null;
  }
}

/** @param {Wanted} wanted */
function isLocked({ unlocked, locals }) {
  return unlocked.length + locals.length === 0;
}

/**
 * A package by path as a requirement, from a copy: building a package leaves files in its folder, which then would be
 * another. What wiremark's digest leaves out isn't copied.
 * @param {import('../../build-kit/packages.mjs').PathPackage} local
 * @param {string} folder for copies
 */
async function copyOf({ name, path }, folder) {
  const target = join(folder, basename(path));
  await cp(path, target, {
    recursive: true,
    filter: (file) => file === path || !/^(\..*|node_modules|__pycache__)$/.test(basename(file)),
  });
  return `${name} @ ${pathToFileURL(target).href}`;
}

/**
 * Removes what holds the path that an environment is made at, since it is renamed: the scripts of packages and those that
 * activate it. The interpreter finds its place by itself.
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
