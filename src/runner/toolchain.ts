import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import type { Tool } from '../define/types.ts';

export type ToolState =
  | { readonly program: string; readonly found: true; readonly version: string }
  | { readonly program: string; readonly found: false; readonly reason: string; readonly cure: string };

/** Longest wait for a program to tell its version, in milliseconds. */
const LONGEST_WAIT = 20_000;

/** Asks programs for their versions; the first line that has a digit is the answer. */
export async function inspectTools(tools: readonly Tool[]): Promise<ToolState[]> {
  return Promise.all(
    tools.map(async ({ program, versionArguments, cure }): Promise<ToolState> => {
      const result = await execa(program, versionArguments, {
        all: true,
        reject: false,
        stdin: 'ignore',
        timeout: LONGEST_WAIT,
        env: { NO_COLOR: '1' },
      });
      if (result.exitCode === 0) return { program, found: true, version: versionLine(result.all) };
      const reason =
        result.code === 'ENOENT'
          ? `${program} is not installed`
          : `"${[program, ...versionArguments].join(' ')}" failed: ${result.shortMessage}`;
      return { program, found: false, reason, cure };
    }),
  );
}

function versionLine(output: string): string {
  // Some tools colour their answer even when it goes into a pipe.
  const lines = stripVTControlCharacters(output).split('\n');
  return (lines.find((line) => /\d/.test(line)) ?? lines[0] ?? '').trim();
}
