/**
 * Runs what fetches and installs packages, the registry's own tool in each language. What goes wrong is told alike, whichever
 * tool it is: a tool's own file says what its words mean, and the sentences are here.
 */
import { rm } from 'node:fs/promises';
import { runTool } from './tool.mjs';

/**
 * @typedef {object} Failure
 * @property {string} reason
 * @property {string} fix
 * @property {number} [retry] seconds until it is worth trying again; at once by default
 * @property {boolean} [isGeneral] whether it would be the same for every other package
 */

/** A package that was unavailable is asked for again after this many seconds. */
const RETRY = 600;
const NO_SPACE = /\bENOSPC\b|No space left on device/;

/**
 * @param {object} installer
 * @param {string} installer.name what a person calls it: `pip`
 * @param {string} installer.program
 * @param {readonly string[]} installer.args
 * @param {string} [installer.cwd]
 * @param {Readonly<Record<string, string>>} [installer.env]
 * @param {string} [installer.log] a file that gets all of its output, and stays where a failure names it (that of makeOnce)
 * @param {string} [installer.missing] what to do where there is no such program
 * @param {(output: readonly string[]) => Failure} installer.failureOf what its words mean
 * @returns {Promise<Failure | null>} null if all is installed
 */
export async function runInstaller({ name, missing, failureOf, ...tool }) {
  const { ended, reason, output } = await runTool(tool);
  const failure = whyNot();
  if (tool.log !== undefined && !failure?.fix.includes(tool.log)) await rm(tool.log, { force: true });
  return failure;

  /** @returns {Failure | null} */
  function whyNot() {
    if (ended === 'well') return null;
    // Asking again costs nothing, and a person who has just installed it shouldn't have to wait.
    if (ended === 'missing') return { reason, fix: missing ?? `install ${name}`, isGeneral: true };
    if (ended === 'cut-off') return { ...unclear(name, reason, tool.log), retry: RETRY };
    return { retry: RETRY, ...(whyNoSpace(name, output) ?? failureOf(output)) };
  }
}

/**
 * Asks for one thing after another, until something is wrong that would be the same for all: a registry that can't be reached
 * won't be for the next package, and each time takes many seconds.
 *
 * @returns {<T extends object | null>(ask: () => Promise<T>) => Promise<T | Failure>} what `ask` gives; once that was such a
 *   failure, only that
 */
export function untilGeneral() {
  /** @type {Failure | null} */
  let general = null;
  return async (ask) => {
    if (general !== null) return general;
    const outcome = await ask();
    if (isFailure(outcome) && outcome.isGeneral) general = outcome;
    return outcome;
  };
}

/**
 * @param {object | null} outcome
 * @returns {outcome is Failure}
 */
export function isFailure(outcome) {
  return outcome !== null && 'reason' in outcome;
}

/**
 * @param {string} name
 * @param {readonly string[]} output
 * @returns {Failure | null}
 */
export function whyNoSpace(name, output) {
  if (!output.some((line) => NO_SPACE.test(line))) return null;
  return { reason: `${name}: the disk is full`, fix: 'free some space and try again', isGeneral: true };
}

/**
 * @param {string} name
 * @param {string} why
 * @param {string} fix how a person sets another registry
 * @returns {Failure}
 */
export function unreachable(name, why, fix) {
  return { reason: `${name}: the registry can't be reached: ${why}`, fix, isGeneral: true };
}

/**
 * @param {string} name
 * @param {string} why
 * @param {string} [of] what else may have it: ` or a Ruby`
 * @returns {Failure}
 */
export function noVersion(name, why, of = '') {
  return { reason: `${name}: ${why}`, fix: `correct the version, or use a registry${of} that has it` };
}

/**
 * A file that isn't the one that was locked.
 * @param {string} reason
 * @returns {Failure}
 */
export function otherFile(reason) {
  const fix = 'find out why before you trust it: a version that was published never changes';
  return { reason, fix };
}

/**
 * What only the tool's own words can tell.
 * @param {string} name
 * @param {string | undefined} why
 * @param {string} [log]
 * @returns {Failure}
 */
export function unclear(name, why, log) {
  const fix = `see what ${name} says and try again`;
  return { reason: `${name}: ${why ?? 'it does not say why'}`, fix: withLog(fix, log) };
}

/**
 * @param {string} fix
 * @param {string} [log]
 */
export function withLog(fix, log) {
  return log === undefined ? fix : `${fix} (log: ${log})`;
}

/**
 * What a shell says of a program that it can't find, without the shell.
 * @param {string} line
 */
export function withoutShell(line) {
  return line.replace(/^(?:\/bin\/)?sh: (?:line )?(?:\d+: )?/, '');
}
