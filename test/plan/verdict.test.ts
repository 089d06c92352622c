/** Which verdicts make a check fail. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure, type Verdict } from '../../src/plan/verdict.ts';

test('what a row does wrong fails; what is not there, is not done by design, or is declared does not', () => {
  const reason = 'x';
  const failing: Verdict[] = (['mismatch', 'clock', 'remembers', 'crash', 'timeout'] as const).map(
    (verdict) => ({
      verdict,
      reason,
    }),
  );
  for (const verdict of failing) assert.ok(isFailure(verdict), verdict.verdict);
  const others: Verdict[] = [
    { verdict: 'ok' },
    { verdict: 'unavailable', reason },
    { verdict: 'unsupported', reason },
    { verdict: 'remembers', reason, declared: true },
  ];
  for (const verdict of others) assert.ok(!isFailure(verdict), verdict.verdict);
});
