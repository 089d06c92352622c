import os from 'node:os';
import { read } from './proc.ts';

interface MachineNow {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly os: string;
  readonly kernel: string;
  readonly arch: string;
  /** Of one minute; null where the system has none. */
  readonly load: number | null;
  /** What sets the clock rate; null where the system doesn't tell. */
  readonly governor: string | null;
}

/** Records the machine as it is now. What can't be read is null or the next best name; it never throws. */
export function recordMachine(): MachineNow {
  return {
    cpu: os.cpus()[0]?.model.trim() || 'unknown',
    cores: os.availableParallelism(),
    memoryBytes: os.totalmem(),
    os: osName(read('/etc/os-release')) ?? os.version(),
    kernel: `${os.type()} ${os.release()}`,
    arch: os.arch(),
    // Windows has no load average; Node says 0 there.
    load: os.platform() === 'win32' ? null : os.loadavg()[0]!,
    governor: read('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor').trim() || null,
  };
}

/** The name that people know a Linux distribution by: PRETTY_NAME of os-release(5); null where it isn't told. */
export function osName(release: string): string | null {
  const value = /^PRETTY_NAME=(.*)$/m.exec(release)?.[1]?.trim();
  return value?.replace(/^(["'])(.*)\1$/, '$2').replaceAll(/\\(.)/g, '$1') || null;
}
