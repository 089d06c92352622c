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
 * @param {{ line?: (text: string) => void, log?: string }} [watch] `line` is told each line as it comes, `log` a file that gets all
 */
export async function runInstaller(ruby, mode, list, jobs, watch = {}) {
  const lines = jobs.map(({ file, folder, homes }) => `${[file, folder, homes.join(':')].join('\t')}\n`);
  await writeFile(list, lines.join(''));
  try {
    return await runTool({
      program: ruby.program,
      args: [PROGRAM, mode, list],
      env: PLAIN,
      silence: LONGEST,
      longest: LONGEST,
      ...watch,
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
/** How install.rb marks what extconf.rb has tried. */
const PROBED = 'mkmf.log: ';
const TELLING = /(?:: | is )(?:command )?not found\b|\berror: |: No such file|cannot find /;
/** What mkmf says when there is no Makefile, whatever the reason; then come its options. */
const EXTCONF_FAILED = /^\*\*\* extconf\.rb failed/;
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
 * @param {string} [log] what has all of it
 * @returns {Failure}
 */
export function failureOf({ name, version }, said, log) {
  const probed = said.filter((line) => line.startsWith(PROBED));
  const lines = said
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('wiremark:') && !line.startsWith(PROBED));
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
    cure: log === undefined ? cure : `${cure} (log: ${log})`,
    retry: RETRY,
  });
  if (lines.some((line) => NO_HEADERS.test(line)))
    return failure("Ruby's header files aren't installed", COMPILE);
  if (lines.some((line) => NO_COMPILER.test(line)))
    return failure("there is no compiler, or it doesn't work", COMPILE);
  const why = whyNotCompiled(lines, probed);
  return failure(why, WRONG_CODE.test(why) ? CORRECT : INSTALL);
}

/**
 * The first error, or the last that extconf.rb said; where that is a question, how it was answered.
 * @param {readonly string[]} lines
 * @param {readonly string[]} probed of mkmf.log
 */
function whyNotCompiled(lines, probed) {
  const end = lines.findIndex((line) => EXTCONF_FAILED.test(line));
  const own = (end < 0 ? lines : lines.slice(0, end)).filter(
    (line) => !FRAME.test(line) && !line.includes('native extension'),
  );
  const last = own.at(-1) ?? 'RubyGems does not say why';
  const answer = probed.findLast((line) => TELLING.test(line))?.slice(PROBED.length);
  const line =
    own.find((one) => FAULT.test(one) || RAISED.test(one)) ??
    (/^checking (?:for|if|whether) /.test(last) ? answer : undefined) ??
    last;
  return line.replace(RAISED, '').replace(/^(?:\/bin\/)?sh: (?:line )?(?:\d+: )?/, '');
}
