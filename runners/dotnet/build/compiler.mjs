/** Arguments of the C# compiler. */
import { VERSION } from './sdk.mjs';

/**
 * @typedef {object} Compilation
 * @property {string} output path of the assembly
 * @property {readonly string[]} files
 * @property {readonly string[]} references
 * @property {readonly string[]} [analyzers]
 * @property {'library' | 'exe'} target
 */

const FLAGS = `-nostdlib+ -nologo -utf8output -optimize+ -deterministic+ -debug:embedded -unsafe+ -nullable:enable -langversion:latest
-warn:0 -skipanalyzers+ -define:TRACE;NET;NETCOREAPP;NET${VERSION}_0;NETCOREAPP3_1_OR_GREATER;${Array.from({ length: Number(VERSION) - 4 }, (_, i) => `NET${i + 5}_0_OR_GREATER`).join(';')}`;

/** @type {(compilation: Compilation) => string[]} */
export function compilerArguments({ output, files, references, analyzers = [], target }) {
  return [
    FLAGS,
    `-target:${target} -out:"${output}"`,
    ...references.map((path) => `-reference:"${path}"`),
    ...analyzers.map((path) => `-analyzer:"${path}"`),
    ...files.map((path) => `"${path}"`),
  ];
}
