import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RankedRow } from '../../src/report/rows.ts';
import { allRows, buildView, type CaseView, type RunData } from '../../src/report/view.ts';
import type { RunRecord, Sample } from '../../src/store/record.ts';
import { recordedRun } from './recorded.ts';

async function recordedCase(name: string): Promise<CaseView> {
  const view = buildView(await recordedRun());
  return view.cases.find(({ dataset, size, task }) => `${dataset}/${size} ${task}` === name)!;
}

/** Two or more contenders on one case; each one's times in ns per operation, by round. */
function smallRun(times: readonly (readonly number[])[], changes: Partial<RunRecord> = {}): RunData {
  const samples = times.flatMap((rounds, contender) =>
    rounds.map((ns, round): Sample => {
      return {
        case: 0,
        contender,
        round,
        phase: 'block',
        block: 0,
        ops: 1000,
        ns: ns * 1000,
        cpuNs: 0,
        waitNs: null,
      };
    }),
  );
  const record: RunRecord = {
    schema: 1,
    id: 'id',
    tool: '0',
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:01:00.000Z',
    partial: false,
    suite: { name: 'small', title: 'Small', style: 'default' },
    machine: { cpu: '', cores: 1, memoryBytes: 1, os: '', kernel: '', arch: '', load: null, governor: null },
    runtimes: {},
    settings: { seed: 1, quick: false, rounds: { minimum: 10, maximum: 30 }, target: 0.02, budget: null },
    datasets: {},
    contenders: times.map((_, i) => ({
      runtime: 'node',
      serializer: `s${i}`,
      title: `S${i}`,
      version: '1',
      format: 'json',
      output: 'text',
      deviations: [],
      limit: null,
    })),
    cases: [
      { dataset: 'd', size: 's', task: 'serialize', batch: 1, contenders: [...times.keys()], baseline: 0 },
    ],
    outcomes: times.map((_, contender) => ({
      case: 0,
      contender,
      verdict: { verdict: 'ok' },
      sizes: null,
      deviations: [],
      memory: null,
    })),
    ...changes,
  };
  return { record, samples };
}

const rounds = (count: number, ns: (round: number) => number) =>
  Array.from({ length: count }, (_, i) => ns(i));
const onlyCase = (run: RunData): CaseView => buildView(run).cases[0]!;
const rowNamed = (view: CaseView, name: string): RankedRow => view.ranked.find((row) => row.name === name)!;

test('what all rows of a round have in common does not show in a ratio', () => {
  const drift = (round: number) => 1 + round / 5;
  const view = onlyCase(smallRun([rounds(10, (i) => 1000 * drift(i)), rounds(10, (i) => 2000 * drift(i))]));
  const { ratio, finding, targetMissed } = rowNamed(view, 'node/s1');
  assert.ok(Math.abs(ratio.estimate - 2) < 1e-9);
  assert.ok(Math.abs(ratio.low! - 2) < 1e-9 && Math.abs(ratio.high! - 2) < 1e-9);
  assert.equal(finding, 'slower');
  assert.equal(targetMissed, false);
});

test("rows that can't be told apart share a rank, and the next rank counts them", () => {
  const wobble = (i: number) => (i % 2 === 0 ? 1.01 : 0.99);
  const view = onlyCase(
    smallRun([rounds(10, () => 1000), rounds(10, (i) => 1000 * wobble(i)), rounds(10, () => 3000)]),
  );
  assert.deepEqual(view.ranked.map(({ name, rank, tied }) => [name, rank, tied]).sort(), [
    ['node/s0', 1, true],
    ['node/s1', 1, true],
    ['node/s2', 3, false],
  ]);
});

test('times of a batch: average, extremes, and the spread in true percent', () => {
  const run = smallRun([[900_000, 1_000_000, 1_400_000]]);
  const record = { ...run.record, cases: [{ ...run.record.cases[0]!, batch: 1000 }] };
  const { batch } = onlyCase({ ...run, record }).ranked[0]!;
  const rounded = Object.fromEntries(
    Object.entries(batch).map(([key, value]) => [key, Number(value.toFixed(9))]),
  );
  assert.deepEqual(rounded, {
    average: 1100,
    minimum: 900,
    maximum: 1400,
    spreadBelow: 18.181818182,
    spreadAbove: 27.272727273,
    batchesPerSlice: 1,
  });
});

