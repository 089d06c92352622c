/** How many claims of recorded tables are of which grade, and how many have the wrong direction. */
import { compare, roundLogs } from '../../../src/stats/comparison.ts';
import type { Finding, Grade } from '../../../src/stats/judgement.ts';
import { judgeTable } from '../../../src/stats/table.ts';
import { type RecordedTable, timesOfRounds } from './recorded-tables.ts';

const MARGIN = 0.04;

export interface PairClaim {
  readonly row: string;
  readonly reference: string;
  readonly ratio: number;
  readonly finding: Finding;
  readonly grade: Grade;
}

/** Each row with each that comes before it by name. */
export function pairClaims({ rows, disturbed }: RecordedTable): PairClaim[] {
  const all = Object.keys(rows)
    .sort()
    .map((name) => ({ name, times: timesOfRounds(rows[name]!) }));
  const timesOf = ({ times }: (typeof all)[number]) => times;
  return all.flatMap((reference) => {
    const judged = judgeTable({ rows: all, reference, timesOf, margin: MARGIN, target: null, disturbed });
    return judged.flatMap(({ row, comparison: { ratio }, finding, grade }): PairClaim[] => {
      if (finding === 'baseline' || row.name < reference.name) return [];
      return [{ row: row.name, reference: reference.name, ratio, finding, grade }];
    });
  });
}

/** Logarithms of the rows' times over the baseline's, by name. */
export type Truth = ReadonlyMap<string, number>;

export function truthOf({ rows, baseline }: RecordedTable): Truth {
  const [times, base] = [Object.entries(rows), timesOfRounds(rows[baseline]!)];
  return new Map(
    times.map(([name, rounds]) => [name, Math.log(compare(roundLogs(timesOfRounds(rounds), base))!.ratio)]),
  );
}

/** The same rounds of the same rows, had each row taken `step` times as long as the one before it. */
export function spaced(table: RecordedTable, truth: Truth, names: readonly string[], step: number) {
  const logs = new Map(names.map((name, place) => [name, place * Math.log(step)]));
  const moved = names.map((name) => {
    const factor = Math.exp(logs.get(name)! - truth.get(name)!);
    return [name, table.rows[name]!.map((round) => round.map((time) => time * factor))] as const;
  });
  return { table: { ...table, rows: Object.fromEntries(moved) }, truth: logs as Truth };
}

export class GradeCounts {
  tables = 0;
  pairs = 0;
  /** Claims of a direction; of these, in the wrong one. A claim of rows that don't differ is half a wrong one. */
  readonly established = { claims: 0, wrong: 0 };
  readonly likely = { claims: 0, wrong: 0 };
  /** Pairs that differ by 1.3 times and more, of which nothing is said. */
  missed = 0;

  add(table: RecordedTable, truth: Truth): void {
    this.tables++;
    for (const { row, reference, finding, grade } of pairClaims(table)) {
      const log = truth.get(row)! - truth.get(reference)!;
      this.pairs++;
      if (grade === 'unclear' && Math.abs(log) >= Math.log(1.3)) this.missed++;
      if (grade === 'unclear' || finding === 'same') continue;
      this[grade].claims++;
      if (Math.abs(log) < 1e-9) this[grade].wrong += 0.5;
      else if ((finding === 'slower') !== log > 0) this[grade].wrong++;
    }
  }
}
