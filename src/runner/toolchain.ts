import { stripVTControlCharacters } from 'node:util';
import type { Tool } from '../define/types.ts';
import { Child, pause } from './child.ts';
import { NotStarted } from './group.ts';

export type ToolState =
  | { readonly program: string; readonly found: true; readonly version: string }
  | { readonly program: string; readonly found: false; readonly reason: string; readonly cure: string };

/** Characters of an answer that are looked at, about. */
const LONGEST_ANSWER = 65_536;
/** Longest wait for a program to tell its version, in milliseconds. */
const LONGEST_WAIT = 20_000;

/** Asks programs for their versions; the first line that has a digit is the answer. @throws the signal's reason */
export function inspectTools(tools: readonly Tool[], signal?: AbortSignal): Promise<ToolState[]> {
  return Promise.all(tools.map((tool) => inspect(tool, signal)));
}

async function inspect({ program, versionArguments, cure }: Tool, signal?: AbortSignal): Promise<ToolState> {
  const command = [program, ...versionArguments];
  const lacking = (reason: string): ToolState => ({ program, found: false, reason, cure });
  const child = await Child.start({ command, folder: '.', environment: { NO_COLOR: '1' } });
  if (child instanceof NotStarted)
    return lacking(
      child.code === 'ENOENT' ? `${program} is not installed` : `"${command.join(' ')}" ${child.reason}`,
    );
  const end = () => child.kill();
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (output.length < LONGEST_ANSWER) output += text;
  });
  child.stdout.on('error', () => {});
  child.stdin.end();
  const answers = child.ended.then(() => true);
  const isInTime = await Promise.race([answers, pause(LONGEST_WAIT).then(() => false)]);
  end();
  await child.ended;
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
  if (child.exitCode === 0) return { program, found: true, version: versionLine(output + child.errors) };
  const why = isInTime
    ? await child.lastWords('telling its version')
    : `no answer within ${LONGEST_WAIT / 1000} s`;
  return lacking(`"${command.join(' ')}" failed: ${why}`);
}

function versionLine(output: string): string {
  // Some tools colour their answer even when it goes into a pipe.
  const lines = stripVTControlCharacters(output).split('\n');
  return (lines.find((line) => /\d/.test(line)) ?? lines[0] ?? '').trim();
}
