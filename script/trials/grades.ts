/**
 * The tables of docs/EVIDENCE.md, from recorded runs. Asserts nothing; grades.test.ts holds bounds to them.
 *
 *   node --import tsx script/trials/grades.ts TRUTH RUNS...
 *   node --import tsx script/trials/grades.ts --compact RUNS > tables.csv
 *
 * TRUTH is a long run's folder, RUNS are folders of runs. Runs whose names differ in a number at the end are one condition.
 */
import { GradeCounts, spaced, truthOf } from './draws/grades.ts';
import { Draw } from './draws/launches.ts';
import { type RecordedTable, tablesBelow, tablesOf, tablesText } from './draws/recorded-tables.ts';

const STEPS = [1, 1.02, 1.05, 1.1, 1.3];
const [first, ...folders] = process.argv.slice(2);
const truthTables = first === '--compact' ? [] : tablesOf(first!);
const tables = folders.flatMap(tablesBelow).filter(({ run }) => run !== truthTables[0]?.run);

/** A whole run, and what is left of it with fewer rounds or blocks. */
function parts(table: RecordedTable): [string, RecordedTable][] {
  const of = (rounds: readonly number[], blocks: (block: number) => boolean = () => true) => ({
    ...table,
    rows: Object.fromEntries(
      Object.entries(table.rows).map(([name, times]) => [
        name,
        rounds.map((round) => (times[round] ?? []).filter((_, block) => blocks(block))),
      ]),
    ),
  });
  return [
    ['3 rounds', table],
    ...[0, 1].map((odd): [string, RecordedTable] => [
      '3 rounds, half of the blocks',
      of([0, 1, 2], (block) => block % 2 === odd),
    ]),
    ...[
      [0, 1],
      [0, 2],
      [1, 2],
    ].map((rounds): [string, RecordedTable] => ['2 rounds', of(rounds)]),
    ...[0, 1, 2].map((round): [string, RecordedTable] => ['1 round', of([round])]),
  ];
}

function print(title: string, all: ReadonlyMap<string, GradeCounts>): void {
  process.stdout.write(
    `\n| ${title} | tables | pairs | established, wrong | likely, wrong | ≥ 1.3, unknown |\n`,
  );
  process.stdout.write('|---|---|---|---|---|---|\n');
  for (const [condition, { tables: count, pairs, established, likely, missed }] of [...all].sort()) {
    const claims = [established, likely].map(({ claims: made, wrong }) => `${made}, ${wrong}`);
    process.stdout.write(`| ${[condition, count, pairs, ...claims, missed].join(' | ')} |\n`);
  }
}

function countOf(all: Map<string, GradeCounts>, condition: string): GradeCounts {
  const found = all.get(condition) ?? new GradeCounts();
  all.set(condition, found);
  return found;
}

function trial(): void {
  const truths = new Map(truthTables.map((table) => [table.case, truthOf(table)]));
  const draw = new Draw(20261123);
  const [recorded, moved] = [new Map<string, GradeCounts>(), new Map<string, GradeCounts>()];
  for (const table of tables) {
    const truth = truths.get(table.case);
    if (truth === undefined) continue;
    const condition = table.run.replace(/-\d+$/, '');
    const load = table.disturbed ? 'disturbed' : 'not disturbed';
    for (const [part, one] of parts(table)) {
      countOf(recorded, `${part}, ${condition}`).add(one, truth);
      for (const step of STEPS) {
        const names = draw.shuffled(Object.keys(table.rows));
        const apart = spaced(one, truth, names, step);
        countOf(moved, `${part}, ${load}, ×${step}`).add(apart.table, apart.truth);
      }
    }
  }
  print('recorded', recorded);
  print('moved', moved);
}

if (first === '--compact') process.stdout.write(tablesText(tables));
else trial();
