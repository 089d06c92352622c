import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { kendall, spearman } from '../../src/stats/correlation.ts';
import { holm } from '../../src/stats/holm.ts';
import { mean, median, quantile, sortSamples, standardDeviation } from '../../src/stats/samples.ts';
import { type Centre, fitLine, scaling } from '../../src/stats/scaling.ts';
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
  readonly correlations: readonly {
    readonly xs: readonly number[];
    readonly ys: readonly number[];
    readonly rho: number;
    readonly tau: number;
  }[];
  readonly lines: readonly {
    readonly bytes: readonly number[];
    readonly ns: readonly number[];
    readonly fixed: number;
    readonly perByte: number;
  }[];
  readonly scaling: readonly {
    readonly bytes: readonly number[];
    readonly times: readonly (readonly number[])[];
    readonly fixed: Centre;
    readonly perByte: Centre;
    readonly rounds: number;
    readonly misfit: number | null;
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

test("rank correlations are SciPy's", () => {
  for (const { xs, ys, rho, tau } of known.correlations) {
    close(spearman(xs, ys), rho, `rho of ${xs} / ${ys}`);
    close(kendall(xs, ys), tau, `tau of ${xs} / ${ys}`);
  }
});

test('one value, and values that are all the same, have no rank correlation', () => {
  for (const correlation of [spearman, kendall]) {
    assert.equal(correlation([1], [2]), null);
    assert.equal(correlation([1, 1, 1], [1, 2, 3]), null);
    assert.throws(() => correlation([1], []), RangeError);
  }
});

test("weighted lines are those of NumPy's polyfit", () => {
  for (const { bytes, ns, fixed, perByte } of known.lines) {
    const line = fitLine(bytes.map((bytes, i) => ({ bytes, ns: ns[i]! })));
    close(line.perByte, perByte, `by the byte of ${bytes}`);
    close(line.fixed, fixed, `fixed of ${bytes}`);
  }
});

test('scaling joins the lines of rounds by Hodges-Lehmann and signed ranks', () => {
  for (const answer of known.scaling) {
    const what = `${answer.bytes}, ${answer.rounds} rounds`;
    const found = scaling(answer.bytes.map((bytes, i) => ({ bytes, times: answer.times[i]! })));
    assert.ok(found, what);
    assert.deepEqual([found.sizes, found.rounds], [answer.bytes.length, answer.rounds], what);
    closeCentre(found.fixed, answer.fixed, `fixed of ${what}`);
    closeCentre(found.perByte, answer.perByte, `by the byte of ${what}`);
    if (answer.misfit === null) assert.equal(found.misfit, null, what);
    else close(found.misfit, answer.misfit, `misfit of ${what}`);
  }
});

function closeCentre(found: Centre, expected: Centre, what: string) {
  close(found.estimate, expected.estimate, what);
  assert.equal(found.interval === null, expected.interval === null, what);
  if (found.interval === null || expected.interval === null) return;
  close(found.interval.low, expected.interval.low, `low end, ${what}`);
  close(found.interval.high, expected.interval.high, `high end, ${what}`);
  close(found.interval.confidence, expected.interval.confidence, `confidence, ${what}`);
}

test('one size has no line, and a size that was not timed does not count', () => {
  const timed = { bytes: 100, times: [1, 2] };
  assert.equal(scaling([timed]), null);
  assert.equal(scaling([timed, { ...timed, times: [3, 4] }]), null);
  assert.equal(scaling([timed, { bytes: 200, times: [] }]), null);
  assert.throws(() => fitLine([{ bytes: 100, ns: 1 }]), RangeError);
});

test('a time that is not above 0 is refused', () => {
  for (const ns of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    const points = [
      { bytes: 100, ns: 1 },
      { bytes: 200, ns },
    ];
    assert.throws(() => fitLine(points), RangeError);
  }
});
