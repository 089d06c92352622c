import { stripVTControlCharacters } from 'node:util';
import type { Tool } from '../define/types.ts';
import { Child, pause } from '../machine/child.ts';
import { type ChildInput, NotStarted } from '../machine/process-group.ts';

export type ToolState =
  | { readonly program: string; readonly found: true; readonly version: string }
  | { readonly program: string; readonly found: false; readonly reason: string; readonly fix: string };

/** Longest wait for a program to tell its version, in milliseconds. */
const LONGEST_WAIT = 20_000;

/** Asks programs for their versions; the first line that has a digit is the answer. @throws the signal's reason */
export function inspectTools(tools: readonly Tool[], signal?: AbortSignal): Promise<ToolState[]> {
  return Promise.all(tools.map((tool) => inspect(tool, signal)));
}

async function inspect({ program, versionArguments, fix }: Tool, signal?: AbortSignal): Promise<ToolState> {
  const command = [program, ...versionArguments];
  const lacking = (reason: string): ToolState => ({ program, found: false, reason, fix });
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

export interface ProgramEnd {
  /** The beginning of what it printed on standard output, at most 64 Ki characters. */
  readonly output: string;
  /** The end of what it printed on standard error. */
  readonly errors: string;
  /** Why it failed; null where it ended with 0. */
  readonly failure: string | null;
}

const LONGEST_OUTPUT = 65_536;

/**
 * Runs a program that speaks no protocol to its end.
 *
 * @param doing what it is started for: `telling its version`
 * @param bounds `limit`: longest time in milliseconds
 * @throws the signal's reason
 */
export async function runProgram(
  input: ChildInput,
  doing: string,
  { limit, signal }: { readonly limit: number; readonly signal?: AbortSignal | undefined },
): Promise<ProgramEnd | NotStarted> {
  const child = await Child.start(input);
  if (child instanceof NotStarted) return child;
  const letGo = child.killOn(signal);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (output.length < LONGEST_OUTPUT) output += text;
  });
  child.stdout.on('error', () => {});
  child.stdin.end();
  const answers = child.ended.then(() => true);
  const isInTime = await Promise.race([answers, pause(limit).then(() => false)]);
  child.kill();
  await child.ended;
  letGo();
  signal?.throwIfAborted();
  const late = isInTime ? null : `no answer within ${limit / 1000} s`;
  const failure = child.exitCode === 0 ? null : (late ?? (await child.lastWords(doing)));
  return { output, errors: child.errors, failure };
}
