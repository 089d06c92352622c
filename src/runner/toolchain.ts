import { stripVTControlCharacters } from 'node:util';
import type { Tool } from '../define/types.ts';
import { NotStarted } from './group.ts';
import { runProgram } from './program.ts';

export type ToolState =
  | { readonly program: string; readonly found: true; readonly version: string }
  | { readonly program: string; readonly found: false; readonly reason: string; readonly cure: string };

/** Longest wait for a program to tell its version, in milliseconds. */
const LONGEST_WAIT = 20_000;

/** Asks programs for their versions; the first line that has a digit is the answer. @throws the signal's reason */
export function inspectTools(tools: readonly Tool[], signal?: AbortSignal): Promise<ToolState[]> {
  return Promise.all(tools.map((tool) => inspect(tool, signal)));
}

async function inspect({ program, versionArguments, cure }: Tool, signal?: AbortSignal): Promise<ToolState> {
  const command = [program, ...versionArguments];
  const lacking = (reason: string): ToolState => ({ program, found: false, reason, cure });
  const ended = await runProgram(
    { command, folder: '.', environment: { NO_COLOR: '1' } },
    'telling its version',
    { limit: LONGEST_WAIT, signal },
  );
  if (ended instanceof NotStarted)
    return lacking(
      ended.code === 'ENOENT' ? `${program} is not installed` : `"${command.join(' ')}" ${ended.reason}`,
    );
  const { output, errors, failure } = ended;
  if (failure === null) return { program, found: true, version: versionLine(output + errors) };
  return lacking(`"${command.join(' ')}" failed: ${failure}`);
}

function versionLine(output: string): string {
  // Some tools color their answer even in a pipe.
  const lines = stripVTControlCharacters(output).split('\n');
  return (lines.find((line) => /\d/.test(line)) ?? lines[0] ?? '').trim();
}
