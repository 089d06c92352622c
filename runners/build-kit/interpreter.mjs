import { runTool } from './tool.mjs';

/**
 * @typedef {import('./installer.mjs').Failure} Failure
 *
 * @typedef {object} Interpreter
 * @property {string} version
 * @property {(key: string) => string[]} all returns the values of all lines with this key
 */

/**
 * Runs a program that prints the interpreter's properties as lines `wiremark:KEY VALUE`, one with the key `version`.
 * Returns a failure if that doesn't work or if the version is older than `oldest`.
 *
 * @param {object} question
 * @param {string} question.language
 * @param {string} question.program
 * @param {readonly string[]} question.args
 * @param {Readonly<Record<string, string>>} [question.env]
 * @param {string} question.oldest oldest supported major and minor version
 * @param {string} question.fix
 * @returns {Promise<Interpreter | Failure>}
 */
export async function askInterpreter({ language, oldest, fix, ...asked }) {
  const { program } = asked;
  const { ended, reason, output } = await runTool({ ...asked, longest: 60_000 });
  // The error message is the first line that isn't part of a Python traceback (`Traceback …`, then indented lines).
  const said = output.find((line) => /^\S/.test(line) && !line.startsWith('Traceback '));
  if (ended === 'failed') return { reason: `${program}: ${said ?? reason}`, fix };
  if (ended !== 'well') return { reason, fix };
  const [version] = valuesOf(output, 'version');
  if (version === undefined) return { reason: `${program} does not say what it is`, fix };
  if (isOlder(version, oldest))
    return { reason: `${program} is ${language} ${version}, and the runner is written for ${oldest}`, fix };
  return { version, all: (key) => valuesOf(output, key) };
}

/**
 * Returns the values of the lines `wiremark:KEY VALUE` with this key. Ignores other lines of the output.
 * @param {readonly string[]} output
 * @param {string} key
 */
export function valuesOf(output, key) {
  const head = `wiremark:${key} `;
  return output.flatMap((line) => (line.startsWith(head) ? [line.slice(head.length)] : []));
}

/**
 * @param {string} version
 * @param {string} oldest
 */
export function isOlder(version, oldest) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}
