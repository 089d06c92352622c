import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnalyzedCase, allRows, analyze } from '../../src/analysis/analyze.ts';
import type { Estimate } from '../../src/analysis/figures.ts';
import type { RankedRow, Row } from '../../src/analysis/rows.ts';
import { caseNotes } from '../../src/report/tables/case-notes.ts';
import { memoryNotes } from '../../src/report/tables/ranking.ts';
import type { MemoryFigures, Sample } from '../../src/store/record/record.ts';
import { RECORDED } from './recorded.ts';
import {
  failed,
  known,
  memory,
  namedRun,
  onlyCase,
  reported,
  rounds,
  slice,
  smallRun,
  stored,
  type Times,
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
  const second = (count: number) => {
    return onlyCase(smallRun([10, 20].map((ns) => rounds(count, () => ns)))).ranked[1]!;
  };
  const three = second(3);
  assert.deepEqual([three.preliminary, three.ratio.confidence, three.targetMissed], [true, 0.98, false]);
  const one = second(1);
  assert.deepEqual(one.ratio, { estimate: 2, low: null, high: null, confidence: null });
  assert.deepEqual([one.preliminary, one.grade === 'established'], [true, false]);
});

test('a failed row has its verdict and no figures, even if it has samples', () => {
  const view = onlyCase(smallRun([10, { ns: 20, ...failed('mismatch') }]));
  assert.equal(view.ranked.map(({ name }) => name).join(), 'mill/s0');
  const [{ kind, verdict, nsPerOp, ratio, rounds }] = view.unranked as [Row];
  assert.deepEqual([kind, verdict, nsPerOp, ratio, rounds], ['failed', 'mismatch', null, null, 0]);
});

test('every row of a case is shown, and every verdict has a reason', () => {
  const view = analyze(RECORDED);
  for (const [i, one] of view.cases.entries())
    assert.equal(allRows(one).length, RECORDED.record.cases[i]!.contenders.length);
  const verdicts = new Set(view.cases.flatMap(allRows).map(({ verdict }) => verdict));
  const every = 'crash mismatch null ok timeout unavailable unsupported';
  assert.equal([...verdicts].map(String).sort().join(' '), every);
  for (const row of view.cases.flatMap(({ unranked }) => unranked)) assert.notEqual(row.reason, '');
});

test('samples of a killed run without a verdict are not ranked, and a case without any result is still a case', () => {
  const run = smallRun([10, 20], { partial: true, finishedAt: null });
  const { outcomes } = run.record;
  const [row] = onlyCase(withRecord(run, { outcomes: outcomes.slice(0, 1) })).unranked;
  assert.deepEqual([row?.kind, row?.verdict], ['unmeasured', null]);
  assert.match(row!.reason, /stopped before its results could be verified/);
  const { baseline, unranked } = onlyCase(smallRun([[]], { outcomes: [] }));
  assert.deepEqual([baseline, unranked[0]!.reason], [null, 'the run has not reached this row']);
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
  const run = smallRun([10, 20, 30].map((ns) => [ns, ns]));
  const groups = [[{ block: 0 }, { block: 1 }], { block: 0 }, { block: 1 }];
  const view = onlyCase(withSamples(run, ({ contender }) => groups[contender]!));
  assert.equal(view.ranked.length, 3);
  assert.deepEqual([view.rounds, view.blocks], [2, 1]);
});

/** An estimate and its ends, free of the last bits. */
const ends = (value: Estimate | null) =>
  value && [value.estimate, value.low, value.high].map((end) => end && Number(end.toFixed(9))).join(' ');

const walking = (ns: Times) => ({ ns, limit: 'walk' }) as const;

test("a row is compared with the walk of its own runtime, without the machine's drift", () => {
  const drifting = (ns: number) => rounds(10, (round) => ns * (1 + round / 5));
  const run = namedRun({
    'mill/s0': drifting(1000),
    'ark/s1': drifting(3000),
    'quartz/s2': drifting(5000),
    'mill/limit-walk': walking(drifting(250)),
    'ark/limit-walk': walking(drifting(1500)),
    'quartz/limit-copy': { ns: drifting(100), limit: 'copy' },
  });
  const view = onlyCase(run);
  const found = view.ranked.map(({ name, bounds }) => `${name}: ${ends(bounds.timesWalk)}`);
  assert.deepEqual(found, ['mill/s0: 4 4 4', 'ark/s1: 2 2 2', 'quartz/s2: null']);
  const limits = view.limits.map(({ name, limit }) => `${name}: ${limit}`);
  assert.deepEqual(limits, ['mill/limit-walk: walk', 'ark/limit-walk: walk', 'quartz/limit-copy: copy']);
});

