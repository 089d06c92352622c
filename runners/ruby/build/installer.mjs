/** What RubyGems' own installer is told (install.rb), and what it says when it can't. */
import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runTool } from '../../build-kit/tool.mjs';
import { RETRY } from './bundler.mjs';
import { PLAIN } from './interpreter.mjs';

/**
 * @typedef {import('./interpreter.mjs').Interpreter} Interpreter
 * @typedef {import('./interpreter.mjs').Failure} Failure
 * @typedef {import('./lock.mjs').Gem} Gem
 *
 * @typedef {object} Job one gem to be installed
 * @property {string} file
 * @property {string} folder empty
 * @property {readonly string[]} homes of the gems that it needs
 *
 * @typedef {object} Outcome
 * @property {string} word `installed`, `failed`, or `compile` for what was left aside
 * @property {readonly string[]} said before it
 */

const PROGRAM = fileURLToPath(new URL('install.rb', import.meta.url));
/** In milliseconds. A compiler says nothing until it has finished. */
const LONGEST = 9 * 60_000;
/** What install.rb says when it is done with a gem. */
export const OUTCOME = /^wiremark:(\w+) (\S+)$/;

/**
 * @param {Interpreter} ruby
 * @param {'pure' | 'all'} mode `pure`: what must be compiled is left aside
 * @param {string} list a file to be written, and removed again
 * @param {readonly Job[]} jobs
 * @param {(text: string) => void} [line] told each line as it comes
 */
export async function runInstaller(ruby, mode, list, jobs, line = () => {}) {
  const lines = jobs.map(({ file, folder, homes }) => `${[file, folder, homes.join(':')].join('\t')}\n`);
  await writeFile(list, lines.join(''));
  try {
    return await runTool({
      program: ruby.program,
      args: [PROGRAM, mode, list],
      env: PLAIN,
      silence: LONGEST,
      longest: LONGEST,
      line,
    });
  } finally {
    await rm(list, { force: true });
  }
}

/**
 * @param {readonly string[]} output of install.rb
 * @returns {Map<string, Outcome>} by file
 */
export function outcomesOf(output) {
  /** @type {Map<string, Outcome>} */
  const outcomes = new Map();
  /** @type {string[]} */
  let said = [];
  for (const line of output) {
    const [, word, file] = OUTCOME.exec(line) ?? [];
    if (word === undefined || file === undefined) said.push(line);
    else {
      outcomes.set(file, { word, said });
      said = [];
    }
  }
  return outcomes;
}

const NO_HEADERS = /can't find header files for ruby/;
const NO_COMPILER =
  /You have to install development tools first|(?:make|cc|gcc|g\+\+|clang): (?:command )?not found|No such file or directory - \S*(?:make|cc)\b|[Cc]ompiler failed to generate/;
const FAULT =
  /\b(?:fatal )?error: |^\s*\*\*\* |\b(?:Error|ERROR|abort(?:ing|ed)?): |is (?:missing|required)\b/;
/** Where a line of Ruby's stood that raised. */
const RAISED = /^\S+:\d+:in [`'].*?': (?=.+ \([\w:]+\)$)/;
/** What RubyGems says in any case. */
const FRAME =
  /^(?:Gem files will remain|\*\*\* extconf\.rb failed|Results logged|extconf failed|make failed|rake failed|To see why|current directory)/;
/** What a compiler and Ruby say of code that is wrong; of a header that is missing, a compiler says `fatal error`. */
const WRONG_CODE = /:\d+: (?:error: |syntax error)|\((?:NameError|NoMethodError|ArgumentError|TypeError)\)$/;
const COMPILE = 'install what compiles it (Debian: apt-get install ruby-dev build-essential)';
const CORRECT = 'correct its code, or take a version that this compiler takes';
const INSTALL = 'install what it asks for, with its header files (Debian: packages named …-dev)';

/**
 * A compiler says in many lines what fits into one.
 * @param {Gem} gem
 * @param {readonly string[]} said
 * @returns {Failure}
 */
export function failureOf({ name, version }, said) {
  const lines = said
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('wiremark:'));
  const isCompiled = lines.some((line) => line.includes('Failed to build gem native extension'));
  if (!isCompiled)
    return {
      reason: `${name} ${version} can't be installed: ${lines[0] ?? 'RubyGems does not say why'}`,
      cure: 'see what RubyGems says and try again',
      retry: RETRY,
    };
  /**
   * @param {string} why
   * @param {string} cure
   */
  const failure = (why, cure) => ({
    reason: `${name} ${version} can't be compiled: ${why}`,
    cure,
    retry: RETRY,
  });
  if (lines.some((line) => NO_HEADERS.test(line)))
    return failure("Ruby's header files aren't installed", COMPILE);
  if (lines.some((line) => NO_COMPILER.test(line)))
    return failure("there is no compiler, or it doesn't work", COMPILE);
  const why = whyNotCompiled(lines);
  return failure(why, WRONG_CODE.test(why) ? CORRECT : INSTALL);
}

/**
 * The first error, or the last that was said.
 * @param {readonly string[]} lines
 */
function whyNotCompiled(lines) {
  const own = lines.filter((line) => !FRAME.test(line) && !line.includes('native extension'));
  const line =
    own.find((one) => FAULT.test(one) || RAISED.test(one)) ?? own.at(-1) ?? 'RubyGems does not say why';
  return line.replace(RAISED, '');
}
