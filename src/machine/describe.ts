import os from 'node:os';
import { read } from './proc.ts';

interface MachineNow {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly os: string;
  readonly kernel: string;
  readonly arch: string;
  /** Load average of one minute; null on Windows. */
  readonly load: number | null;
  /** CPU frequency governor; null if unknown. */
  readonly governor: string | null;
}

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

/** The name of a Linux distribution: PRETTY_NAME of os-release(5); null if absent. */
export function osName(release: string): string | null {
  const value = /^PRETTY_NAME=(.*)$/m.exec(release)?.[1]?.trim();
  return value?.replace(/^(["'])(.*)\1$/, '$2').replaceAll(/\\(.)/g, '$1') || null;
}
