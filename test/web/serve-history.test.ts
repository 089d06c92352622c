/** What a history says of runs, held against the runs' own reports. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parseHTML } from 'linkedom';
import { renderToString } from 'preact-render-to-string';
import { buildView } from '../../src/report/view/view.ts';
import { readRun } from '../../src/store/reader.ts';
import type { RunRecord } from '../../src/store/record.ts';
import { drawHistory, type HistoryChart } from '../../src/web/server/history/chart.ts';
import { ratioChart, timeChart } from '../../src/web/server/history/charts.ts';
import {
  figuresKey,
  figuresOfRun,
  type HistoryPoint,
  historiesOf,
  pointsOf,
} from '../../src/web/server/history/history.ts';
import { machinesOf, type NumberedMachine } from '../../src/web/server/machines.ts';
import { contender } from '../report/small-run.ts';
import { folderOf, MACHINE, type MadeRun, makeHistory, makeRun, workFolder } from './serve-runs.ts';

const ROW = { row: 'node/row', case: 'record/single, serialize' };

function opened(root: string, keys: readonly string[], of = ROW) {
  const runs = keys.map((key) => ({ key, ...readRun(folderOf(root, key)) }));
  const machines = machinesOf(runs.toReversed());
  return runs.map((run) => ({
    ...{ key: run.key, record: run.record, run },
    figures: figuresOfRun(run).get(figuresKey(of))!,
    machine: machines.find((one) => one.runs.includes(run))!,
  }));
}

function pointsFor(t: TestContext, made: readonly MadeRun[]): HistoryPoint[] {
  const root = workFolder(t);
  const keys = made.map((one) => makeRun(root, one));
  return pointsOf(ROW, opened(root, keys));
}

test("the figures are those of the runs' own reports", async (t) => {
  const root = workFolder(t);
  for (const { run, figures } of opened(root, makeHistory(root))) {
    const row = buildView(run).cases[0]!.ranked.find(({ name }) => name === ROW.row);
    if (row === undefined)
      assert.deepEqual([figures.kind, run.record.id.slice(0, 8)], ['unranked', '20260505']);
    else {
      const { nsPerOp, ratio, preliminary } = row;
      assert.deepEqual(figures, { kind: 'ranked', nsPerOp, ratio, preliminary, baseline: 'node/base' });
    }
  }
});

test('each change is named at the run that has it first, and nothing else is', async (t) => {
  const other = { kernel: 'Linux 6.2.0' };
  const on = (changes: Partial<RunRecord>) => changes;
  const points = pointsFor(t, [
    { day: '2026-01-01' },
    { day: '2026-01-02', changes: on({ machine: { ...MACHINE, load: 7 } }) },
    { day: '2026-01-03', version: '2.0' },
    { day: '2026-01-04', version: '2.0', changes: on({ runtimes: { node: 'v22.0.0', jvm: '21' } }) },
    {
      day: '2026-01-05',
      version: '2.0',
      changes: on({ runtimes: { node: 'v22.0.0', jvm: '25' }, tool: '0.2.0' }),
    },
    {
      day: '2026-01-06',
      version: '2.0',
      changes: on({ runtimes: { node: 'v22.0.0' }, tool: '0.2.0', machine: { ...MACHINE, ...other } }),
    },
  ]);
  assert.deepEqual(
    points.map(({ changes }) => changes),
    [
      [],
      [],
      ['node/row 1.0 → 2.0'],
      ['node v20.20.2 → v22.0.0'],
      ['wiremark 0.1.0 → 0.2.0'],
      ['kernel Linux 6.1.0 → Linux 6.2.0'],
    ],
  );
});

test("code of the row's own that changed is told", async (t) => {
  const withCode = (code: string) => ({
    contenders: [contender('node/base'), { ...contender('node/row', { version: '1.0' }), code }],
  });
  const points = pointsFor(t, [
    { day: '2026-01-01', changes: withCode('sha256:a') },
    { day: '2026-01-02', changes: withCode('sha256:a') },
    { day: '2026-01-03', changes: withCode('sha256:b') },
  ]);
  assert.deepEqual(
    points.map(({ changes }) => changes),
    [[], [], ['own code of node/row']],
  );
});

test("a new version of the baseline is a change of the row's ratio", async (t) => {
  const contenders = [contender('node/base', { version: '9' }), contender('node/row', { version: '1.0' })];
  const points = pointsFor(t, [{ day: '2026-01-01' }, { day: '2026-01-02', changes: { contenders } }]);
  assert.deepEqual(points[1]!.changes, ['node/base 1 → 9']);
});

test('no line joins runs that measured other documents', async (t) => {
  const datasets = { 'record/single': 'sha256:11' };
  const points = pointsFor(t, [
    { day: '2026-01-01' },
    { day: '2026-01-02' },
    { day: '2026-01-03', changes: { datasets } },
    { day: '2026-01-04', changes: { datasets } },
  ]);
  assert.deepEqual(
    points.map(({ joined }) => joined),
    [false, true, false, true],
  );
  assert.deepEqual(points[2]!.changes, ['the documents']);
});

test('machines that differ are no change of the row, and are told apart', async (t) => {
  const root = workFolder(t);
  const runs = opened(root, makeHistory(root));
  assert.deepEqual(
    machinesOf(runs.toReversed()).map(({ mark, name, runs }) => [mark, name, runs.length]),
    [
      ['M1', 'AMD EPYC, 2 cores, 24 GiB, x64, Linux', 7],
      ['M2', 'Neoverse-N1, 4 cores, 24 GiB, arm64, Linux', 2],
    ],
  );
  const points = pointsOf(ROW, runs);
  assert.deepEqual(
    points.map(({ machine }) => machine.mark),
    ['M1', 'M1', 'M1', 'M1', 'M2', 'M1', 'M1', 'M1', 'M2'],
  );
  assert.deepEqual(points[4]!.changes, []);
  assert.ok(points.every(({ changes }) => changes.every((text) => !text.startsWith('CPU'))));
});

test('limits have no history, rows of every case have', async (t) => {
  const root = workFolder(t);
  const plan = { dataset: 'record', size: 'single', batch: 1, contenders: [0, 1, 2], baseline: 0 };
  const key = makeRun(root, {
    day: '2026-01-01',
    changes: {
      contenders: [contender('node/base'), contender('node/row'), contender('node/copy', { limit: 'copy' })],
      cases: [
        { ...plan, task: 'serialize' },
        { ...plan, task: 'deserialize' },
      ],
    },
  });
  const [run] = opened(root, [key]);
  assert.deepEqual(
    historiesOf([run!]).map(({ of }) => `${of.row} ${of.case}`),
    [
      'node/base record/single, serialize',
      'node/row record/single, serialize',
      'node/base record/single, deserialize',
      'node/row record/single, deserialize',
    ],
  );
});

const [M1, M2]: readonly NumberedMachine[] = [
  { mark: 'M1', name: 'A', runs: [] },
  { mark: 'M2', name: 'B', runs: [] },
];
const VALUE = { estimate: 500, low: 490, high: 510, confidence: 0.95 };

function ranked(value = VALUE, preliminary = false) {
  return { kind: 'ranked', nsPerOp: value, ratio: value, preliminary, baseline: 'node/base' } as const;
}

const step = (changes: Partial<HistoryPoint> = {}): HistoryPoint => ({
  key: 'run',
  record: { startedAt: '2026-01-02T03:04:05.000Z' } as RunRecord,
  figures: ranked(),
  machine: M1!,
  changes: [],
  joined: true,
  ...changes,
});

function drawn(points: readonly HistoryPoint[], baseline: HistoryChart['baseline'] = null, width = 880) {
  const { document } = parseHTML('<!doctype html><html></html>');
  return drawHistory({ row: 'node/row', baseline, points }, { width, document });
}

test('the chart says in words what it shows: values, what is missing, what changed', () => {
  const svg = drawn([
    step(),
    step({ figures: { kind: 'unranked', verdict: 'mismatch', reason: 'hard document 3' } }),
    step({ figures: ranked(VALUE, true), changes: ['node v20 → v22'] }),
  ]);
  const description = svg.querySelector('desc')!.textContent!;
  assert.equal(
    description,
    '2026-01-02 03:04: 500 ns [490 ns, 510 ns]. 2026-01-02 03:04: mismatch. 2026-01-02 03:04: 500 ns [490 ns, 510 ns], preliminary; changed: node v20 → v22.',
  );
  assert.match(svg.getAttribute('aria-label')!, /^Time of one operation of node\/row/);
  for (const text of [
    '2026-01-02',
    '03:04',
    'not ranked in this run',
    'hollow: preliminary',
    'At a dotted line something changed',
  ])
    assert.ok(svg.textContent!.includes(text), text);
  assert.equal(svg.querySelectorAll('[stroke-dasharray="2 3"] line').length, 1);
  assert.ok(!drawn([step()]).textContent!.includes('dotted'));
});

test('a run of other documents, and another machine, have lines of their own, and machines their names', () => {
  const lines = (svg: SVGSVGElement) =>
    [...svg.querySelectorAll('.lines path')].map((path) => path.getAttribute('d')!.split(/[ML]/).length - 1);
  assert.deepEqual(lines(drawn([step(), step(), step()])), [3]);
  assert.deepEqual(lines(drawn([step(), step(), step({ joined: false }), step()])), [2, 2]);
  const both = drawn([step(), step({ machine: M2! }), step(), step({ machine: M2! })]);
  assert.deepEqual(lines(both), [2, 2]);
  for (const text of ['M1: A', 'M2: B']) {
    assert.ok(both.textContent!.includes(text));
    assert.ok(!drawn([step(), step()]).textContent!.includes(text));
  }
});

test('many runs leave room: dates that fit, the newest runs, and a note of the others', () => {
  const svg = drawn(Array.from({ length: 300 }, () => step()));
  const dates = svg.querySelectorAll('.dates text').length;
  assert.ok(dates > 2 && dates <= 11, `${dates}`);
  assert.match(svg.textContent!, /100 older runs are not shown/);
  assert.equal(svg.querySelectorAll('.values title').length, 200);
});

test('ratios near 1 are drawn with 1, others without', () => {
  const rules = (estimate: number) => {
    const value = { estimate, low: estimate * 0.99, high: estimate * 1.01, confidence: 0.95 };
    const one = step({ figures: ranked(value) });
    return drawn([one, one], 'node/base').querySelectorAll('[stroke-dasharray="4 3"]').length;
  };
  assert.equal(rules(0.9), 1);
  assert.equal(rules(0.05), 0);
  assert.equal(rules(30), 0);
});

test('every level has its number', () => {
  for (const estimate of [0.5, 3, 700, 45_000])
    for (const baseline of ['node/base', null]) {
      const value = { estimate, low: estimate * 0.9, high: estimate * 1.1, confidence: 0.95 };
      const labels = [
        ...drawn([step({ figures: ranked(value) })], baseline).querySelectorAll('.levels text'),
      ];
      assert.ok(labels.length >= 2);
      assert.ok(
        labels.every((label) => /\d/.test(label.textContent!)),
        `${estimate} ${baseline}`,
      );
    }
});

test('there is no chart of what has no value, nor of the ratio of a baseline to itself', async (t) => {
  const root = workFolder(t);
  const keys = makeHistory(root);
  const points = pointsOf(ROW, opened(root, keys.slice(5, 6)));
  assert.equal(await timeChart(ROW, points), null);
  assert.equal(await ratioChart(ROW, points), null);
  const of = { ...ROW, row: 'node/base' };
  const base = pointsOf(of, opened(root, keys, of));
  assert.equal(await ratioChart(of, base), null);
  const markup = renderToString((await timeChart(of, base))!);
  assert.match(markup, /^<figure class="chart" tabindex="0"><svg.*viewBox="0 0 880 /s);
});
