import os from 'node:os';
import { read } from './proc.ts';

export function recordMachine() {
  const virtual = isVirtual();
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
    ...(virtual !== null && { virtual }),
  };
}

/** Returns null if unknown. */
export function isVirtual(root = ''): boolean | null {
  const flags = /^flags\s*:.*$/m.exec(read(`${root}/proc/cpuinfo`))?.[0];
  // Hypervisors of x86 set this flag. On ARM there is none, but the firmware often names the hypervisor or its cloud.
  if (flags !== undefined) return /\shypervisor\b/.test(flags);
  const firmware = ['sys_vendor', 'product_name'].map((name) => read(`${root}/sys/class/dmi/id/${name}`));
  return /virtual|qemu|kvm|vmware|google|amazon ec2(?!.*\.metal)/is.test(firmware.join(' ')) || null;
}

export function osName(release: string): string | null {
  const value = /^PRETTY_NAME=(.*)$/m.exec(release)?.[1]?.trim();
  return value?.replace(/^(["'])(.*)\1$/, '$2').replaceAll(/\\(.)/g, '$1') || null;
}
