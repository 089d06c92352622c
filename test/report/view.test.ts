import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnalyzedCase, allRows, analyze, type RecordedRun } from '../../src/analysis/analyze.ts';
import type { Estimate } from '../../src/analysis/figures.ts';
import type { RankedRow } from '../../src/analysis/rows.ts';
import { caseNotes } from '../../src/report/tables/case-notes.ts';
import { memoryNotes } from '../../src/report/tables/start.ts';
import type { MemoryFigures, Sample } from '../../src/store/record/record.ts';
import { recordedRun } from './recorded.ts';
import {
  contender,
  known,
  memory,
  onlyCase,
  outcome,
  reported,
  rounds,
  slice,
  smallRun,
  stored,
  unknown,
  withRecord,
  withSamples,
} from './small-run.ts';

const rowNamed = (view: AnalyzedCase, name: string): RankedRow =>
  view.ranked.find((row) => row.name === name)!;

test("operations per second with Student's error at 99.9 %", () => {
  // 1,000,000 and 500,000 operations a second: s/√4 = 250,000/√3; t(0.9995; 3) = 12.924.
  const { throughput, nsPerOp } = onlyCase(smallRun([[1000, 2000, 1000, 2000]])).ranked[0]!;
  assert.equal(throughput.estimate, 1e9 / nsPerOp.estimate);
  assert.ok(Math.abs(throughput.error! - (12.923979 * 250_000) / Math.sqrt(3)) < 1);
  assert.equal(onlyCase(smallRun([[1000, 2000, 1000]])).ranked[0]!.throughput.error, null);
});

test('three rounds are preliminary, one gives no interval', () => {
  const three = rowNamed(onlyCase(smallRun([rounds(3, () => 10), rounds(3, () => 20)])), 'mill/s1');
  assert.deepEqual([three.preliminary, three.ratio.confidence, three.targetMissed], [true, 0.95, false]);
  const one = rowNamed(onlyCase(smallRun([[10], [20]])), 'mill/s1');
  assert.deepEqual(one.ratio, { estimate: 2, low: null, high: null, confidence: null });
  assert.deepEqual([one.preliminary, one.grade === 'established'], [true, false]);
});

test('a failed row has its verdict and no figures, even if it has samples', async () => {
  const verdict = { verdict: 'mismatch', reason: 'output changes from call to call' } as const;
  const view = onlyCase(smallRun([10, 20], { outcomes: [outcome(0), outcome(1, { verdict })] }));
  assert.equal(view.ranked.map(({ name }) => name).join(), 'mill/s0');
  const [failed] = view.unranked;
  assert.deepEqual([failed?.kind, failed?.verdict], ['failed', 'mismatch']);
  assert.deepEqual([failed!.nsPerOp, failed!.ratio, failed!.rounds], [null, null, 0]);
});

test('every row of a case is shown, and every verdict has a reason', async () => {
  const run = await recordedRun();
  const view = analyze(run);
  for (const [i, one] of view.cases.entries())
    assert.equal(allRows(one).length, run.record.cases[i]!.contenders.length);
  const verdicts = new Set(view.cases.flatMap(allRows).map(({ verdict }) => verdict));
  const every = 'crash mismatch null ok timeout unavailable unsupported';
  assert.equal([...verdicts].map(String).sort().join(' '), every);
  for (const row of view.cases.flatMap(({ unranked }) => unranked)) assert.notEqual(row.reason, '');
});

test('samples of a killed run without a verdict are not ranked', () => {
  const run = smallRun([10, 20], { partial: true, finishedAt: null, outcomes: [outcome(0)] });
  const [row] = onlyCase(run).unranked;
  assert.deepEqual([row?.kind, row?.verdict], ['unmeasured', null]);
  assert.match(row!.reason, /stopped before its results could be verified/);
});

test('a case without any result is still a case', () => {
  const view = onlyCase(smallRun([[]], { outcomes: [] }));
  assert.equal(view.baseline, null);
  assert.equal(view.unranked[0]!.reason, 'the run has not reached this row');
});

test('a run that was resumed says when it was not measured', async () => {
  const interruptions = [{ from: '2026-01-01T00:00:30.000Z', until: '2026-01-02T00:00:00.000Z' }];
  const run = smallRun([[10], [20]]);
  const resumed = withRecord(run, { interruptions });
  const told = '- Interrupted: 2026-01-01T00:00:30.000Z, resumed 2026-01-02T00:00:00.000Z\n';
  assert.ok((await reported(resumed, 'md')).includes(told));
  assert.doesNotMatch(await reported(run, 'md'), /Interrupted/);
  const json = JSON.parse(await reported(resumed, 'json'));
  assert.deepEqual(json.run.interruptions, interruptions);
});

