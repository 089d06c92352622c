import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noiseAdvice } from '../../src/report/noise/advice.ts';
import { noiseJson, noiseText } from '../../src/report/noise/noise.ts';
import type { NoiseReport } from '../../src/report/noise/report.ts';
import type { NoiseSummary, Reach } from '../../src/stats/noise-summary.ts';

function summary(reach: Reach | null, change: Partial<NoiseSummary> = {}): NoiseSummary {
  const rate = { count: 0, of: 40, rate: 0, low: 0, high: 0.0876 };
  return {
    comparisons: 40,
    interleaved: { falseAlarms: rate, spread: { cv: 0.008, worst: 0.019 } },
    naive: {
      falseAlarms: { count: 20, of: 40, rate: 0.5, low: 0.352, high: 0.648 },
      spread: { cv: 0.11, worst: 0.3 },
    },
    roundSpread: 0.02,
    waited: null,
    reach,
    ...change,
  };
}

function report(quiet: NoiseSummary, loaded: NoiseSummary, change: Partial<NoiseReport> = {}): NoiseReport {
  return {
    what: { serializer: 'node/json', dataset: 'record/single', task: 'serialize' },
    plan: { seed: 7, rounds: 6, blocks: 4, load: 3 },
    machine: {
      cpu: 'Some Processor',
      cores: 4,
      memoryBytes: 2 ** 33,
      os: 'Some System',
      kernel: 'Linux 6.1',
      arch: 'x64',
      load: 0.1,
      governor: 'performance',
    },
    use: { busyCores: 0.02, stolenCores: 0, programs: [] },
    dozing: { awakeNs: 100, sleptNs: 101, dozes: false, unkept: null },
    seconds: 181,
    conditions: [
      { condition: 'quiet', summary: quiet },
      { condition: 'loaded', summary: loaded },
    ],
    attempts: [],
    ...change,
  };
}

const good = { target: 0.015, rounds: 14 };

test('a quiet machine is fit, and there is nothing to close', () => {
  const { verdict, advice } = noiseAdvice(report(summary(good), summary({ target: 0.03, rounds: 22 })));
  assert.match(verdict, /is fit to measure on: ±1\.5 % is in reach/);
  assert.deepEqual(advice, [
    'With 3 of 4 cores in use by others now and then, only ±3 % is realistic: leave more than 1 free while you measure.',
  ]);
});

test('each fact has its advice', () => {
  const base = report(summary({ target: 0.05, rounds: 30 }, { comparisons: 4, waited: 0.25 }), summary(null));
  const use = { busyCores: 1.4, stolenCores: 0.2, programs: [{ name: 'editor', cores: 1.2 }] };
  const machine = { ...base.machine, governor: 'powersave' };
  const dozing = { awakeNs: 100, sleptNs: 170, dozes: true, unkept: 'no chrt' };
  const { verdict, advice } = noiseAdvice({ ...base, use, machine, dozing });
  assert.match(verdict, /fit for differences of 5 % and more only/);
  const expected = [
    /^Close .* editor \(120 % of a core\)/,
    /governor powersave/,
    /gave away 20 % of a core/,
    /^Slices waited for a core for 25 % of their time \(subtracted/,
    /--target 5:/,
    /no usual target is in reach: leave more than 1 free/,
  ];
  assert.equal(advice.length, expected.length);
  for (const [i, pattern] of expected.entries()) assert.match(advice[i]!, pattern);
});

test('a machine that reaches no target is not called fit, nor its load harmless', () => {
  const { verdict, advice } = noiseAdvice(report(summary(null), summary(null)));
  assert.match(verdict, /not fit/);
  assert.equal(advice.length, 1);
});

test('the text fits 80 columns, shows both ways and says what the system does not tell', () => {
  const text = noiseText(report(summary(good), summary(null)));
  for (const line of text.split('\n')) assert.ok(line.length <= 80, line);
  assert.match(text, /^false alarms at 95 % +0 of 40 \(0 to 9 %\)/m);
  assert.match(text, /^ {2}A first, then B +20 of 40 \(35 to 65 %\)/m);
  assert.match(text, /^waited for a core +unknown here/m);
  assert.match(text, /^realistic target of a run +±1\.5 % in 14 rounds +none up to ±10 %/m);
  assert.match(text, /Seed 7/);
});

test('the JSON holds every figure and the advice', () => {
  const whole = report(summary(good), summary(null));
  const parsed = JSON.parse(noiseJson(whole));
  assert.deepEqual(parsed, JSON.parse(JSON.stringify({ ...whole, ...noiseAdvice(whole) })));
});
