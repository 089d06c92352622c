/** Recorded runs of the same code, each compared with each: idle, beside busy programs, and one with the other. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Pairs, type RecordedSide, sideOf } from '../../script/trials/draws/apart.ts';
import { recordedTables } from '../../script/trials/draws/recorded-tables.ts';

const sidesOf = (folder: string) =>
  recordedTables(join(import.meta.dirname, '..', 'data', folder, 'quickstart.csv')).map(sideOf);
const quiet = sidesOf('recorded-quiet');
const loaded = sidesOf('recorded-loaded');

function compared(...sets: readonly (readonly (readonly [RecordedSide, RecordedSide])[])[]): Pairs {
  const found = new Pairs(0.05);
  for (const [before, after] of sets.flat()) found.add(before, after);
  return found;
}

const among = (sides: readonly RecordedSide[]) =>
  sides.flatMap((before, i) => sides.slice(i + 1).map((after) => [before, after] as const));
const mixed = quiet.flatMap((before) => loaded.map((after) => [before, after] as const));

for (const [what, found, pairs] of [
  ['all pairs', compared(among(quiet), among(loaded), mixed), 132],
  ['pairs of two idle runs', compared(among(quiet)), 30],
  ['pairs of which one or both are busy', compared(among(loaded), mixed), 102],
] as const)
  test(`of ${what} at most 5 % claim a change where there was none, and of rows at most 5 % lie outside`, () => {
    assert.equal(found.pairs, pairs);
    assert.ok(found.claimed <= 0.05 * pairs, `${found.claimed} of ${pairs}`);
    assert.ok(found.changed <= 0.05 * found.rows, `${found.changed} of ${found.rows}`);
  });

test("a second run's ratio lies outside the first run's interval more often than two exact intervals would have it", () => {
  // Of two estimates with one error each, a 95 % interval of the first misses the second in 16.6 %.
  const share = ({ outside, rows }: Pairs) => outside / rows;
  assert.ok(share(compared(among(quiet))) < 0.166);
  assert.ok(share(compared(mixed)) > 0.25);
});

test('a row that really got 1.3 times slower is found in nine of ten pairs of idle runs', () => {
  const slowed = (side: RecordedSide): RecordedSide => {
    const slower = (name: string) => (name.endsWith('/protobufjs') ? 1.3 : 1);
    const sides = [...side.sides].map(
      ([name, row]) => [name, { ...row, ratio: slower(name) * row.ratio }] as const,
    );
    return { ...side, sides: new Map(sides) };
  };
  const found = compared(among(quiet).map(([before, after]) => [before, slowed(after)] as const));
  assert.ok(found.established >= 0.9 * found.pairs, `${found.established} of ${found.pairs}`);
});