test('blocks are counted for a row, not for the baseline, which is in every group', () => {
  const run = smallRun([rounds(2, () => 10), rounds(2, () => 20), rounds(2, () => 30)]);
  const groups = [[{ block: 0 }, { block: 1 }], { block: 0 }, { block: 1 }];
  const view = onlyCase(withSamples(run, ({ contender }) => groups[contender]!));
  assert.equal(view.ranked.length, 3);
  assert.deepEqual([view.rounds, view.blocks], [2, 1]);
});

/** An estimate and its ends, free of the last bits. */
const ends = (value: Estimate | null) =>
  value && [value.estimate, value.low, value.high].map((end) => end && Number(end.toFixed(9))).join(' ');

const WALK = contender('mill/limit-walk', { limit: 'walk' });
const THREE = [contender('mill/s0'), contender('mill/s1'), WALK];

test("a row is compared with the walk of its own runtime, without the machine's drift", () => {
  const contenders = [
    contender('mill/s0'),
    contender('ark/s1'),
    contender('quartz/s2'),
    WALK,
    contender('ark/limit-walk', { limit: 'walk' }),
    contender('quartz/limit-copy', { limit: 'copy' }),
  ];
  const drifting = (ns: number) => rounds(10, (round) => ns * (1 + round / 5));
  const view = onlyCase(smallRun([1000, 3000, 5000, 250, 1500, 100].map(drifting), { contenders }));
  const found = view.ranked.map(({ name, bounds }) => `${name}: ${ends(bounds.timesWalk)}`);
  assert.deepEqual(found, ['mill/s0: 4 4 4', 'ark/s1: 2 2 2', 'quartz/s2: null']);
  const limits = view.limits.map(({ name, limit }) => `${name}: ${limit}`);
  assert.deepEqual(limits, ['mill/limit-walk: walk', 'ark/limit-walk: walk', 'quartz/limit-copy: copy']);
});

test('percentages refer to the fastest hand-written row of the same runtime and format', () => {
  const byHand = { bound: 'hand-written' } as const;
  const contenders = [
    contender('ark/s0'),
    contender('ark/by-hand-scala', byHand),
    contender('ark/by-hand-java', byHand),
    contender('ark/s3'),
    contender('mill/s4'),
    contender('ark/s5', { format: 'protobuf' }),
  ];
  const times = [2000, 800, 500, 400, 300, 200];
  const view = onlyCase(smallRun(times, { contenders }));
  assert.deepEqual(
    view.ranked.map(({ name, bounds }) => [name, bounds.handWritten, ends(bounds.percentOfHandWritten)]),
    [
      ['ark/s5', null, null],
      ['mill/s4', null, null],
      ['ark/s3', 'ark/by-hand-java', '125 125 125'],
      ['ark/by-hand-java', 'ark/by-hand-java', '100 100 100'],
      ['ark/by-hand-scala', 'ark/by-hand-java', '62.5 62.5 62.5'],
      ['ark/s0', 'ark/by-hand-java', '25 25 25'],
    ],
  );
});

test('limits that were timed before they became steady are named like rows', () => {
  const run = smallRun([[10], [5]], { contenders: [contender('mill/s0'), WALK] });
  // Warm-ups of the walk that get faster and faster until the longest was over.
  const warmups = Array.from({ length: 8 }, (_, block): Sample => {
    return { ...run.samples.all[1]!, phase: 'warmup', block, ns: 1e8 / 2 ** block };
  });
  const samples = stored([...warmups, ...run.samples.all.slice(1), run.samples.all[0]!]);
  const notes = caseNotes(onlyCase({ ...run, samples }), run.record.settings).map(({ text }) => text);
  assert.match(notes.join('\n'), /^Launches .* before they became steady: mill\/limit-walk \(1 of 1\)\.$/m);
});

test('a failed bound is not used', () => {
  const contenders = [contender('mill/s0'), contender('mill/s1', { bound: 'hand-written' }), WALK];
  const verdict = { verdict: 'crash', reason: 'ended' } as const;
  const outcomes = [outcome(0), outcome(1, { verdict }), outcome(2, { verdict })];
  const view = onlyCase(smallRun([[10], [5], [1]], { contenders, outcomes }));
  const none = { timesWalk: null, percentOfHandWritten: null, handWritten: null };
  assert.deepEqual(view.ranked[0]!.bounds, none);
  assert.deepEqual([view.limits.length, view.unranked.length], [0, 2]);
});

