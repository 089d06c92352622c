import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { finished } from 'node:stream/promises';
import { execa } from 'execa';
import { answer } from './request.mjs';

const MINUTE = 60_000;
/** Milliseconds of silence before a progress report: wiremark ends a build program that is silent for ten minutes. */
export const QUIET = 4 * MINUTE;

/**
 * `ended` is `well` with exit code 0, `failed` with another, `missing` if the tool couldn't be started, `cut-off` if it
 * was killed at the time limit or ended by a signal.
 *
 * @typedef {object} ToolOutcome
 * @property {'well' | 'failed' | 'missing' | 'cut-off'} ended
 * @property {string} reason
 * @property {readonly string[]} output lines of standard output and standard error, interleaved
 */

/**
 * Runs a tool with a time limit, in this program's process group, which wiremark ends as a whole. Reports progress
 * whenever the tool has printed nothing for some minutes, because wiremark ends a build program that is silent for ten minutes.
 *
 * @param {object} tool
 * @param {string} tool.program
 * @param {readonly string[]} tool.args
 * @param {string} [tool.cwd]
 * @param {Readonly<Record<string, string>>} [tool.env]
 * @param {number} [tool.longest] time limit in milliseconds; 30 minutes by default
 * @param {number} [tool.quiet] milliseconds of silence before each progress report; 4 minutes by default
 * @param {string} [tool.log]
 * @param {(line: string) => void} [tool.line]
 * @returns {Promise<ToolOutcome>}
 */
export async function runTool({ program, args, longest = 30 * MINUTE, quiet = QUIET, ...tool }) {
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
    // Stops reading: processes that the tool started may keep its output open until wiremark ends the process group.
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
