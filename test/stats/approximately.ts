import assert from 'node:assert/strict';
import type { RoundLog } from '../../src/analysis/comparison.ts';

/** Asserts equality except for rounding errors. */
export function approximately(found: number, expected: number): void {
  assert.ok(
    Math.abs(found - expected) <= 1e-12 * Math.max(1, Math.abs(expected)),
    `${found}, expected ${expected}`,
  );
}

export function logs(values: readonly number[]): RoundLog[] {
  return values.map((log, round) => ({ round, log, blocks: 12 }));
}
