/**
 * Keeps a machine's cores from dozing while something is measured (docs/evidence/dozing.md): a process spins on each core,
 * of Linux's class SCHED_IDLE, which runs only where nothing else wants to (sched(7)). Where the system shares cores out by
 * session (autogroup), that class counts within a session only, so that a keeper which can't lower its own doesn't run.
 */
import { Child } from './child.ts';
import { allowedCores, read } from './proc.ts';
import { NotStarted } from './process-group.ts';

/**
 * Lowers its session, says that it is ready, and spins. It looks now and then whether wiremark is still there, so that
 * none outlives it whatever way it ends.
 */
const SPIN = `
if [ "$(cat /proc/sys/kernel/sched_autogroup_enabled 2>/dev/null)" = 1 ]; then
  echo 19 > /proc/self/autogroup || exit 1
fi
echo ready
exec >/dev/null
while kill -0 "$1" 2>/dev/null; do
  i=0
  while [ $i -lt 50000 ]; do i=$((i+1)); done
done
`;

/**
 * Starts a keeper for each core that this process may use; none, with the reason, on systems without the class or the
 * programs for it (chrt and taskset of util-linux), and where several logical cores share one.
 *
 * @returns `reason`, null when every core is kept awake; `stop`, which ends them, returns when they are gone and never throws
 */
export async function keepCoresAwake() {
  if (process.platform !== 'linux') return none('only Linux has an idle class of processes');
  const list = allowedCores();
  if (list === undefined) return none('the system does not list its cores');
  const cores = parseCpuList(list);
  if (cores.some(sharesItsCore))
    return none('its logical cores share physical ones, and a spinning one slows the other');
  const keepers = await startCompanions(cores.map(keeperOf));
  return keepers.failure === null ? { reason: null, stop: keepers.stop } : none(keepers.failure);
}

function none(reason: string) {
  return { reason, stop: async () => {} };
}

function keeperOf(core: number): string[] {
  const pinned = ['chrt', '--idle', '0', 'taskset', '--cpu-list', `${core}`];
  return [...pinned, 'sh', '-c', SPIN, 'keeper', `${process.pid}`];
}

/** `0-3,8` (cpuset(7)) as numbers. */
export function parseCpuList(list: string): number[] {
  return list.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number) as [number, number?];
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

function sharesItsCore(core: number): boolean {
  const siblings = read(`/sys/devices/system/cpu/cpu${core}/topology/thread_siblings_list`).trim();
  return siblings !== '' && parseCpuList(siblings).length > 1;
}

/**
 * Starts them, and waits until each has said that it is ready: whatever it prints first.
 *
 * @returns `failure`, why one could not be started, then none is left; null: all are at it; `stop`, which ends them, returns
 *   when every one is gone and never throws
 * @throws the system's own error when this machine can't start any more processes; none is left then
 */
export async function startCompanions(commands: readonly (readonly string[])[]) {
  const companions: Child[] = [];
  const stop = async () => {
    for (const companion of companions) companion.kill();
    await Promise.all(companions.map(({ ended }) => ended));
  };
  let failure: string | null = null;
  try {
    for (const command of commands) {
      const child = await Child.start({ command, folder: '.' });
      if (child instanceof NotStarted) failure = child.reason;
      else companions.push(child);
    }
    for (const one of companions) failure ??= await failureOf(one);
    if (failure !== null) await stop();
  } catch (error) {
    await stop();
    throw error;
  }
  return { pids: companions.map(({ pid }) => pid), failure, stop };
}

/** Null when it says that it is ready; what is wrong when it ends without. */
function failureOf(companion: Child): Promise<string | null> {
  return new Promise((resolve) => {
    companion.stdout.once('data', () => resolve(null)).on('error', () => {});
    void companion.ended.then(async () => resolve(await companion.lastWords('getting ready')));
  });
}
