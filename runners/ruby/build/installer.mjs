import { fileURLToPath } from 'node:url';
import { runInstaller, withLog, withoutShell } from '../../build-kit/installer.mjs';
import { PLAIN } from './interpreter.mjs';

/**
 * @typedef {import('./interpreter.mjs').Interpreter} Interpreter
 * @typedef {import('./interpreter.mjs').Failure} Failure
 * @typedef {import('./lock.mjs').Gem} Gem
 */

const PROGRAM = fileURLToPath(new URL('install.rb', import.meta.url));

/**
 * @param {Interpreter} ruby
 * @param {Gem} gem
 * @param {object} where
 * @param {string} where.file
 * @param {string} where.folder
 * @param {readonly string[]} where.homes homes of the gem's dependencies
 * @param {string} where.log path for the output, removed afterwards unless the failure's fix names it
 * @returns {Promise<Failure | null>}
 */
export function installGem(ruby, gem, { file, folder, homes, log }) {
  return runInstaller({
    name: 'RubyGems',
    program: ruby.program,
    args: [PROGRAM, file, folder, homes.join(':')],
    env: PLAIN,
    log,
    failureOf: (output) => failureOf(gem, output, log),
  });
}

const NO_HEADERS = /can't find header files for ruby/;
const NO_COMPILER =
  /You have to install development tools first|(?:make|cc|gcc|g\+\+|clang): (?:command )?not found|No such file or directory - \S*(?:make|cc)\b|[Cc]ompiler failed to generate/;
const FAULT =
  /\b(?:fatal )?error: |^\s*\*\*\* |\b(?:Error|ERROR|abort(?:ing|ed)?): |is (?:missing|required)\b/;
const RAISED = /^\S+:\d+:in [`'].*?': (?=.+ \([\w:]+\)$)/;
/** Prefix of the lines that install.rb copies from mkmf.log, the log of extconf.rb's checks. */
const PROBED = 'mkmf.log: ';
const TELLING = /(?:: | is )(?:command )?not found\b|\berror: |: No such file|cannot find /;
const EXTCONF_FAILED = /^\*\*\* extconf\.rb failed/;
const FRAME =
  /^(?:Gem files will remain|\*\*\* extconf\.rb failed|Results logged|extconf failed|make failed|rake failed|To see why|current directory)/;
/** Compilers and Ruby print these errors for incorrect code. For a missing header, compilers print `fatal error`. */
const WRONG_CODE = /:\d+: (?:error: |syntax error)|\((?:NameError|NoMethodError|ArgumentError|TypeError)\)$/;
const COMPILE = 'install what compiles it (Debian: apt-get install ruby-dev build-essential)';
const CORRECT = 'correct its code, or take a version that this compiler takes';
const INSTALL = 'install what it asks for, with its header files (Debian: packages named …-dev)';

/**
 * @param {Gem} gem
 * @param {readonly string[]} said
 * @param {string} log
 * @returns {Failure}
 */
export function failureOf({ name, version }, said, log) {
  const probed = said.filter((line) => line.startsWith(PROBED));
  const lines = said.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith(PROBED));
  const isCompiled = lines.some((line) => line.includes('Failed to build gem native extension'));
  if (!isCompiled)
    return {
      reason: `${name} ${version} can't be installed: ${lines[0] ?? 'RubyGems does not say why'}`,
      fix: withLog('see what RubyGems says and try again', log),
    };
  /**
   * @param {string} why
   * @param {string} fix
   */
  const failure = (why, fix) => ({
    reason: `${name} ${version} can't be compiled: ${why}`,
    fix: withLog(fix, log),
  });
  if (lines.some((line) => NO_HEADERS.test(line)))
    return failure("Ruby's header files aren't installed", COMPILE);
  if (lines.some((line) => NO_COMPILER.test(line)))
    return failure("there is no compiler, or it doesn't work", COMPILE);
  const why = whyNotCompiled(lines, probed);
  return failure(why, WRONG_CODE.test(why) ? CORRECT : INSTALL);
}

/**
 * Returns the first error of the compiler or Ruby, else the last line that extconf.rb printed. If that line only names a
 * failed check (`checking for …`), returns its error from mkmf.log instead.
 * @param {readonly string[]} lines
 * @param {readonly string[]} probed
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
  return withoutShell(line.replace(RAISED, ''));
}
