/**
 * Process groups of running runners. Every runner leads its own group, so that what it started goes with it; and
 * whatever way wiremark itself ends, none is left behind.
 */
const living = new Set<number>();
let watching = false;

/** Remembers a group until `endGroup`. */
export function watchGroup(pid: number): void {
  living.add(pid);
  if (watching) return;
  watching = true;
  process.on('exit', () => {
    for (const group of living) kill(group);
  });
}

/** Kills a runner's whole group at once: the runner and all that it started. */
export function endGroup(pid: number): void {
  if (living.delete(pid)) kill(pid);
}

function kill(pid: number): void {
  try {
    // Windows has no process groups: there only the runner itself ends.
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: all of the group have ended already, which is what we want.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
