import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type NoiseReport, noiseAdvice, noiseJson, noiseText } from '../../src/noise/report.ts';
import { MACHINE } from '../report/small-run.ts';

const run = (ratio: number, low = ratio - 0.01, high = ratio + 0.01) => ({
  ...{ ratio, interval: { low, high, confidence: 0.95 }, error: null, pValue: 1, rounds: 10, spread: 0.02 },
});

function report(change: Partial<NoiseReport> = {}): NoiseReport {
  return {
    what: { serializer: 'mill/json', dataset: 'record/single', task: 'serialize' },
    seed: 7,
    machine: { ...MACHINE, governor: 'performance' },
    use: { busyCores: 0.02, stolenCores: 0, programs: [] },
    unkept: null,
    seconds: 181,
    rounds: 62,
    spread: 0.0213,
    runs: [run(1.002), run(0.991), run(1.009), run(1), run(0.999), run(1.001)],
    waited: null,
    reach: { target: 0.015, rounds: 14 },
    ...change,
  };
}

test('a quiet machine is fit, and there is nothing to close', () => {
  const { verdict, advice } = noiseAdvice(report());
  assert.match(verdict, /is fit to measure on: ±1\.5 % is in reach/);
  assert.deepEqual(advice, []);
});

test('each fact has its advice', () => {
  const machine = { ...report().machine, governor: 'powersave' };
  const use = { busyCores: 1.4, stolenCores: 0.2, programs: [{ name: 'editor', cores: 1.2 }] };
  const reach = { target: 0.05, rounds: 30 };
  const { verdict, advice } = noiseAdvice(report({ use, machine, reach, waited: 0.25 }));
  assert.match(verdict, /fit for differences of 5 % and more only/);
  const expected = [
    /^Close .* editor \(120 % of a core\)/,
    /governor powersave/,
    /gave away 20 % of a core/,
    /^Slices waited for a core for 25 % of their time \(subtracted/,
    /--target 5:/,
  ];
  assert.equal(advice.length, expected.length);
  for (const [i, pattern] of expected.entries()) assert.match(advice[i]!, pattern);
});

test('a machine that reaches no target is not called fit', () => {
  const { verdict, advice } = noiseAdvice(report({ reach: null }));
  assert.match(verdict, /not fit/);
  assert.match(advice.join(), /^Until that is better/);
});

test('of too few rounds no verdict is given, but how to get one', () => {
  const few = report({ rounds: 1, spread: null, runs: [], reach: null });
  const { verdict, advice } = noiseAdvice(few);
  assert.equal(verdict, "1 round can't tell what this machine is fit for: allow more time with --budget.");
  assert.deepEqual(advice, []);
  assert.doesNotMatch(noiseText(few), /Infinity|NaN|not fit/);
});

test('the text fits 80 columns, and says what the system does not tell', () => {
  const text = noiseText(report({ runs: [...report().runs, run(1.03, 1.01, 1.05)] }));
  for (const line of text.split('\n')) assert.ok(line.length <= 80, line);
  assert.match(text, /^scatter from round to round +2\.13 %/m);
  assert.match(text, /^ratio of 10 rounds +0\.991 to 1\.030/m);
  assert.match(text, /^ {2}called a difference +1 of 7/m);
  assert.match(text, /^waited for a core +unknown here/m);
  assert.match(text, /^realistic target of a run +±1\.5 % in 14 rounds/m);
  assert.match(text, /Seed 7/);
});

test('the JSON holds every figure and the advice', () => {
  const whole = report();
  const parsed = JSON.parse(noiseJson(whole));
  assert.deepEqual(parsed, JSON.parse(JSON.stringify({ ...whole, ...noiseAdvice(whole) })));
});
