import { stripVTControlCharacters } from 'node:util';
import type { Tool } from '../define/types.ts';
import { Child, pause } from '../machine/child.ts';
import { type ChildInput, NotStarted } from '../machine/process-group.ts';
import { BenchError } from '../plan/error.ts';

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
  const lines = stripVTControlCharacters(`${output}${errors}`).split('\n');
  const version = (lines.find((line) => /\d/.test(line)) ?? lines[0] ?? '').trim();
  return { program, found: true, version };
}

export interface ProgramEnd {
  readonly output: Buffer;
  readonly errors: string;
  readonly failure: string | null;
}

interface ProgramOptions {
  /** Time limit in ms; none by default: measuring may take days. */
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
  readonly stdin?: string;
  /** Bytes of output after which the rest is dropped. */
  readonly most?: number;
}

const LONGEST_OUTPUT = 65_536;

export async function runProgram(
  input: ChildInput,
  doing: string,
  { limit, signal, stdin = '', most = LONGEST_OUTPUT }: ProgramOptions,
): Promise<ProgramEnd | NotStarted> {
  const child = await Child.start(input);
  if (child instanceof NotStarted) return child;
  const letGo = child.killOn(signal);
  const parts: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (part: Buffer) => {
    if (size < most) parts.push(part);
    size += part.length;
  });
  child.stdout.on('error', () => {});
  child.stdin.end(stdin);
  const ended = child.ended.then(() => null);
  const late = async (ms: number) => {
    await pause(ms);
    return `no answer within ${ms / 1000} s`;
  };
  const reason = await (limit === undefined ? ended : Promise.race([ended, late(limit)]));
  child.kill();
  await child.ended;
  letGo();
  signal?.throwIfAborted();
  const failure = child.exitCode === 0 ? null : (reason ?? (await child.lastWords(doing)));
  return { output: Buffer.concat(parts), errors: child.errors, failure };
}

/** Returns the output of a program. @throws BenchError if it fails; its message begins with `what` */
export async function outputOf(
  what: string,
  input: ChildInput,
  doing: string,
  options: ProgramOptions,
): Promise<string> {
  const ended = await runProgram(input, doing, options);
  if (ended instanceof NotStarted) throw new BenchError(`${what} ${ended.reason}`);
  if (ended.failure !== null) throw new BenchError(`${what} ${ended.failure}`);
  return ended.output.toString();
}
