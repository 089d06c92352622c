/** Runs package managers (npm, pip, Maven, …) and describes the same failure in the same words for all of them. */
import { rm } from 'node:fs/promises';
import { runTool } from './tool.mjs';

/**
 * @typedef {object} Failure
 * @property {string} reason
 * @property {string} fix
 * @property {number} [retry] seconds for which wiremark repeats this failure without a new attempt; 0 by default
 * @property {boolean} [isGeneral] whether every other package would fail in the same way
 */

const RETRY_SECONDS = 600;
const NO_SPACE = /\bENOSPC\b|No space left on device/;

/**
 * @param {object} installer
 * @param {string} installer.name
 * @param {string} installer.program
 * @param {readonly string[]} installer.args
 * @param {string} [installer.cwd]
 * @param {Readonly<Record<string, string>>} [installer.env]
 * @param {string} [installer.log] path for a log of all output; removed afterwards unless the failure's fix names it
 * @param {string} [installer.missing] fix if the program is missing
 * @param {() => Promise<import('./tool.mjs').ToolOutcome>} [installer.run] runs the package manager; `runTool` by default
 * @param {(output: readonly string[]) => Failure} installer.failureOf explains a nonzero exit code, unless the disk is
 *   full
 * @returns {Promise<Failure | null>} null if the package manager exited with code 0
 */
export async function runInstaller({ name, missing, failureOf, run = () => runTool(tool), ...tool }) {
  const { ended, reason, output } = await run();
  const failure = whyNot();
  if (tool.log !== undefined && !failure?.fix.includes(tool.log)) await rm(tool.log, { force: true });
  return failure;

  /** @returns {Failure | null} */
  function whyNot() {
    if (ended === 'well') return null;
    // No `retry`, so that the next build looks for the program again: it may have been installed, and looking is cheap.
    if (ended === 'missing') return { reason, fix: missing ?? `install ${name}`, isGeneral: true };
    if (ended === 'cut-off') return { ...unclear(name, reason, tool.log), retry: RETRY_SECONDS };
    return { retry: RETRY_SECONDS, ...(whyNoSpace(name, output) ?? failureOf(output)) };
  }
}

/**
 * Returns a function that calls `ask` and returns its outcome. After the first general failure (`isGeneral`), it repeats
 * this failure without calling: each attempt to reach an unreachable registry takes seconds.
 *
 * @returns {<T extends object | null>(ask: () => Promise<T>) => Promise<T | Failure>}
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
 * @param {string} fix
 * @returns {Failure}
 */
export function unreachable(name, why, fix) {
  return { reason: `${name}: the registry can't be reached: ${why}`, fix, isGeneral: true };
}

/**
 * @param {string} name
 * @param {string} why
 * @param {string} [of] follows "use a registry" in the fix: ` or a Ruby`
 * @returns {Failure}
 */
export function noVersion(name, why, of = '') {
  return {
    reason: `${name}: ${why}`,
    fix: `correct the name or the version, or use a registry${of} that has it`,
  };
}

/**
 * @param {string} reason
 * @returns {Failure}
 */
export function otherFile(reason) {
  const fix = 'find out why before you trust it: a version that was published never changes';
  return { reason, fix };
}

/**
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

/** @param {string} line */
export function withoutShell(line) {
  return line.replace(/^(?:\/bin\/)?sh: (?:line )?(?:\d+: )?/, '');
}
