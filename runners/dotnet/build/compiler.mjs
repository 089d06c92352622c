/** Compiles C# in a process that stays ready for further compilations (Compiler.cs). */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { ENVIRONMENT, VERSION } from './sdk.mjs';

/**
 * @typedef {object} Compilation
 * @property {string} output path of the assembly
 * @property {readonly string[]} files
 * @property {readonly string[]} references
 * @property {readonly string[]} [analyzers]
 * @property {'library' | 'exe'} target
 *
 * @typedef {object} Compiler
 * @property {(compilation: Compilation, file: string) => Promise<string[]>} compile
 *   writes the arguments to `file` and compiles; returns the lines that the compiler printed, none after success
 * @property {() => void} end
 */

const FLAGS = `-nostdlib+ -nologo -utf8output -optimize+ -deterministic+ -debug:embedded -unsafe+ -nullable:enable -langversion:latest
-warn:0 -skipanalyzers+ -define:TRACE;NET;NETCOREAPP;NET${VERSION}_0;NETCOREAPP3_1_OR_GREATER;${Array.from({ length: Number(VERSION) - 4 }, (_, i) => `NET${i + 5}_0_OR_GREATER`).join(';')}`;

/** @param {Compilation} compilation */
export function responseFile({ output, files, references, analyzers = [], target }) {
  return [
    FLAGS,
    `-target:${target} -out:"${output}"`,
    ...references.map((path) => `-reference:"${path}"`),
    ...analyzers.map((path) => `-analyzer:"${path}"`),
    ...files.map((path) => `"${path}"`),
  ].join('\n');
}

/**
 * Starts a compiler process. Each `compile` must have ended before the next.
 * @type {(command: readonly string[]) => Compiler}
 */
export function startCompiler([program = '', ...args]) {
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...ENVIRONMENT },
  });
  // Without a listener, writing to a compiler that has ended would throw here; `compile` reports the end.
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    compile: async (compilation, file) => {
      await writeFile(file, responseFile(compilation));
      child.stdin.write(`${file}\n`);
      const printed = /** @type {string[]} */ ([]);
      for (;;) {
        const { value, done } = await lines.next();
        if (done) return [...printed, 'error: the compiler ended early'];
        const [, code] = /^= (-?\d+)$/.exec(value) ?? [];
        if (code !== undefined) return code === '0' ? [] : printed;
        printed.push(value);
      }
    },
    end: () => child.stdin.end(),
  };
}
