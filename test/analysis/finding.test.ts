import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graded, sameMargin } from '../../src/analysis/finding.ts';

const MARGIN = 0.04;
const of = (low: number, high: number) => ({
  ratio: Math.sqrt(low * high),
  interval: { low, high, confidence: 0.95 },
});
const gradedBy = (
  comparison: Parameters<typeof graded>[0],
  family: number,
  { discovery = family, disturbed = false } = {},
) => {
  const { finding, grade } = graded(comparison, { family, discovery }, MARGIN, disturbed);
  return `${grade} ${finding}`;
};

test('an established finding needs the interval and the adjusted test', () => {
  assert.equal(gradedBy(of(1.1, 1.2), 0.05), 'established slower');
  assert.equal(gradedBy(of(0.8, 0.9), 0.001), 'established faster');
  assert.equal(gradedBy(of(0.97, 1.03), 1), 'established same');
  assert.equal(gradedBy(of(1.01, 1.03), 0.01), 'established slower', 'though it is within the margin');
  assert.equal(gradedBy(of(0.95, 1.03), 1), 'unclear unclear');
  assert.equal(sameMargin(0.02), 0.05);
});

test('a likely finding is beyond the margin, within the false discovery rate, and its interval excludes 1', () => {
  assert.equal(gradedBy(of(1.1, 1.2), 0.06), 'likely slower', 'one among many');
  assert.equal(gradedBy(of(1.02, 1.6), 0.5, { discovery: 0.19 }), 'likely slower');
  assert.equal(gradedBy(of(1.02, 1.6), 0.5, { discovery: 0.21 }), 'unclear unclear');
  assert.equal(gradedBy(of(0.6, 0.98), 0.5, { discovery: 0.19 }), 'likely faster');
  const told = 'unclear unclear';
  assert.equal(gradedBy(of(0.98, 1.6), 0.5, { discovery: 0.1 }), told, 'the interval contains 1');
  assert.equal(gradedBy(of(1.01, 1.06), 0.5, { discovery: 0.1 }), 'unclear unclear', 'within the margin');
});

test('in a disturbed case, no finding is better than likely, and one that the test does not establish needs twice the margin', () => {
  const disturbed = true;
  assert.equal(gradedBy(of(1.05, 1.06), 0.01, { disturbed }), 'likely slower');
  assert.equal(gradedBy(of(0.97, 1.03), 1, { disturbed }), 'likely same');
  assert.equal(gradedBy(of(1.01, 1.12), 0.3, { discovery: 0.1, disturbed }), 'unclear unclear');
  assert.equal(gradedBy(of(1.01, 1.12), 0.3, { discovery: 0.1 }), 'likely slower');
  assert.equal(gradedBy(of(5, 20), 0.3, { discovery: 0.15, disturbed }), 'likely slower', 'ten times slower');
});

test('one round is enough for a likely difference if the ratio is above 1.5', () => {
  for (const disturbed of [false, true]) {
    assert.equal(gradedBy({ ratio: 10.2, interval: null }, 1, { disturbed }), 'likely slower');
    assert.equal(gradedBy({ ratio: 0.6, interval: null }, 1, { disturbed }), 'likely faster');
    assert.equal(gradedBy({ ratio: 1.4, interval: null }, 1, { disturbed }), 'unclear unclear');
  }
});
