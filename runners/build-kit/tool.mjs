import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { finished } from 'node:stream/promises';
import { execa } from 'execa';
import { answer } from './request.mjs';

const MINUTE = 60_000;

/**
 * How a tool ended: `well` with exit code 0, `failed` with another, `missing` when there is no such program that can be
 * started, `cut-off` when it was ended because of the limit, or by somebody else.
 *
 * @typedef {object} ToolOutcome
 * @property {'well' | 'failed' | 'missing' | 'cut-off'} ended
 * @property {string} reason for a person; empty if it ended well
 * @property {readonly string[]} output its lines, of standard output and standard error as they came
 */

/**
 * Runs a tool, with an end whatever it does. It stays in this program's process group, which wiremark ends as a whole when
 * it is interrupted or this program is done. A tool may be silent for as long as it likes: compilers and downloads are. So
 * that wiremark doesn't take this program for hanging, the silence is told.
 *
 * @param {object} tool
 * @param {string} tool.program
 * @param {readonly string[]} tool.args
 * @param {string} [tool.cwd]
 * @param {Readonly<Record<string, string>>} [tool.env] besides this program's own
 * @param {number} [tool.longest] in milliseconds; 30 minutes by default
 * @param {number} [tool.quiet] how long a silence is told after, in milliseconds; 4 minutes by default
 * @param {string} [tool.log] a file that gets all of the output
 * @param {(line: string) => void} [tool.line] told each line as it comes
 * @returns {Promise<ToolOutcome>} never throws for what the tool does
 */
export async function runTool({ program, args, longest = 30 * MINUTE, quiet = 4 * MINUTE, ...tool }) {
  const child = execa(program, args, {
    ...(tool.cwd !== undefined && { cwd: tool.cwd }),
    env: { NO_COLOR: '1', ...tool.env },
    reject: false,
    buffer: false,
    stdin: 'ignore',
    all: true,
  });
  let cutOff = '';
  const limit = setTimeout(() => {
    cutOff = `${program} took more than ${minutes(longest)}`;
    child.kill('SIGKILL');
    // What the tool started may hold its output open: it ends with this program's group.
    child.all.destroy();
  }, longest);
  let silence = 0;
  const telling = setInterval(() => {
    silence += quiet;
    answer.progress(`${basename(program)} is still running, and has printed nothing for ${minutes(silence)}`);
  }, quiet);
  const log = tool.log === undefined ? null : createWriteStream(tool.log);
  /** @type {string[]} */
  const output = [];
  try {
    for await (const line of child.iterable({ from: 'all' })) {
      silence = 0;
      telling.refresh();
      log?.write(`${line}\n`);
      output.push(line);
      tool.line?.(line);
    }
  } catch (error) {
    if (cutOff === '') throw error;
  } finally {
    clearInterval(telling);
    clearTimeout(limit);
    if (log !== null) await finished(log.end());
  }
  const result = await child;
  return { output, ...endOf(program, result, cutOff) };
}

/**
 * @param {string} program
 * @param {{ exitCode?: number | undefined, code?: string | undefined, signal?: string | undefined }} result
 * @param {string} cutOff
 * @returns {Omit<ToolOutcome, 'output'>}
 */
function endOf(program, result, cutOff) {
  if (cutOff !== '') return { ended: 'cut-off', reason: cutOff };
  if (result.exitCode === 0) return { ended: 'well', reason: '' };
  if (result.code === 'ENOENT') return { ended: 'missing', reason: `${program} is not installed` };
  if (result.exitCode !== undefined)
    return { ended: 'failed', reason: `${program} exited with code ${result.exitCode}` };
  if (result.signal !== undefined)
    return { ended: 'cut-off', reason: `${program} was ended by ${result.signal}` };
  return { ended: 'missing', reason: `${program} can't be started: ${result.code ?? 'no reason given'}` };
}

/** @param {number} ms */
function minutes(ms) {
  return ms < MINUTE ? `${ms / 1000} s` : `${ms / MINUTE} minutes`;
}
