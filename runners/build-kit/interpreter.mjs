/** What the interpreter of a language says of itself. */
import { runTool } from './tool.mjs';

/**
 * @typedef {import('./installer.mjs').Failure} Failure
 *
 * @typedef {object} Told
 * @property {string} version `3.11.7`
 * @property {(key: string) => string[]} all the values of a key
 */

/**
 * Asks an interpreter, by a program in its language that prints lines `wiremark:KEY VALUE`, one of them with its `version`.
 *
 * @param {object} question
 * @param {string} question.language `Python`
 * @param {string} question.program
 * @param {readonly string[]} question.args
 * @param {Readonly<Record<string, string>>} [question.env]
 * @param {string} question.oldest the major and minor version that the kit is written for
 * @param {string} question.fix where one that will do is from
 * @returns {Promise<Told | Failure>}
 */
export async function askInterpreter({ language, oldest, fix, ...asked }) {
  const { program } = asked;
  const { ended, reason, output } = await runTool({ ...asked, longest: 60_000 });
  // A shim says first what is wrong, and then what else there is; a traceback says it last.
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
 * What a program has told in lines `wiremark:KEY VALUE`, among others: what is started with it may have said something too.
 * @param {readonly string[]} output
 * @param {string} key
 */
export function valuesOf(output, key) {
  const head = `wiremark:${key} `;
  return output.flatMap((line) => (line.startsWith(head) ? [line.slice(head.length)] : []));
}

/**
 * @param {string} version
 * @param {string} oldest major and minor
 */
export function isOlder(version, oldest) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}
