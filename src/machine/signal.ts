/**
 * Signals a process, or the group that it leads. This is the only place from which anything is signalled: 0 stands for
 * wiremark's own group, with the script that called it, and −1 for every process of the user. A program that could not
 * be started has number 0 in Node.
 *
 * @param what 0: only asks whether it is there
 * @returns the system's code for what could not be signalled; null for what was
 */
export function signal(
  pid: number,
  what: 'SIGKILL' | 0,
  whole: 'process' | 'group' = 'process',
): string | null {
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
