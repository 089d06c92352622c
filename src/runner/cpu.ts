/** What the system says that a process has used, whatever the process itself says. */
import { readFileSync } from 'node:fs';

/** The kernel tells these times in hundredths of a second, whatever its own clock does (USER_HZ). */
const TICK_NS = 10_000_000;

/**
 * CPU time of a process so far, of all its threads, also those that have ended. In whole ticks of 10 ms. Null where the
 * system doesn't tell, and for one that has started others, whose time isn't in its own; it never throws.
 */
export function processCpuNs(pid: number | undefined): number | null {
  try {
    if (pid === undefined || readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1') !== '') return null;
    return cpuNsOf(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return null; // not Linux, or gone
  }
}

/** utime and stime of a line of /proc/PID/stat (proc(5)); the name in parentheses before them may hold anything. */
export function cpuNsOf(stat: string): number | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isSafeInteger(ticks) ? ticks * TICK_NS : null;
}
