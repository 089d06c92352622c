import { stripVTControlCharacters } from 'node:util';
import type { Tool } from '../define/types.ts';
import { Child, pause } from '../machine/child.ts';
import { type ChildInput, NotStarted } from '../machine/process-group.ts';

export type ToolState =
  | { readonly program: string; readonly found: true; readonly version: string }
  | { readonly program: string; readonly found: false; readonly reason: string; readonly fix: string };

const LONGEST_WAIT = 20_000;

/**
 * Runs tools to read their versions: the first line of output that has a digit, else the first line.
 * @throws the signal's reason
 */
export function inspectTools(
  tools: readonly Tool[],
  signal?: AbortSignal,
  variables: Readonly<Record<string, string>> = {},
): Promise<ToolState[]> {
  return Promise.all(tools.map((tool) => inspect(tool, variables, signal)));
}

async function inspect(
  { program, versionArguments, fix }: Tool,
  variables: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<ToolState> {
  const command = [program, ...versionArguments];
  const lacking = (reason: string): ToolState => ({ program, found: false, reason, fix });
  const input = { command, folder: '.', environment: { NO_COLOR: '1', ...variables } };
  const ended = await runProgram(input, 'telling its version', { limit: LONGEST_WAIT, signal });
  if (ended instanceof NotStarted && ended.code === 'ENOENT') return lacking(`${program} is not installed`);
  if (ended instanceof NotStarted) return lacking(`"${command.join(' ')}" ${ended.reason}`);
  const { output, errors, failure } = ended;
  if (failure !== null) return lacking(`"${command.join(' ')}" failed: ${failure}`);
  // Some tools color their answer even in a pipe.
  const lines = stripVTControlCharacters(output + errors).split('\n');
  const version = (lines.find((line) => /\d/.test(line)) ?? lines[0] ?? '').trim();
  return { program, found: true, version };
}

export interface ProgramEnd {
  readonly output: string;
  readonly errors: string;
  readonly failure: string | null;
}

const LONGEST_OUTPUT = 65_536;

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
  const isInTime = await Promise.race([child.ended.then(() => true), pause(limit).then(() => false)]);
  child.kill();
  await child.ended;
  letGo();
  signal?.throwIfAborted();
  const late = isInTime ? null : `no answer within ${limit / 1000} s`;
  const failure = child.exitCode === 0 ? null : (late ?? (await child.lastWords(doing)));
  return { output, errors: child.errors, failure };
}
