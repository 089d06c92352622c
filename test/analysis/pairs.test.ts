import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableErrors } from '../../src/stats/spread.ts';
import { approximately } from '../stats/approximately.ts';
import { Draw, judge, slicesOf } from '../stats/draws/launches.ts';

const ROUNDS = 10;
const noise = (size: number) => (round: number) => size * (((round * 3) % ROUNDS) - 4.4);
const row = (name: string, middle: number, own: (round: number) => number, rounds = ROUNDS) => ({
  name,
  slices: slicesOf(Array.from({ length: rounds }, (_, i) => middle + own(i))),
});
type Row = ReturnType<typeof row>;

test('rows are sorted fastest first; ties are not chained', () => {
  const rows = [row('c', 0.04, noise(0.0025)), row('b', 0.02, noise(-0.003)), row('a', 0, noise(0.002))];
  const judged = judge(rows);
  const ranks = judged.map(({ row, rank, rankLast }) => `${rank}-${rankLast} ${row.name}`);
  assert.deepEqual(ranks, ['1-2 a', '1-3 b', '2-3 c']);
  assert.deepEqual(judged.at(-1)!.beatenBy, [rows[2]]);
});

/** Random tables: few and many rounds, rows that leave early, groups that share only the first row, ties. */
function* drawnTables(count: number) {
  const draw = new Draw(20270311);
  for (let i = 0; i < count; i++) {
    const size = 2 + Math.floor(9 * draw.even());
    const deviations = draw.deviations(size);
    const ratios = deviations.map(() => 1 + [0, 0.1, 1, 6][i % 4]! * draw.even());
    const drawn = draw.table({ rounds: [1, 3, 5, 12][i % 3]!, deviations, ratios, slowLaunches: 300 });
    const rows = drawn.map(({ slices }, number): Row => {
      const kept =
        i % 5 === 0 && number > 0 ? Math.ceil(slices.length * (0.4 + 0.6 * draw.even())) : Infinity;
      const group = i % 7 === 0 && number > 0 ? [number % 2] : [0, 1];
      const own = slices.slice(0, kept).flatMap((slice) => group.map((block) => ({ ...slice, block })));
      return { name: `${number}`, slices: own };
    });
    const reference = rows[Math.floor(size * draw.even())]!;
    const disturbed = i % 11 === 0;
    yield { rows, reference, target: i % 2 ? 0.02 : null, disturbed };
  }
}

test('ranks agree with the order, claims and findings, and another baseline does not change them', () => {
  const seen = { ranges: 0, likely: 0, single: 0, called: 0 };
  for (const table of drawnTables(80)) {
    const judged = judge(table.rows, table);
    const size = judged.length;
    const place = judged.findIndex(({ finding }) => finding === 'baseline');
    const rankOf = (one: (typeof judged)[number]) => [one.row.name, one.rank, one.rankLast, one.rankLikely];
    for (const [at, one] of judged.entries()) {
      const { row, rank, rankLast, rankLikely, beatenBy, probablyBeatenBy, comparison } = one;
      const above = [...beatenBy, ...probablyBeatenBy];
      const below = judged.filter((other) => [...other.beatenBy, ...other.probablyBeatenBy].includes(row));
      assert.deepEqual([rank, rankLast], [1 + above.length, size - below.length]);
      assert.ok(1 <= rank && rank <= at + 1 && at + 1 <= rankLast && rankLast <= size);
      for (const other of below) {
        assert.ok(judged.indexOf(other) > at, 'below a row that it beats');
        assert.ok(other.comparison.ratio > comparison.ratio, 'it beats a faster one');
      }
      const next = judged[at + 1];
      assert.ok(!next || next.comparison.ratio >= comparison.ratio);
      assert.ok(rankLikely || (probablyBeatenBy.length === 0 && !table.disturbed));
      if (one.finding === 'slower') assert.ok(rank > judged[place]!.rank && at > place);
      else if (one.finding === 'faster') assert.ok(rankLast < judged[place]!.rankLast && at < place);
      if (one.finding === 'slower' || one.finding === 'faster') seen.called++;
      if (rankLast > rank) seen.ranges++;
      else if (rankLikely) seen.likely++;
      else seen.single++;
    }
    const other = judge(table.rows, { ...table, reference: table.rows[0]! });
    assert.deepEqual(judged.map(rankOf), other.map(rankOf));
    const ratioOf = (name: string) => other.find(({ row }) => row.name === name)!.comparison.ratio;
    for (const { row, comparison } of judged)
      approximately(comparison.ratio, ratioOf(row.name) / ratioOf(table.reference.name));
  }
  const { called, ...kinds } = seen;
  assert.ok(called > 50 && Object.values(kinds).every((count) => count > 10), JSON.stringify(seen));
});

