import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** Waits until it holds; fails after ten seconds. */
export async function eventually(holds: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 200 && !holds(); tries++) await pause(50);
  assert.ok(holds(), what);
}
