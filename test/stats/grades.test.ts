/** What claims are worth on recorded runs: the machine at rest, and beside programs that keep it busy. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { GradeCounts, pairClaims, spaced, type Truth } from '../../script/trials/draws/grades.ts';
import { Draw } from '../../script/trials/draws/launches.ts';
import { recordedTables } from '../../script/trials/draws/recorded-tables.ts';

const data = (file: string) => join(import.meta.dirname, '..', 'data', file);
const quiet = recordedTables(data('recorded-quiet/quickstart.csv'));
const loaded = recordedTables(data('recorded-loaded/quickstart.csv'));
type Ratios = Record<string, Record<string, number>>;

/** By a run of 14 rounds on the machine at rest. */
const truths = new Map<string, Truth>();
const recorded = JSON.parse(readFileSync(data('recorded-quiet/truth.json'), 'utf8')) as Ratios;
for (const [name, ratios] of Object.entries(recorded))
  truths.set(name, new Map(Object.entries(ratios).map(([row, ratio]) => [row, Math.log(ratio)])));

test('of six quick runs on a quiet machine all but three claims are established, and right', () => {
  const counts = new GradeCounts();
  for (const table of quiet) counts.add(table, truths.get(table.case)!);
  const { pairs, established, likely } = counts;
  assert.deepEqual([pairs, established.wrong, likely.wrong], [180, 0, 0]);
  assert.ok(established.claims >= 177, `${established.claims}`);
});

test('beside two to six busy programs nearly all is likely, and in the right direction', () => {
  const counts = new GradeCounts();
  for (const table of loaded) {
    counts.add(table, truths.get(table.case)!);
    for (const { row, reference, grade, ratio } of pairClaims(table))
      if (Math.abs(Math.log(ratio)) > Math.log(2)) assert.notEqual(grade, 'unclear', `${row}, ${reference}`);
  }
  const { pairs, established, likely, missed } = counts;
  assert.ok(established.claims + likely.claims >= 0.9 * pairs, `${likely.claims} of ${pairs}`);
  assert.deepEqual([established.wrong, likely.wrong, missed], [0, 0, 0]);
});

test('the same launches, had the rows been 2 to 30 % apart: one in ten likely claims is wrong at most', () => {
  const draw = new Draw(3);
  const counts = new GradeCounts();
  for (const table of loaded)
    for (const step of [1.02, 1.05, 1.1, 1.3]) {
      const names = draw.shuffled(Object.keys(table.rows));
      const apart = spaced(table, truths.get(table.case)!, names, step);
      counts.add(apart.table, apart.truth);
    }
  const { established, likely } = counts;
  assert.ok(likely.wrong <= 0.1 * likely.claims, `${likely.wrong} of ${likely.claims}`);
  assert.ok(established.wrong <= 0.05 * established.claims);
});

test('one round of a run says what is twice as fast, and errs in none', () => {
  for (const table of [...quiet, ...loaded])
    for (const round of [0, 1, 2]) {
      const rows = Object.entries(table.rows).map(([name, rounds]) => [name, [rounds[round]!]]);
      const one = { ...table, rows: Object.fromEntries(rows) };
      const truth = truths.get(table.case)!;
      for (const { row, reference, finding, grade } of pairClaims(one)) {
        const log = truth.get(row)! - truth.get(reference)!;
        if (Math.abs(log) > Math.log(2)) assert.equal(grade, 'likely', `${row}, ${reference}`);
        if (grade !== 'unclear') assert.equal(finding, log > 0 ? 'slower' : 'faster', `${row}, ${reference}`);
      }
    }
});