test('percentages refer to the fastest hand-written row of the same runtime and format', () => {
  const run = namedRun({
    'ark/s0': 2000,
    'ark/by-hand-scala': { ns: 800, bound: 'hand-written' },
    'ark/by-hand-java': { ns: 500, bound: 'hand-written' },
    'ark/s3': 400,
    'mill/s4': 300,
    'ark/s5': { ns: 200, format: 'protobuf' },
  });
  const { ranked } = onlyCase(run);
  assert.deepEqual(
    ranked.map(({ name, bounds }) => [name, bounds.handWritten, ends(bounds.percentOfHandWritten)]),
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
  const run = namedRun({ 'mill/s0': [10], 'mill/limit-walk': walking([5]) });
  // Warm-ups of the walk that get faster and faster until the longest was over.
  const warmups = Array.from({ length: 8 }, (_, block): Sample => {
    return { ...run.samples.all[1]!, phase: 'warmup', block, ns: 1e8 / 2 ** block };
  });
  const samples = stored([...warmups, ...run.samples.all.slice(1), run.samples.all[0]!]);
  const notes = caseNotes(onlyCase({ ...run, samples }), run.record).map(({ text }) => text);
  assert.match(notes.join('\n'), /^Launches .* before they became steady: mill\/limit-walk \(1 of 1\)\.$/m);
});

test('a failed bound is not used', () => {
  const hand = { ns: [5], bound: 'hand-written', ...failed('crash') } as const;
  const walk = { ...walking([1]), ...failed('crash') };
  const view = onlyCase(namedRun({ 'mill/s0': [10], 'mill/s1': hand, 'mill/limit-walk': walk }));
  const none = { timesWalk: null, percentOfHandWritten: null, handWritten: null };
  assert.deepEqual(view.ranked[0]!.bounds, none);
  assert.deepEqual([view.limits.length, view.unranked.length], [0, 2]);
});

test('a row and a bound are compared by their times, not block by block', () => {
  const run = namedRun({ 'mill/s0': [100], 'mill/s1': [100], 'mill/limit-walk': walking([100]) });
  // By block s1 takes 2, 4 and 8 walks. Relative to the baseline, which is slow in one block, it takes 2 and the walk 1.
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

test('a cold start is the start and the first operation of the same process', () => {
  const run = smallRun([[10]]);
  const launch = (phase: 'start' | 'first', round: number, block: number, ns: number): Sample => {
    return { ...slice, phase, round, block, ns, ops: phase === 'start' ? 0 : 1 };
  };
  const launches = [
    launch('start', 0, 0, 1000),
    launch('start', 0, 1, 2000),
    launch('start', 1, 0, 4000),
    launch('start', 2, 0, 90_000),
    launch('first', 0, 1, 20),
    launch('first', 1, 0, 40),
    launch('first', 0, 0, 10),
    launch('first', 3, 0, 80),
  ];
  const [row] = onlyCase({ ...run, samples: stored([...launches, ...run.samples.all]) }).ranked;
  assert.deepEqual(row!.start, {
    coldStart: { median: 2020, minimum: 1010, maximum: 4040, launches: 3 },
    firstOperation: { median: 30, minimum: 10, maximum: 80, launches: 4 },
  });
  assert.deepEqual(onlyCase(run).ranked[0]!.start, { coldStart: null, firstOperation: null });
});

const countedRun = (...figures: readonly (MemoryFigures | null)[]) =>
  smallRun(figures.map((memory, i) => ({ ns: [10 + i], memory })));
const UNCOUNTED = memory({ allocated: unknown('counters are off') });

test('each reason for a blank memory figure appears once, with its rows', () => {
  const old = memory({ collections: { young: known(1), old: unknown('not told') } });
  const { ranked } = onlyCase(countedRun(UNCOUNTED, old, memory(), UNCOUNTED, null));
  assert.deepEqual(memoryNotes(ranked), [
    'No figure for memory of mill/s4: no memory pass was made.',
    'No figure for allocated bytes of mill/s0, mill/s3: counters are off.',
    'No figure for old collections of mill/s1: not told.',
  ]);
  assert.deepEqual(memoryNotes(onlyCase(countedRun(null, null)).ranked), [], 'without any memory pass');
});

test('a quick run with --memory shows memory, and why a figure is blank', async () => {
  const settings = { ...smallRun([]).record.settings, quick: true };
  const told = (...figures: (MemoryFigures | null)[]) =>
    reported(withRecord(countedRun(...figures), { settings }), 'md', { notes: true });
  const counted = await told(memory(), UNCOUNTED);
  assert.match(counted, /\| start and memory .*bytes\/op/);
  assert.match(counted, /No figure for allocated bytes of mill\/s1: counters are off\./);
  assert.doesNotMatch(await told(null, null), /start and memory/);
});
