/**
 * Everything that wiremark starts. Each program leads a process group of its own, so that what it starts goes with it; and
 * whatever way wiremark itself ends, none is left behind.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { getSystemErrorMap } from 'node:util';
import { requireTasks } from './free-resources.ts';
import { signal } from './signal.ts';

export interface ChildInput {
  /** Program and arguments, placeholders filled in. */
  readonly command: readonly string[];
  /** Its working folder. */
  readonly folder: string;
  /** Variables that are set or, where undefined, removed; the others are wiremark's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Why a program could not be started: its own fault, or that of the definition. */
export class NotStarted {
  readonly reason: string;
  /** The system's. */
  readonly code: string | undefined;
  constructor(program: string, { code, errno = 0, message }: NodeJS.ErrnoException) {
    const told = getSystemErrorMap().get(errno)?.[1];
    this.reason = `could not be started: ${told === undefined ? message : `${program}: ${told} (${code})`}`;
    this.code = code;
  }
}

/** No fault of the program: the machine has no more processes, handles or memory. */
const MACHINE_FAULTS = ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'];

/** Leaders that have not been seen to end. */
const living = new Set<number>();
process.once('exit', () => {
  for (const pid of living) endGroup(pid);
});

/**
 * Node throws some of the system's refusals and tells others later: here they are one.
 *
 * @throws the system's own error when this machine can't start any more processes
 */
export async function startGroup(input: ChildInput): Promise<GroupLeader | NotStarted> {
  const { command, folder, environment } = input;
  requireTasks();
  const [program = '', ...args] = command;
  try {
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, ...environment },
      detached: process.platform !== 'win32',
    });
    const { pid } = child;
    if (pid !== undefined) living.add(pid);
    child.once('exit', () => {
      // What it has started has nobody to work for any more.
      endGroup(pid!);
      living.delete(pid!);
    });
    await once(child, 'spawn');
    return child as GroupLeader;
  } catch (error) {
    if (MACHINE_FAULTS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return new NotStarted(program, error as NodeJS.ErrnoException);
  }
}

export type GroupLeader = ChildProcessWithoutNullStreams & { readonly pid: number };

/** Kills a leader that is there with all of its group, at once. */
export function endGroup(leader: number): void {
  if (!living.has(leader)) return;
  signal(leader, 'SIGKILL', 'group');
  // It may have left its own group.
  signal(leader, 'SIGKILL');
}
