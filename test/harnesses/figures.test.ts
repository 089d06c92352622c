/** Figures of other harnesses (script/crosscheck). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreement, pooled, quotient, type Theirs } from '../../script/harnesses/figures.ts';

const row = (ns: number, relativeError: number | null): Theirs => ({
  name: 'ark/x',
  case: 'users/small, serialize',
  ns,
  relativeError,
  medianNs: null,
});

test("iterations are pooled with Student's interval; a single one has none", () => {
  // s = 2, n = 3, t(0.975; 2) = 4.302653: 4.302653 · 2 / √3 = 4.968275.
  const { ns, relativeError } = pooled([10, 12, 14]);
  assert.equal(ns, 12);
  assert.ok(Math.abs(relativeError! - 4.968275 / 12) < 1e-6);
  assert.deepEqual(pooled([10]), { ns: 10, relativeError: null });
});

test('relative errors of a quotient add up in quadrature', () => {
  const { value, low, high } = quotient(row(200, 0.03), row(100, 0.04));
  assert.equal(value, 2);
  assert.ok(Math.abs(Math.log(high! / 2) - 0.05) < 1e-12);
  assert.ok(Math.abs(Math.log(2 / low!) - 0.05) < 1e-12);
});

test('the baseline relative to itself is 1; a time without an error gives no interval', () => {
  const baseline = row(100, 0.04);
  assert.deepEqual(quotient(baseline, baseline), { value: 1, low: 1, high: 1 });
  assert.deepEqual(quotient(row(50, null), baseline), { value: 0.5, low: null, high: null });
});

test('intervals that overlap agree', () => {
  const span = (low: number | null, high: number | null) => ({ value: 1, low, high });
  assert.equal(agreement(span(0.9, 1), span(1, 1.2)), 'agree');
  assert.equal(agreement(span(0.9, 0.99), span(1, 1.2)), 'differ');
  assert.equal(agreement(span(1.1, 1.3), span(0.8, 1)), 'differ');
  assert.equal(agreement(span(null, null), span(1, 1.2)), 'no interval');
});
