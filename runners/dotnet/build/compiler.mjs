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

/** Up to `most` compilers at once; each is started when it is needed. */
export class Compilers {
  /** @type {Worker[]} */
  #all = [];
  /** @type {Worker[]} */
  #free = [];
  /** @type {((worker: Worker) => void)[]} */
  #waiting = [];
  #command;
  #most;

  /**
   * @param {readonly string[]} command
   * @param {number} most
   */
  constructor(command, most) {
    this.#command = command;
    this.#most = most;
  }

  /**
   * @param {Compilation} compilation
   * @param {string} file where its response file goes
   * @param {() => void} started called when a compiler takes it
   * @returns {Promise<string[]>} the compiler's errors
   */
  async compile(compilation, file, started) {
    await writeFile(file, responseFile(compilation));
    const worker = this.#free.pop() ?? (await this.#next());
    started();
    const errors = await worker.compile(file);
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(worker);
    else next(worker);
    return errors;
  }

  /** @returns {Worker | Promise<Worker>} */
  #next() {
    if (this.#all.length === this.#most) return new Promise((resolve) => this.#waiting.push(resolve));
    const worker = startWorker(this.#command);
    this.#all.push(worker);
    return worker;
  }

  end() {
    for (const worker of this.#all) worker.end();
  }
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