test("operations per second with Student's error at 99.9 %", () => {
  // 1,000,000 and 500,000 operations a second: mean 750,000; s/√2 = 250,000; t(0.9995; 1) = 636.619.
  const { throughput } = onlyCase(smallRun([[1000, 2000]])).ranked[0]!;
  assert.equal(throughput.score, 750_000);
  assert.ok(Math.abs(throughput.error! - 636.619249 * 250_000) < 1);
  assert.equal(throughput.rounds, 2);
});

test('three rounds are preliminary, one gives no interval', () => {
  const three = rowNamed(onlyCase(smallRun([rounds(3, () => 10), rounds(3, () => 20)])), 'node/s1');
  assert.deepEqual([three.preliminary, three.ratio.confidence, three.targetMissed], [true, 0.75, true]);
  const one = rowNamed(onlyCase(smallRun([[10], [20]])), 'node/s1');
  assert.deepEqual(one.ratio, { estimate: 2, low: null, high: null, confidence: null });
  assert.equal(one.finding, 'undecided');
});

test('a baseline that failed gives way to the fastest row', async () => {
  const view = await recordedCase('users/small serialize');
  assert.equal(view.plannedBaseline, 'node/avsc');
  assert.equal(view.baseline, 'jvm/protobuf');
  assert.equal(view.ranked[0]!.ratio.estimate, 1);
});

test('a row that failed has its verdict and no figures, whatever samples it left', async () => {
  const run = smallRun([rounds(10, () => 10), rounds(10, () => 20)]);
  const outcomes = run.record.outcomes.with(1, {
    case: 0,
    contender: 1,
    verdict: { verdict: 'mismatch', reason: 'output changes from call to call' },
    sizes: null,
    deviations: [],
    memory: null,
  });
  const view = onlyCase({ ...run, record: { ...run.record, outcomes } });
  assert.deepEqual(
    view.ranked.map(({ name }) => name),
    ['node/s0'],
  );
  const [failed] = view.unranked;
  assert.deepEqual([failed?.kind, failed?.verdict], ['failed', 'mismatch']);
  assert.equal(Object.hasOwn(failed!, 'nsPerOp'), false);
});

test('no row of a case is lost, and each verdict keeps its reason', async () => {
  const run = await recordedRun();
  const view = buildView(run);
  for (const [i, one] of view.cases.entries())
    assert.equal(allRows(one).length, run.record.cases[i]!.contenders.length);
  const verdicts = new Set(view.cases.flatMap(allRows).map(({ verdict }) => verdict));
  assert.deepEqual([...verdicts].map(String).sort(), [
    'crash',
    'mismatch',
    'null',
    'ok',
    'timeout',
    'unavailable',
    'unsupported',
  ]);
  for (const row of view.cases.flatMap(({ unranked }) => unranked)) assert.notEqual(row.reason, '');
});

test('samples of a killed run without a verdict are not ranked', () => {
  const run = smallRun([rounds(10, () => 10), rounds(10, () => 20)], { partial: true, finishedAt: null });
  const record = { ...run.record, outcomes: run.record.outcomes.slice(0, 1) };
  const [row] = onlyCase({ ...run, record }).unranked;
  assert.deepEqual([row?.kind, row?.verdict], ['unmeasured', null]);
  assert.match(row!.reason, /before the outputs were verified again/);
});

test('a case without any result is still a case', () => {
  const run = smallRun([rounds(1, () => 10)]);
  const view = onlyCase({ record: { ...run.record, outcomes: [] }, samples: [] });
  assert.equal(view.baseline, null);
  assert.equal(view.unranked[0]!.reason, 'the run ended before this row began');
});

test('blocks are those of a row, although the baseline has them once for each group', () => {
  const run = smallRun([rounds(2, () => 10), rounds(2, () => 20), rounds(2, () => 30)]);
  const inOtherGroup = run.samples
    .filter(({ contender }) => contender !== 1)
    .map((sample) => ({ ...sample, block: 1 }));
  const samples = [...run.samples.filter(({ contender }) => contender !== 2), ...inOtherGroup];
  const view = onlyCase({ ...run, samples });
  assert.equal(view.ranked.length, 3);
  assert.deepEqual([view.rounds, view.blocks], [2, 1]);
});
