/** Runs a program of the SDK in a process that stays ready for further calls (Host.cs). */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { answer } from '../../build-kit/request.mjs';
import { QUIET } from '../../build-kit/tool.mjs';
import { ENVIRONMENT } from './sdk.mjs';

/**
 * @typedef {object} Host
 * @property {(args: readonly string[], file: string, log?: string) => Promise<import('../../build-kit/tool.mjs').ToolOutcome>} run
 *   writes the arguments to `file` and runs the program; if it fails, writes its output to `log`
 * @property {() => void} end
 */

/**
 * Starts a host. Each `run` must have ended before the next.
 * @param {readonly string[]} command
 * @returns {Host}
 */
export function startHost([program = '', ...args]) {
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...ENVIRONMENT },
  });
  // Without a listener, writing to a host that has ended would crash this program; `run` returns a failure instead.
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  /** @type {() => Promise<{ output: string[], code: string }>} */
  const reply = async () => {
    const output = [];
    for (;;) {
      const { value, done } = await lines.next();
      if (done) return { output: [...output, 'error: the program ended early'], code: 'none' };
      const [, code] = /^= (-?\d+)$/.exec(value) ?? [];
      if (code !== undefined) return { output, code };
      output.push(value);
    }
  };
  return {
    run: async (request, file, log) => {
      await writeFile(file, request.join('\n'));
      const telling = setInterval(() => answer.progress('the SDK is still running'), QUIET);
      child.stdin.write(`${file}\n`);
      const { output, code } = await reply().finally(() => clearInterval(telling));
      if (code === '0') return { ended: 'well', reason: '', output };
      if (log !== undefined) await writeFile(log, output.join('\n'));
      return { ended: 'failed', reason: output.at(-1) ?? `exit code ${code}`, output };
    },
    end: () => child.stdin.end(),
  };
}
