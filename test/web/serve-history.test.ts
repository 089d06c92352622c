/** What a history says of runs, held against the runs' own reports. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { buildView } from '../../src/report/view/view.ts';
import { readRun } from '../../src/store/reader.ts';
import type { RunRecord } from '../../src/store/record.ts';
import {
  figuresKey,
  figuresOfRun,
  type HistoryPoint,
  historiesOf,
  pointsOf,
} from '../../src/web/server/history/history.ts';
import { machinesOf } from '../../src/web/server/machines.tsx';
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
      const { nsPerOp, ratio, finding, preliminary } = row;
      assert.deepEqual(figures, {
        kind: 'ranked',
        nsPerOp,
        ratio,
        finding,
        preliminary,
        baseline: 'node/base',
      });
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

test('other documents are a change', async (t) => {
  const datasets = { 'record/single': 'sha256:11' };
  const points = pointsFor(t, [
    { day: '2026-01-01' },
    { day: '2026-01-02', changes: { datasets } },
    { day: '2026-01-03', changes: { datasets } },
  ]);
  assert.deepEqual(
    points.map(({ changes }) => changes),
    [[], ['the documents'], []],
  );
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
  // A run is compared with the one before on its own machine: the first on the other has none.
  assert.deepEqual(points[4]!.changes, []);
  assert.deepEqual(points[5]!.changes, ['node/row 1.1 → 1.2']);
  assert.deepEqual(points[8]!.changes, [
    'node/row 1.1 → 1.3',
    'node v20.20.2 → v22.3.0',
    'wiremark 0.1.0 → 0.2.0',
  ]);
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
