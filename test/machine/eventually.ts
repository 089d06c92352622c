import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Waits until it holds. The limit is long, since processes of low priority get few turns on a busy machine. */
export async function eventually(holds: () => boolean, what: string, seconds = 60): Promise<void> {
  for (let tries = 0; tries < 20 * seconds && !holds(); tries++) await pause(50);
  assert.ok(holds(), what);
}

/** A killed orphan stays visible until it is reaped by the system's first process. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