test('a likely claim narrows and marks the ranks of both rows', () => {
  const rows = [row('a', 0, noise(0.05), 3), row('b', 0.5, noise(0.052), 3), row('c', 0.5, noise(0.047), 3)];
  const judged = judge(rows, { disturbed: true });
  const claims = judged.map(({ row, rank, rankLast, rankLikely, finding, grade }) =>
    [`${rank}-${rankLast}${rankLikely ? '~' : ''}`, row.name, finding, grade].join(' '),
  );
  assert.deepEqual(claims, ['1-1~ a baseline established', '2-3~ b slower likely', '2-3~ c slower likely']);
  const beaten = judged.map(({ probablyBeatenBy }) => probablyBeatenBy);
  assert.deepEqual(beaten, [[], [rows[0]], [rows[0]]]);
});

test('an interval contains the variation between runs, which the width that ends a case does not', () => {
  const rows = [row('a', 0, () => 0, 5), row('b', 0.2, () => 0, 5)];
  const b = judge(rows).find(({ row }) => row.name === 'b')!;
  const { low, high } = b.comparison.interval!;
  assert.equal(b.width, 0);
  // Student's quantile for 98 % and 30 degrees of freedom is 2.457.
  assert.ok(Math.abs(Math.log(high / low) / 2 - 0.0125 * 2.457) < 1e-5);
});

test('a round that was cut short does not count towards ten rounds', () => {
  /** All rounds have four blocks, except the first. */
  const preliminary = (blocksOfFirst: number) => {
    const rows = [row('a', 0, noise(0.001)), row('b', 0.2, noise(-0.001))].map(({ name, slices }) => {
      const blocks = slices.flatMap((slice) => [0, 1, 2, 3].map((block) => ({ ...slice, block })));
      return { name, slices: blocks.filter(({ round, block }) => round > 0 || block < blocksOfFirst) };
    });
    return judge(rows).find(({ row }) => row.name === 'b')!.preliminary;
  };
  assert.deepEqual([preliminary(4), preliminary(1)], [false, true]);
});

test('with another reference, rows of other groups and rounds are compared through the baseline', () => {
  const wobble = (round: number) => 1 + 0.001 * ((round * 7) % 5);
  /** Two groups a round, blocks 0 and 1; the baseline has a process in each. */
  const group = (name: string, blocks: readonly number[], ns: (round: number) => number | null) => ({
    name,
    slices: Array.from({ length: 10 }, (_, round) => ({ round, ops: 1, ns: ns(round) }))
      .filter((slice) => slice.ns !== null)
      .flatMap((slice) => blocks.map((block) => ({ ...slice, ns: slice.ns!, block }))),
  });
  const baseline = group('baseline', [0, 1], (round) => 100 * wobble(round));
  const early = group('early', [0], (round) => (round < 5 ? 100 * wobble(round + 2) : null));
  const rows = [
    baseline,
    group('a', [0], () => 200),
    group('b', [1], () => 300),
    group('late', [1], (round) => (round < 5 ? null : 400 * wobble(round + 1))),
    early,
    group('never', [], () => null),
  ];
  const judged = judge(rows, { reference: early });
  const of = (name: string) => judged.find(({ row }) => row.name === name)!;
  const [b, late] = [of('b'), of('late')];
  assert.ok(Math.abs(b.comparison.ratio - 3) < 0.01);
  assert.ok(Math.abs(late.comparison.ratio - 4) < 0.02);
  assert.deepEqual([b.rounds.length, late.rounds.length, late.finding], [5, 0, 'slower']);
  assert.equal(of('never'), undefined);
});

test('the error of a pair combines the variances of both rows; in a small table, it comes from the pair alone', () => {
  const draw = new Draw(9);
  const logs = draw.logs({ rounds: 6000, deviations: [0.01, 0.02, 0.03, 0.05, 0.08] });
  const of = (rows: number) => tableErrors(rows, (a, b) => logs[a]!.map((log, i) => log - logs[b]![i]!));
  const five = of(5);
  for (const [a, b, expected] of [
    [0, 1, Math.hypot(0.01, 0.02)],
    [2, 4, Math.hypot(0.03, 0.08)],
    [3, 0, Math.hypot(0.01, 0.05)],
  ] as const) {
    const { error, degrees } = five(a, b)!;
    const deviation = error * Math.sqrt(6000);
    assert.ok(Math.abs(deviation / expected - 1) < 0.1, `${a} ${b}: ${deviation}, not ${expected}`);
    assert.ok(degrees > 5999 && degrees <= 12000);
  }
  assert.deepEqual([of(4)(0, 1)!.degrees, of(4)(2, 3)!.degrees], [5999, 5999]);
  assert.equal(tableErrors(2, () => [0.1])(0, 1), null);
});
