import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scalingTables } from '../../src/report/view/scaling.ts';
import { buildView } from '../../src/report/view/view.ts';
import type { Sizes } from '../../src/store/record.ts';
import { contender, outcome, smallRun, stored } from './small-run.ts';

const sizes = (raw: number): Sizes => ({ raw, gzip: 1, zstd: 1, brotli: 1 });

/** Written and read in two sizes: json of 1,000 and 3,000 bytes, msgpack of 500 and 1,500. */
function twoSizes() {
  const run = smallRun([[], []], {
    contenders: [contender('node/json'), contender('node/msgpack', { format: 'msgpack' })],
  });
  const planned = run.record.cases[0]!;
  const cases = (['serialize', 'deserialize'] as const).flatMap((task) =>
    ['small', 'large'].map((size) => ({ ...planned, task, size })),
  );
  // ns of each contender, by case.
  const times = [
    [1100, 600],
    [3100, 1100],
    [2200, 900],
    [6200, 2400],
  ];
  const bytes = [
    [1000, 500],
    [3000, 1500],
  ];
  const samples = times.flatMap((row, number) =>
    row.map((ns, contender) => {
      const where = { case: number, contender, round: 0, block: 0 };
      return { ...where, phase: 'block' as const, ops: 1, ns, cpuNs: 0, waitNs: null };
    }),
  );
  const outcomes = times.flatMap((row, number) =>
    row.map((_, contender) => {
      const raw = bytes[number]?.[contender];
      return outcome(contender, { case: number, sizes: raw === undefined ? null : sizes(raw) });
    }),
  );
  return { record: { ...run.record, cases, outcomes }, samples: stored(samples) };
}

test('cost by the kilobyte is of the own output, and of the own input where a row reads', () => {
  const tables = scalingTables(buildView(twoSizes()));
  const rounded = (value: number) => Number(value.toFixed(6));
  const found = tables.map(({ task, rows }) => [
    task,
    ...rows.map(({ name, fixed, perKilobyte }) => [
      name,
      rounded(fixed.estimate),
      rounded(perKilobyte.estimate),
    ]),
  ]);
  assert.deepEqual(found, [
    ['serialize', ['node/msgpack', 350, 500], ['node/json', 100, 1000]],
    ['deserialize', ['node/msgpack', 150, 1500], ['node/json', 200, 2000]],
  ]);
});

test('a row that was ranked in one size only has no line', () => {
  const run = twoSizes();
  const samples = run.samples.all.filter(({ case: number, contender }) => number !== 1 || contender !== 1);
  const [written] = scalingTables(buildView({ ...run, samples: stored(samples) }));
  assert.deepEqual(
    written!.rows.map(({ name }) => name),
    ['node/json'],
  );
});
