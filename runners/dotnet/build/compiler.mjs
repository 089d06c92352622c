/** Compiles C# in processes that stay warm (Compiler.cs): they end with this one, whatever ends it. */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { ENVIRONMENT } from './sdk.mjs';

/**
 * @typedef {object} Compilation
 * @property {string} output path of the assembly
 * @property {readonly string[]} files
 * @property {readonly string[]} references
 * @property {readonly string[]} [analyzers]
 * @property {'library' | 'exe'} target
 *
 * @typedef {{ compile(file: string): Promise<string[]>, end(): void }} Worker
 */

const VERSIONS = [5, 6, 7, 8, 9, 10].map((version) => `NET${version}_0_OR_GREATER`);
/** Errors only: nobody reads warnings of rows. */
const FLAGS = `-nostdlib+ -nologo -utf8output -optimize+ -deterministic+ -debug- -unsafe+ -nullable:enable -langversion:latest
-warn:0 -define:TRACE;NET;NETCOREAPP;NET10_0;NETCOREAPP3_1_OR_GREATER;${VERSIONS.join(';')}`;

/**
 * The arguments of the compiler.
 * @param {Compilation} compilation
 */
export function responseFile({ output, files, references, analyzers = [], target }) {
  return [
    FLAGS,
    `-target:${target} -out:"${output}"`,
    ...references.map((path) => `-reference:"${path}"`),
    ...analyzers.map((path) => `-analyzer:"${path}"`),
    ...files.map((path) => `"${path}"`),
  ].join('\n');
}

/** @typedef {ReturnType<typeof startCompilers>} Compilers */

/**
 * Up to `most` compilers at once; each is started when it is needed.
 * @param {readonly string[]} command
 * @param {number} most
 */
export function startCompilers(command, most) {
  /** @type {Worker[]} */
  const all = [];
  /** @type {Worker[]} */
  const free = [];
  /** @type {((worker: Worker) => void)[]} */
  const waiting = [];
  /** @type {() => Worker | Promise<Worker>} */
  const next = () => {
    if (all.length === most) return new Promise((resolve) => waiting.push(resolve));
    const worker = startWorker(command);
    all.push(worker);
    return worker;
  };
  return {
    /**
     * @param {Compilation} compilation
     * @param {string} file where its response file goes
     * @param {() => void} started called when a compiler takes it
     * @returns {Promise<string[]>} the compiler's errors
     */
    async compile(compilation, file, started) {
      await writeFile(file, responseFile(compilation));
      const worker = free.pop() ?? (await next());
      started();
      const errors = await worker.compile(file);
      const waiter = waiting.shift();
      if (waiter === undefined) free.push(worker);
      else waiter(worker);
      return errors;
    },
    end() {
      for (const worker of all) worker.end();
    },
  };
}

/** @type {(command: readonly string[]) => Worker} */
function startWorker([program = '', ...args]) {
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...ENVIRONMENT },
  });
  // A compiler that ended is reported for the line that it doesn't answer.
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    compile: async (file) => {
      child.stdin.write(`${file}\n`);
      /** @type {string[]} */
      const printed = [];
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
