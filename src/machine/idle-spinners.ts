/**
 * Keeps cores awake (docs/EVIDENCE.md) with processes of Linux's class SCHED_IDLE, which run only when
 * nothing else does. With autogroup (sched(7)), this priority counts only within a session, so each process
 * also lowers its session's priority.
 */
import { Child } from './child.ts';
import { allowedCores, parseCpuList, read } from './proc.ts';
import { NotStarted } from './process-group.ts';

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

export async function keepCoresAwake() {
  const reason = whyNot();
  if (reason !== null) return { reason, stop: async () => {} };
  const pinnedTo = (core: number) => ['chrt', '--idle', '0', 'taskset', '--cpu-list', `${core}`];
  const spin = ['sh', '-c', SPIN, 'keeper', `${process.pid}`];
  const cores = parseCpuList(allowedCores()!);
  const spinners = await startCompanions(cores.map((core) => [...pinnedTo(core), ...spin]));
  return { reason: spinners.failure, stop: spinners.stop };
}

function whyNot(): string | null {
  if (process.platform !== 'linux') return 'only Linux has an idle class of processes';
  const list = allowedCores();
  if (list === undefined) return 'the system does not list its cores';
  const siblings = (core: number) =>
    parseCpuList(read(`/sys/devices/system/cpu/cpu${core}/topology/thread_siblings_list`));
  const isShared = parseCpuList(list).some((core) => siblings(core).length > 1);
  return isShared ? 'its logical cores share physical ones, and a spinning one slows the other' : null;
}

/** Starts programs and waits until each has printed something. If one fails, ends all. */
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

function failureOf(companion: Child): Promise<string | null> {
  return new Promise((resolve) => {
    companion.stdout.once('data', () => resolve(null)).on('error', () => {});
    void companion.ended.then(async () => resolve(await companion.lastWords('getting ready')));
  });
}
