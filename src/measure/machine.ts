import { readFile } from 'node:fs/promises';
import os from 'node:os';
import type { Machine } from '../store/record.ts';

/** Records the machine as it is now. What can't be read is null or the next best name; it never throws. */
export async function recordMachine(): Promise<Machine> {
  // Many systems have no such file, and that is no error here.
  const read = (file: string) => readFile(file, 'utf8').catch(() => null);
  const release = await read('/etc/os-release');
  const governor = await read('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor');
  return {
    cpu: os.cpus()[0]?.model.trim() || 'unknown',
    cores: os.availableParallelism(),
    memoryBytes: os.totalmem(),
    os: (release && osName(release)) ?? os.version(),
    kernel: `${os.type()} ${os.release()}`,
    arch: os.arch(),
    // Windows has no load average; Node says 0 there.
    load: os.platform() === 'win32' ? null : os.loadavg()[0]!,
    governor: governor?.trim() || null,
  };
}

/** The name that people know a Linux distribution by: PRETTY_NAME of os-release(5); null where it isn't told. */
export function osName(release: string): string | null {
  const value = /^PRETTY_NAME=(.*)$/m.exec(release)?.[1]?.trim();
  return value?.replace(/^(["'])(.*)\1$/, '$2').replaceAll(/\\(.)/g, '$1') || null;
}