test('a row and a bound are compared by their times, not block by block', () => {
  const run = smallRun([[100], [100], [100]], { contenders: THREE });
  // By block s1 takes 2, 4 and 8 walks. Relative to the baseline, which stumbled once, it takes 2 and the walk 1.
  const times = [
    [100, 100, 800],
    [200, 400, 800],
    [100, 100, 100],
  ];
  const blocks = withSamples(run, (one) =>
    times[one.contender]!.map((ns, block) => ({ block, ns: 1000 * ns })),
  );
  const { ratio, bounds } = rowNamed(onlyCase(blocks), 'mill/s1');
  for (const found of [ratio, bounds.timesWalk!]) assert.equal(found.estimate.toFixed(9), '2.000000000');
});

test('a row and a bound of different groups are compared through the baseline', () => {
  const times = [1000, 4000, 500].map((ns) => rounds(6, () => ns));
  const run = smallRun(times, { contenders: THREE });
  // In block 1, the machine is half as fast; the row is timed there only, and so takes twice the baseline's time.
  const moved = withSamples(
    run,
    ({ contender, ns }) => [[{}, { block: 1, ns: 2 * ns }], { block: 1 }, {}][contender]!,
  );
  assert.equal(ends(rowNamed(onlyCase(moved), 'mill/s1').bounds.timesWalk), '4 4 4');
});

test('a cold start is the start and the first operation of the same process', () => {
  const run = smallRun([[10]]);
  const launch = (phase: 'start' | 'first', round: number, block: number, ns: number): Sample => {
    return { ...slice, phase, round, block, ns, ops: phase === 'start' ? 0 : 1 };
  };
  const launches = [
    launch('start', 0, 0, 1000),
    launch('start', 0, 1, 2000),
    launch('start', 1, 0, 4000),
    // Its process never came to an operation.
    launch('start', 2, 0, 90_000),
    launch('first', 0, 1, 20),
    launch('first', 1, 0, 40),
    launch('first', 0, 0, 10),
    // Its start was not recorded.
    launch('first', 3, 0, 80),
  ];
  const [row] = onlyCase({ ...run, samples: stored([...launches, ...run.samples.all]) }).ranked;
  assert.deepEqual(row!.start, {
    coldStart: { median: 2020, minimum: 1010, maximum: 4040, launches: 3 },
    firstOperation: { median: 30, minimum: 10, maximum: 80, launches: 4 },
  });
  assert.deepEqual(onlyCase(run).ranked[0]!.start, { coldStart: null, firstOperation: null });
});

function countedRun(figures: readonly (MemoryFigures | null)[], quick = false): RecordedRun {
  const outcomes = figures.map((memory, i) => outcome(i, { memory }));
  const times = figures.map((_, i) => [10 + i]);
  const { settings } = smallRun([]).record;
  return smallRun(times, { outcomes, settings: { ...settings, quick } });
}

test('each reason for a blank memory figure appears once, with its rows', () => {
  const off = memory({ allocated: unknown('counters are off') });
  const old = memory({ collections: { young: known(1), old: unknown('not told') } });
  const { ranked } = onlyCase(countedRun([off, old, memory(), off, null]));
  assert.deepEqual(memoryNotes(ranked), [
    'No figure for memory of mill/s4: no memory pass was made.',
    'No figure for allocated bytes of mill/s0, mill/s3: counters are off.',
    'No figure for old collections of mill/s1: not told.',
  ]);
});

test('without any memory pass there are no notes on blank cells', () => {
  assert.deepEqual(memoryNotes(onlyCase(countedRun([null, null])).ranked), []);
});

test('a quick run with --memory shows memory, and why a figure is blank', async () => {
  const off = memory({ allocated: unknown('counters are off') });
  const told = (...figures: (MemoryFigures | null)[]) =>
    reported(countedRun(figures, true), 'md', { notes: true });
  const counted = await told(memory(), off);
  assert.match(counted, /\| start and memory .*bytes\/op/);
  assert.match(counted, /No figure for allocated bytes of mill\/s1: counters are off\./);
  assert.doesNotMatch(await told(null, null), /start and memory/);
});
