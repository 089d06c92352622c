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
 * @typedef {{ line(text: string): Promise<string[]>, isBusy: boolean, end(): void }} Worker
 */

const VERSIONS = [5, 6, 7, 8, 9, 10].map((version) => `NET${version}_0_OR_GREATER`);
const FLAGS = [
  '-nostdlib+',
  '-nologo',
  '-utf8output',
  '-optimize+',
  '-deterministic+',
  '-debug-',
  '-unsafe+',
  '-nullable:enable',
  '-langversion:latest',
  // Errors only: nobody reads warnings of rows.
  '-warn:0',
  `-define:TRACE;NET;NETCOREAPP;NET10_0;NETCOREAPP3_1_OR_GREATER;${VERSIONS.join(';')}`,
];

/**
 * The arguments of the compiler, one a line.
 * @param {Compilation} compilation
 */
export function responseFile({ output, files, references, analyzers = [], target }) {
  return [
    ...FLAGS,
    `-target:${target}`,
    `-out:"${output}"`,
    ...references.map((path) => `-reference:"${path}"`),
    ...analyzers.map((path) => `-analyzer:"${path}"`),
    ...files.map((path) => `"${path}"`),
  ].join('\n');
}

/** Up to `most` compilers at once; each is started when it is needed. */
export class Compilers {
  /** @type {Worker[]} */
  #workers = [];
  /** @type {(() => void)[]} */
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
    const worker = await this.#taken();
    started();
    try {
      return await worker.line(file);
    } finally {
      worker.isBusy = false;
      this.#waiting.shift()?.();
    }
  }

  end() {
    for (const worker of this.#workers) worker.end();
  }

  /** @returns {Promise<Worker>} one that was free, and is busy now */
  async #taken() {
    for (;;) {
      let worker = this.#workers.find((one) => !one.isBusy);
      if (worker === undefined && this.#workers.length < this.#most) {
        worker = startWorker(this.#command);
        this.#workers.push(worker);
      }
      if (worker !== undefined) {
        worker.isBusy = true;
        return worker;
      }
      await new Promise((resolve) => this.#waiting.push(() => resolve(null)));
    }
  }
}

/**
 * @param {readonly string[]} command
 * @returns {Worker}
 */
function startWorker([program = '', ...args]) {
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...ENVIRONMENT },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // A compiler that ends early is reported by the line that it doesn't answer.
  child.stdin.on('error', () => {});
  return {
    isBusy: false,
    line: async (text) => {
      child.stdin.write(`${text}\n`);
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
