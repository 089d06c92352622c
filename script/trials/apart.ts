/**
 * The tables of docs/EVIDENCE.md, from recorded runs of the same code. Asserts nothing; apart.test.ts holds
 * bounds to them.
 *
 *   node --import tsx script/trials/apart.ts IDLE.csv BUSY.csv ...
 *
 * Each file has the tables of one condition's runs, as `grades.ts --compact` writes them.
 */
import { basename } from 'node:path';
import { sortSamples } from '../../src/stats/samples.ts';
import { Pairs, type RecordedSide, sideOf } from './draws/apart.ts';
import { recordedTables } from './draws/recorded-tables.ts';

const WITHIN = 0.05;
const conditions = process.argv
  .slice(2)
  .map((file) => [basename(file, '.csv'), recordedTables(file).map(sideOf)] as const);

const percent = (share: number, decimals = 1) => `${(100 * share).toFixed(decimals)} %`;
const quantile = (sizes: readonly number[], share: number) => {
  const sorted = sortSamples(sizes);
  return percent(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
};

function print(name: string, pairs: readonly (readonly [RecordedSide, RecordedSide])[]): void {
  const found = new Pairs(WITHIN);
  for (const [before, after] of pairs) found.add(before, after);
  const { rows, changes, paces } = found;
  const cells = [
    name,
    found.pairs,
    found.established,
    found.claimed,
    percent(found.same / rows, 0),
    percent(found.outside / rows, 0),
    percent(found.changed / rows),
    ...[0.5, 0.95, 1].map((share) => quantile(changes, share)),
    ...[0.5, 1].map((share) => quantile(paces, share)),
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

const heads = [
  'condition',
  'pairs',
  'established',
  'claimed',
  'same ± 5 %',
  "outside the first run's interval",
  "outside the change's",
  'change: median',
  '95 %',
  'most',
  'pace: median',
  'most',
];
process.stdout.write(`| ${heads.join(' | ')} |\n|${'---|'.repeat(heads.length)}\n`);
conditions.forEach(([name, sides], i) => {
  print(
    name,
    sides.flatMap((before, k) => sides.slice(k + 1).map((after) => [before, after] as const)),
  );
  for (const [other, others] of conditions.slice(i + 1))
    print(
      `${name} × ${other}`,
      sides.flatMap((before) => others.map((after) => [before, after] as const)),
    );
});
