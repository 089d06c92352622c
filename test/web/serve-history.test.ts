import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { analyze } from '../../src/analysis/analyze.ts';
import { readRun } from '../../src/store/folder/reader.ts';
import { runLabel } from '../../src/store/record/run-label.ts';
import { figuresOfRun } from '../../src/web/server/figures.ts';
import { changesOf, type HistoryRun, newsOf, rankedIn } from '../../src/web/server/history.ts';
import { machinesOf } from '../../src/web/server/layout.tsx';
import { contender } from '../report/small-run.ts';
import { temporaryFolder } from '../store/record.ts';
import { folderOf, MACHINE, type MadeRun, makeHistory, makeRun } from './serve-runs.ts';

const ROW = 'mill/row';
const CASE = 'record/single, serialize';

function opened(root: string, keys = makeHistory(root)): HistoryRun[] {
  const runs = keys.map((key) => ({ key, ...readRun(folderOf(root, key)) }));
  const machines = machinesOf(runs.toReversed());
  return runs.map((run) => ({
    ...{ key: run.key, label: runLabel(run.record), record: run.record },
    figures: figuresOfRun(run).get(CASE)!,
    machine: machines.find((one) => one.runs.includes(run))!,
  }));
}

function made(t: TestContext, ...runs: readonly Partial<MadeRun>[]): HistoryRun[] {
  const root = temporaryFolder(t);
  const keys = runs.map((one, i) => makeRun(root, { day: `2026-01-0${i + 1}`, ...one }));
  return opened(root, keys);
}

const marksOf = (runs: readonly HistoryRun[]) =>
  changesOf(runs, [ROW]).changes.map(
    ({ after, finding, grade }) => `${runs.indexOf(after)} ${finding}, ${grade}`,
  );

test("the figures are those of the runs' own reports", (t) => {
  const root = temporaryFolder(t);
  for (const run of opened(root)) {
    const row = analyze(readRun(folderOf(root, run.key))).cases[0]!.ranked.find(({ name }) => name === ROW);
    const found = rankedIn(run, ROW);
    if (row === undefined) assert.deepEqual([found, run.record.id.slice(0, 8)], [null, '20260505']);
    else assert.deepEqual([found!.ratio, found!.nsPerOp], [row.ratio, row.nsPerOp]);
  }
});

test('a history marks and names the run in which a row got slower or faster', (t) => {
  const runs = made(
    t,
    ...[{}, { changes: { name: 'v1.2' } }],
    { times: [1000, 570], changes: { name: 'the change' } },
    { times: [1000, 570] },
    { times: [1000, 400] },
  );
  assert.deepEqual(marksOf(runs), ['2 slower, established', '4 faster, established']);
  const told =
    /^mill\/row: 1\d\.\d % slower relative to mill\/base since "the change", compared with "v1\.2"$/;
  assert.match(changesOf(runs, [ROW]).sentences.at(-1)!, told);
});

test('a likely change is called probable', (t) => {
  const times = [500, 500, 500, 500, 500, 740, 500];
  const runs = made(t, ...times.map((row) => ({ times: [1000, row], rounds: 4, spread: 0.16 }) as const));
  // By itself each would be established; among six it may be chance.
  assert.deepEqual(marksOf(runs), ['5 slower, likely', '6 faster, likely']);
  const told = /^mill\/row: probably \d+\.\d % slower relative to mill\/base since /;
  assert.match(changesOf(runs, [ROW]).sentences.at(-1)!, told);
});

test('if nothing changed, the history says how many comparisons are unclear', (t) => {
  const told = (...spreads: number[]) =>
    changesOf(made(t, ...spreads.map((spread) => ({ spread, rounds: 4 }))), [ROW]).sentences;
  assert.deepEqual(told(0.001, 0.001), ['No changes found.']);
  assert.deepEqual(told(0.001, 0.001, 0.5), ['No changes found: 1 of 2 comparisons are unclear.']);
  assert.deepEqual(told(0.5, 0.5), ['Nothing can be said about changes: 1 of 1 comparisons are unclear.']);
});

