import { allowedCores, parseCpuList, pids, read } from './proc.ts';

/** Users below this id belong to the system, as does `nobody`. */
const FIRST_USER = 1000;
const NOBODY = 65534;

export function signsOfSharing(root = ''): string[] {
  const cores = parseCpuList(read(`${root}/sys/devices/system/cpu/online`)).length;
  const allowed = parseCpuList(allowedCores(root) ?? '').length;
  const quota = cpuQuota(root);
  const others = processesOfOthers(root);
  return [
    ...(allowed > 0 && allowed < cores ? [`${allowed} of ${cores} cores`] : []),
    ...(quota < Math.max(1, allowed) ? [`a CPU quota of ${+quota.toFixed(2)} cores`] : []),
    ...(others > 0 ? [`${others} ${others === 1 ? 'process' : 'processes'} of other users`] : []),
  ];
}

/** Smallest CPU quota, in cores, of this process's control groups (cgroups(7), version 2); infinite for none. */
function cpuQuota(root: string): number {
  const [, path = ''] = /^0::\/(.*)$/m.exec(read(`${root}/proc/self/cgroup`)) ?? [];
  const parts = path.split('/');
  const quotas = [...parts.keys(), parts.length].map((count) => {
    const folder = parts.slice(0, count).join('/');
    const [quota, period] = read(`${root}/sys/fs/cgroup/${folder}/cpu.max`).split(' ').map(Number);
    return quota! > 0 && period! > 0 ? quota! / period! : Number.POSITIVE_INFINITY;
  });
  return Math.min(...quotas);
}

function processesOfOthers(root: string): number {
  const idOf = (pid: number | 'self') =>
    Number(/^Uid:\s+(\d+)/m.exec(read(`${root}/proc/${pid}/status`))?.[1] ?? 0);
  const own = idOf('self');
  return pids(root)
    .map(idOf)
    .filter((id) => id >= FIRST_USER && id !== NOBODY && id !== own).length;
}
