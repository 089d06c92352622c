import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { holm } from '../../src/stats/holm.ts';
import { mean, median, quantile, sortSamples, standardDeviation } from '../../src/stats/samples.ts';
import { hodgesLehmann, signedRankInterval } from '../../src/stats/signed-rank.ts';
import { studentCritical, studentInterval, studentPValue } from '../../src/stats/student.ts';

interface KnownAnswers {
  readonly samples: readonly {
    readonly values: readonly number[];
    readonly mean: number;
    readonly median: number;
    readonly standardDeviation: number;
    readonly quantiles: readonly (readonly [number, number])[];
  }[];
  readonly intervals: readonly {
    readonly values: readonly number[];
    readonly wanted: number;
    readonly low: number;
    readonly high: number;
    readonly confidence: number;
    readonly estimate: number;
  }[];
  readonly holm: readonly { readonly values: readonly number[]; readonly adjusted: readonly number[] }[];
  readonly studentCritical: readonly (readonly [number, number, number])[];
  readonly studentIntervals: readonly {
    readonly values: readonly number[];
    readonly confidence: number;
    readonly low: number;
    readonly high: number;
  }[];
}

// Figures of SciPy and NumPy; known-answers.py made them.
const known = JSON.parse(
  readFileSync(new URL('known-answers.json', import.meta.url), 'utf8'),
) as KnownAnswers;

function close(found: number | null, expected: number, what: string) {
  assert.ok(found !== null, what);
  const error = Math.abs(found - expected);
  assert.ok(error <= 1e-12 + 1e-10 * Math.abs(expected), `${what}: ${found}, expected ${expected}`);
}

test('location and spread are those of NumPy and SciPy', () => {
  for (const sample of known.samples) {
    const sorted = sortSamples(sample.values);
    close(mean(sample.values), sample.mean, 'mean');
    close(median(sorted), sample.median, 'median');
    close(standardDeviation(sample.values), sample.standardDeviation, 'standard deviation');
    for (const [q, expected] of sample.quantiles) close(quantile(sorted, q), expected, `quantile ${q}`);
  }
});

test('signed-rank intervals are what inverting the exact test gives', () => {
  for (const answer of known.intervals) {
    const interval = signedRankInterval(answer.values, answer.wanted);
    assert.ok(interval);
    close(interval.low, answer.low, `low end, n = ${answer.values.length}`);
    close(interval.high, answer.high, `high end, n = ${answer.values.length}`);
    close(interval.confidence, answer.confidence, `confidence, n = ${answer.values.length}`);
    close(hodgesLehmann(answer.values), answer.estimate, 'Hodges-Lehmann');
  }
});

test("Holm's adjustment equals the closed test of Bonferroni values", () => {
  for (const answer of known.holm) {
    const adjusted = holm(answer.values);
    assert.equal(adjusted.length, answer.adjusted.length);
    for (const [i, expected] of answer.adjusted.entries()) close(adjusted[i]!, expected, `${answer.values}`);
  }
});

test('t quantiles and intervals are those of SciPy', () => {
  for (const [confidence, degrees, expected] of known.studentCritical) {
    close(studentCritical(confidence, degrees), expected, `t(${degrees}) at ${confidence}`);
    close(studentPValue(expected, degrees), 1 - confidence, `p of t(${degrees}) at ${confidence}`);
  }
  for (const answer of known.studentIntervals) {
    const interval = studentInterval(answer.values, answer.confidence);
    close(interval?.low ?? null, answer.low, 'low end');
    close(interval?.high ?? null, answer.high, 'high end');
  }
});