test('ratios of other documents, another baseline or another machine are not compared', (t) => {
  const slower = { times: [1000, 800] } as const;
  for (const changes of [
    { datasets: { 'record/single': 'sha256:11' } },
    { machine: { ...MACHINE, cpu: 'Another' } },
    { tags: { fleet: 'epyc+small+1' } },
    { contenders: [contender('mill/row'), contender('mill/base')] },
  ]) {
    const { sentences } = changesOf(made(t, {}, { ...slower, changes }), [ROW]);
    assert.deepEqual(sentences, ['Nothing can be said about changes.'], JSON.stringify(changes));
  }
});

test('a row that failed in between is compared with the last run that has its ratio', (t) => {
  const runs = opened(temporaryFolder(t));
  // The sixth run has no ratio of the row; the fifth and the ninth are of another machine.
  const { before, after, finding } = changesOf(runs, [ROW]).changes.find(
    (one) => runs.indexOf(one.after) === 6,
  )!;
  assert.deepEqual([runs.indexOf(before), runs.indexOf(after), finding], [3, 6, 'faster']);
});

test('each new version is named at the first run that has it, on each machine', (t) => {
  const runs = opened(temporaryFolder(t));
  assert.deepEqual(
    machinesOf(runs.toReversed()).map(({ mark, name, runs }) => `${mark}: ${name}: ${runs.length}`),
    ['M1: AMD EPYC, 2 cores, 24.0 GiB, x64, Linux: 7', 'n1: Neoverse-N1, 4 cores, 24.0 GiB, arm64, Linux: 2'],
  );
  assert.equal(runs.map(({ machine }) => machine.mark).join(' '), 'M1 M1 M1 M1 n1 M1 M1 M1 n1');
  const news = runs.map((run) => newsOf([ROW], runs, run).join('; '));
  assert.deepEqual(news, [
    ...['', '', 'mill/row 1.0 → 1.1', '', ''],
    ...['mill/row 1.1 → 1.2', 'mill/row 1.2 → 1.3; mill v20.20.2 → v22.3.0', 'wiremark 0.1.0 → 0.2.0'],
    'mill/row 1.1 → 1.3; mill v20.20.2 → v22.3.0; wiremark 0.1.0 → 0.2.0',
  ]);
});

test('limits have no history, rows of every case have', (t) => {
  const root = temporaryFolder(t);
  const plan = { dataset: 'record', size: 'single', batch: 1, contenders: [0, 1, 2], baseline: 0 };
  const cases = (['serialize', 'deserialize'] as const).map((task) => ({ ...plan, task }));
  const limit = contender('mill/copy', { limit: 'copy' });
  const contenders = [contender('mill/base'), contender('mill/row'), limit];
  const key = makeRun(root, { day: '2026-01-01', changes: { contenders, cases } });
  const found = [...figuresOfRun(readRun(folderOf(root, key)))];
  assert.deepEqual(
    found.map(([title, { rows }]) => [title, ...[...rows.keys()].sort()].join(' ')).sort(),
    ['deserialize', 'serialize'].map((task) => `record/single, ${task} mill/base mill/row`),
  );
});

test('ratios to another baseline are computed anew, and left out where it was not ranked', (t) => {
  const root = temporaryFolder(t);
  const contenders = [contender('mill/row'), contender('mill/other')];
  const keys = [
    makeRun(root, { day: '2026-01-01' }),
    makeRun(root, { day: '2026-01-02', changes: { contenders } }),
  ];
  const ratios = keys.map((key) => {
    const { baseline, rows } = figuresOfRun(readRun(folderOf(root, key)), 'mill/base').get(CASE)!;
    const found = rows.get(ROW);
    return [baseline, typeof found === 'object' ? found.ratio?.estimate.toFixed(1) : found];
  });
  assert.deepEqual(ratios, [
    ['mill/base', '0.5'],
    [null, undefined],
  ]);
  const [whole] = [...figuresOfRun(readRun(folderOf(root, keys[0]!)), ROW).values()];
  const base = whole!.rows.get('mill/base');
  assert.ok(typeof base === 'object' && base.said === '' && base.ratio!.estimate.toFixed(1) === '2.0');
});
