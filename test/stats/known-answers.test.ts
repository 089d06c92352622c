import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adjusted } from '../../src/stats/adjusted.ts';
import { errorInterval, ownError } from '../../src/stats/centre.ts';
import { mean, median, sortSamples, standardDeviation } from '../../src/stats/samples.ts';
import { hodgesLehmann, signedRankCentre } from '../../src/stats/signed-rank.ts';
import { studentCritical, studentPValue } from '../../src/stats/student.ts';
import known from './known-answers.json' with { type: 'json' };

/** Compares with a figure of SciPy or NumPy, which known-answers.py made. */
function close(found: number | null, expected: number | undefined, what: string) {
  assert.ok(found !== null && expected !== undefined, what);
  const error = Math.abs(found - expected);
  assert.ok(error <= 1e-12 + 1e-10 * Math.abs(expected), `${what}: ${found}, expected ${expected}`);
}

for (const { values, moments, quantiles, pseudoMedian, signedRank, student } of known.samples) {
  test(`location and spread of ${values.length} values are those of NumPy and SciPy`, () => {
    const sorted = sortSamples(values);
    close(mean(values), moments[0], 'mean');
    close(standardDeviation(values), moments[1], 'standard deviation');
    close(median(sorted), quantiles[known.quantiles.indexOf(0.5)], 'median');
    close(hodgesLehmann(values), pseudoMedian, 'Hodges-Lehmann');
  });

  test(`intervals of ${values.length} values are those of SciPy and of its inverted exact test`, () => {
    for (const [wanted, low, high, confidence] of signedRank) {
      const interval = signedRankCentre(values, wanted!).interval!;
      close(interval.low, low, 'low end');
      close(interval.high, high, 'high end');
      close(interval.confidence, confidence, 'confidence');
    }
    for (const [wanted, low, high] of student) {
      const interval = errorInterval(mean(values), ownError(values)!, wanted!);
      close(interval.low, low, "low end of Student's");
      close(interval.high, high, "high end of Student's");
    }
  });
}

test("Holm's adjustment equals the closed test of Bonferroni values", () => {
  for (const { values, adjusted: expected } of known.holm) {
    const found = adjusted(values);
    assert.equal(found.length, expected.length);
    for (const [i, { family }] of found.entries()) close(family, expected[i], `${values}`);
  }
});

test("discovery rates are those of R's p.adjust", () => {
  const expected = [0.16 / 3, 0.04, 0.16 / 3, 0.5];
  const found = adjusted([0.03, 0.01, 0.04, 0.5]);
  for (const [i, { discovery }] of found.entries()) close(discovery, expected[i]!, `${i}`);
});

test('t quantiles are those of SciPy', () => {
  for (const { confidence, values } of known.studentCritical)
    for (const [i, degrees] of known.degrees.entries()) {
      close(studentCritical(confidence, degrees), values[i], `t(${degrees}) at ${confidence}`);
      close(studentPValue(values[i]!, degrees), 1 - confidence, `p of t(${degrees}) at ${confidence}`);
    }
});
