/**
 * Checks Ruby's sources: `format` corrects them with rubocop, `format --check` only reports offenses, `test` runs the
 * kit's minitest tests.
 * Without an argument it runs `format --check` and `test`. If Ruby or the gems for that are unavailable, it prints that
 * and succeeds.
 *
 * A test that needs gems of a row names the row in a comment: `# gems of: alba`.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { askRuby, PLAIN } from '../build/interpreter.mjs';
import { rowsOf } from '../build/manifest.mjs';
import { provideGems } from '../build/provide.mjs';
import { MINITEST, RUBOCOP } from './gems.mjs';

/**
 * @typedef {import('../build/interpreter.mjs').Interpreter} Interpreter
 * @typedef {import('../build/resolve.mjs').Row} Row
 */

const runner = fileURLToPath(new URL('..', import.meta.url));
const home =
  process.env.WIREMARK_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'wiremark');
const cache = join(home, 'builds/ruby/shared');
const manifest = rowsOf(readFileSync(join(runner, 'runner.toml'), 'utf8'));

/** @type {Readonly<Record<string, ((interpreter: Interpreter, scratch: string) => Promise<boolean>)[]>>} */
const STEPS = {
  '': [(...where) => rubocop(...where, true), minitest],
  format: [(...where) => rubocop(...where, false)],
  'format --check': [(...where) => rubocop(...where, true)],
  test: [minitest],
};
const steps = STEPS[process.argv.slice(2).join(' ')];
if (steps === undefined) {
  console.error('usage: runners/ruby/check [format [--check] | test]');
  process.exit(2);
}
const ruby = await askRuby();
if ('reason' in ruby) console.log(`Ruby: not checked, since ${ruby.reason}`);
else {
  mkdirSync(cache, { recursive: true });
  const scratch = mkdtempSync(join(tmpdir(), 'wiremark-check-'));
  try {
    for (const step of steps) if (!(await step(ruby, scratch))) process.exitCode = 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * @param {Interpreter} interpreter
 * @param {string} scratch
 * @param {boolean} isCheck
 */
async function rubocop(interpreter, scratch, isCheck) {
  const list = await gemsFor([RUBOCOP], interpreter, join(scratch, 'rubocop'));
  if (list === null) return true;
  const start = 'Wiremark::Gems.activate(ARGV.shift); load Gem.bin_path("rubocop", "rubocop")';
  const kept = ['--cache-root', join(home, 'rubocop'), '--config', '.rubocop.yml'];
  const args = [...kept, '--format', 'emacs', ...(isCheck ? [] : ['--autocorrect'])];
  const isRight = await run(interpreter, ['-e', start, list, ...args]);
  console.log(
    isRight
      ? 'Ruby: formatted and linted'
      : 'Ruby: script/format corrects what can be corrected without thinking',
  );
  return isRight;
}

/**
 * Runs each file in its own process, since files need different gems.
 * @param {Interpreter} interpreter
 * @param {string} scratch
 */
async function minitest(interpreter, scratch) {
  const folder = join(runner, 'test');
  const files = readdirSync(folder).filter((name) => name.endsWith('_test.rb'));
  let isRight = true;
  for (const name of files) {
    const file = join(folder, name);
    const named = /^# gems of: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1]?.split(/,\s*/) ?? [];
    const rows = named.map((id) => {
      const row = manifest.find((one) => one.id === id);
      if (row === undefined) throw new Error(`${name}: runner.toml has no row "${id}" with gems`);
      return row;
    });
    const list = await gemsFor([MINITEST, ...rows], interpreter, join(scratch, name));
    if (list === null) continue;
    console.log(`Ruby: ${name}`);
    const start = 'Wiremark::Gems.activate(ARGV.shift); require "minitest/autorun"; load ARGV.shift';
    if (!(await run(interpreter, ['-e', start, list, file]))) isRight = false;
  }
  return isRight;
}

/**
 * @param {readonly Row[]} rows
 * @param {Interpreter} interpreter
 * @param {string} list
 * @returns {Promise<string | null>} the path; null, after a message, if gems are unavailable
 */
async function gemsFor(rows, interpreter, list) {
  // Resolves all gems as if one row required them, since a lock has one version of each gem.
  const row = {
    id: rows.map(({ id }) => id).join(' '),
    requirements: rows.flatMap((one) => one.requirements),
  };
  const place = { ruby: interpreter, cache, progress: (/** @type {string} */ text) => console.error(text) };
  const provided = await provideGems({ rows: [row], all: manifest, folder: runner }, place);
  const gems = provided.get(row);
  if (gems === undefined || 'reason' in gems) {
    console.log(`Ruby: not checked with ${row.id}, since ${gems?.reason}`);
    return null;
  }
  // Marks the folders as used, since wiremark removes folders that haven't been used for long.
  const now = new Date();
  for (const folder of gems.needs) utimesSync(folder, now, now);
  writeFileSync(list, gems.list);
  return list;
}

/**
 * @param {Interpreter} interpreter
 * @param {readonly string[]} args
 * @returns {Promise<boolean>}
 */
async function run(interpreter, args) {
  const words = ['-r', './kit/gems.rb', ...args];
  const { exitCode } = await execa(interpreter.program, words, {
    cwd: runner,
    env: PLAIN,
    reject: false,
    stdio: 'inherit',
  });
  return exitCode === 0;
}
