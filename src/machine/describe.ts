import os from 'node:os';
import { read } from './proc.ts';

export function recordMachine() {
  return {
    cpu: os.cpus()[0]?.model.trim() || 'unknown',
    cores: os.availableParallelism(),
    memoryBytes: os.totalmem(),
    os: osName(read('/etc/os-release')) ?? os.version(),
    kernel: `${os.type()} ${os.release()}`,
    arch: os.arch(),
    /** Load average over one minute; null on Windows, where Node always reports 0. */
    load: os.platform() === 'win32' ? null : os.loadavg()[0]!,
    governor: read('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor').trim() || null,
  };
}

export function osName(release: string): string | null {
  const value = /^PRETTY_NAME=(.*)$/m.exec(release)?.[1]?.trim();
  return value?.replace(/^(["'])(.*)\1$/, '$2').replaceAll(/\\(.)/g, '$1') || null;
}
