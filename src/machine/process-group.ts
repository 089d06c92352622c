/** Starts programs. Each leads a process group, which is killed when the program or wiremark ends. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { getSystemErrorMap } from 'node:util';

export interface ChildInput {
  readonly command: readonly string[];
  readonly folder: string;
  /** Variables to set, or to remove if undefined; others are inherited. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export class NotStarted {
  readonly reason: string;
  readonly code: string | undefined;
  constructor(program: string, { code, errno = 0, message }: NodeJS.ErrnoException) {
    const text = getSystemErrorMap().get(errno)?.[1];
    this.reason = `could not be started: ${text === undefined ? message : `${program}: ${text} (${code})`}`;
    this.code = code;
  }
}

const MACHINE_FAULTS = ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'];

export type GroupLeader = ChildProcessWithoutNullStreams & { readonly pid: number };

const living = new Set<number>();
process.once('exit', () => {
  for (const pid of living) endGroup(pid);
});

export async function startGroup(input: ChildInput): Promise<GroupLeader | NotStarted> {
  const { command, folder, environment } = input;
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

export function endGroup(leader: number): void {
  if (!living.has(leader)) return;
  signal(leader, 'SIGKILL', 'group');
  // The leader may have left its own group.
  signal(leader, 'SIGKILL');
}

/**
 * Sends a signal; 0 only checks that the process exists. Refuses the ids 0 and −1 (several processes), and to kill process 1
 * or wiremark itself.
 * @returns null if the signal was sent, else an error code such as ESRCH
 */
export function signal(pid: number, what: 'SIGKILL' | 0, whole: 'process' | 'group' = 'process') {
  if (!Number.isSafeInteger(pid) || pid < 1) return 'ESRCH';
  if (what !== 0 && (pid === 1 || pid === process.pid)) return 'EPERM';
  try {
    // Windows has no process groups: there only the leader ends.
    process.kill(whole === 'group' && process.platform !== 'win32' ? -pid : pid, what);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'ESRCH';
  }
}
