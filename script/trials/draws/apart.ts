/** Pairs of recorded runs of the same code, compared as `compare` does: whatever change it claims is none. */
import { estimateTime } from '../../../src/stats/comparison.ts';
import { judgeTable } from '../../../src/stats/table.ts';
import { type Change, changeBetween, judgeChanges, type Side } from '../../../src/stats/two-runs.ts';
import { type RecordedTable, timesOfRounds } from './recorded-tables.ts';

/** A run's rows by name, each with its ratio to the baseline. */
export interface RecordedSide {
  readonly run: string;
  readonly case: string;
  readonly disturbed: boolean;
  readonly sides: ReadonlyMap<string, Side & { readonly interval: Change['interval'] }>;
}

export function sideOf({ run, case: of, baseline, disturbed, rows }: RecordedTable): RecordedSide {
  const names = Object.keys(rows);
  const times = new Map(names.map((name) => [name, timesOfRounds(rows[name]!)]));
  const timesOf = (name: string) => times.get(name)!;
  const judged = judgeTable({ rows: names, reference: baseline, timesOf, margin: 0, target: null });
  const baselineNs = estimateTime(timesOf(baseline))!.centre;
  const others = judged.filter(({ row }) => row !== baseline);
  return {
    run,
    case: of,
    disturbed,
    sides: new Map(others.map(({ row, comparison }) => [row, { ...comparison, baselineNs }])),
  };
}

/** What was found of pairs of runs. */
export class Pairs {
  readonly #within: number;
  pairs = 0;
  rows = 0;
  /** Pairs in which a row is called faster or slower: surely, or at least probably. */
  established = 0;
  claimed = 0;
  /** Rows called the same. */
  same = 0;
  /** Rows whose ratio in the second run lies outside the interval of the first, and outside that of the change. */
  outside = 0;
  changed = 0;
  /** |ln| of each row's change, and of the baseline's time. */
  readonly changes: number[] = [];
  readonly paces: number[] = [];

  /** @param within what counts as the same, e.g. 0.05 */
  constructor(within: number) {
    this.#within = within;
  }

  add(before: RecordedSide, after: RecordedSide): void {
    if (before.case !== after.case) return;
    const names = [...before.sides.keys()].filter((name) => after.sides.has(name));
    const both = names.map((name) => [before.sides.get(name)!, after.sides.get(name)!] as const);
    const disturbed = before.disturbed || after.disturbed;
    const tests = both.map(([one, other]) => ({ ...changeBetween(one, other), disturbed }));
    const judged = judgeChanges(tests, this.#within);
    const moved = judged.filter(({ finding }) => finding === 'slower' || finding === 'faster');
    this.pairs++;
    this.rows += names.length;
    if (moved.some(({ grade }) => grade === 'established')) this.established++;
    if (moved.length > 0) this.claimed++;
    this.same += judged.filter(({ finding }) => finding === 'same').length;
    this.changed += tests.filter(({ interval }) => interval!.low > 1 || interval!.high < 1).length;
    this.outside += both.filter(
      ([{ interval }, { ratio }]) => ratio < interval!.low || ratio > interval!.high,
    ).length;
    this.changes.push(...tests.map(({ ratio }) => Math.abs(Math.log(ratio))));
    const [first] = both;
    this.paces.push(Math.abs(Math.log(first![1].baselineNs! / first![0].baselineNs!)));
  }
}
