/** Selects and sorts rows to show. Findings and ranks still refer to all rows. */
import { runtimeName } from '../define/names.ts';
import { type Filters, selectsCase, selectsSerializer } from '../plan/filters.ts';
import type { AnalyzedCase, AnalyzedRun } from './analyze.ts';
import { answered } from './case.ts';
import type { ResultColumn } from './columns.ts';
import type { RankedRow, Row } from './rows.ts';

export interface Order {
  readonly column: ResultColumn;
  readonly descending: boolean;
}

export interface Choice {
  readonly filters?: Filters;
  readonly order?: Order;
}

export function choose(view: AnalyzedRun, { filters = {}, order }: Choice): AnalyzedRun {
  const wanted = (row: Row) => selectsSerializer(filters, row);
  const cases = view.cases
    .filter((one) => selectsCase(filters, one))
    .map((one) => chosenOf(one, wanted, order));
  return { ...view, cases: cases.filter(({ ranked, unranked }) => ranked.length + unranked.length > 0) };
}

export function chosenOf(one: AnalyzedCase, wanted: (row: Row) => boolean, order?: Order): AnalyzedCase {
  const ranked = one.ranked.filter(wanted);
  const runtimes = new Set(ranked.map(runtimeName));
  const rows = {
    ranked: order === undefined ? ranked : sortedIndices(ranked, order).map((place) => ranked[place]!),
    unranked: one.unranked.filter(wanted),
    limits: one.limits.filter((row) => runtimes.has(runtimeName(row))),
  };
  return answered({ ...one, ...rows }, one.ranked);
}

export function sortedIndices(rows: readonly RankedRow[], { column, descending }: Order): number[] {
  const keys = rows.map((row) => column.of(row));
  const sign = descending ? -1 : 1;
  return [...keys.keys()].sort((i, j) => {
    const [a, b] = [keys[i]!, keys[j]!];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return a === b ? 0 : sign * (a < b ? -1 : 1);
  });
}
