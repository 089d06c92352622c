/** Prints results like BenchmarkDotNet's summary: one table for JSON, one for binary formats. */

import type { AnalyzedCase } from '../../analysis/analyze.ts';
import type { RankedRow } from '../../analysis/rows.ts';
import { known } from '../../plan/figure.ts';
import { grouped } from '../numbers.ts';
import { markedName } from '../tables/columns.ts';
import { said } from '../tables/notes.ts';
import { countedCollections } from '../tables/ranking.ts';
import {
  type Block,
  type ColumnOf,
  filled,
  heading,
  numberColumn,
  tableOf,
  wordColumn,
} from '../text/document.ts';
import { allocationNotes, allocationsOf } from './allocation.ts';
import { errorNotes } from './jmh.ts';

const TIMES = ['ns', 'µs', 'ms', 's'];
const SIZES = ['B', 'KB', 'MB', 'GB'];
/** If any ratio of a column is below this, the whole column has three decimals. */
const PRECISE_BELOW = 0.01;

export function bdnStyle(view: AnalyzedCase) {
  const { ranked } = view;
  const counted = countedCollections(ranked);
  const kindOf = ({ format }: RankedRow) => (format.startsWith('json') ? 'JSON' : 'binary formats');
  const groups = ['JSON', 'binary formats']
    .map((kind) => ({ kind, rows: ranked.filter((row) => kindOf(row) === kind) }))
    .filter(({ rows }) => rows.length > 0);
  return {
    blocks: groups.flatMap(({ kind, rows }): Block[] => [
      heading(3, groups.length > 1 ? `Summary, ${kind}` : 'Summary'),
      summaryOf(rows, view, counted),
    ]),
    notes: [
      'Times are over rounds, each a fresh process with the median of its slices; Error is half of the 99.9 % interval. Ratio divides the times of the ranking, not these means; RatioSD is its standard deviation over rounds.',
      ...errorNotes(ranked),
      ...allocationNotes(view),
      ...generationNotes(counted),
    ],
  };
}

function summaryOf(rows: readonly RankedRow[], view: AnalyzedCase, counted: readonly string[]) {
  const allocations = allocationsOf(view);
  const isRelative = rows.some(({ finding }) => finding === 'baseline');
  const ratioOf = (row: RankedRow) => (isRelative ? row.ratio.estimate : null);
  const allocatedRatioOf = (row: RankedRow) => (isRelative ? allocations.get(row)?.ratio : null);
  const means = rows.map(({ roundSummary }) => roundSummary.mean);
  const [unit, scale] = unitFor(means, TIMES, 1000);
  const meanDecimals = decimalsFor(means.map((ns) => ns / scale));
  const ratioOfRow = ratioText(rows.map(ratioOf));
  const time = (head: string, of: (row: RankedRow) => number | null, spare = 0, parent?: number) => {
    const own = decimalsFor(rows.flatMap((row) => of(row) ?? []).map((ns) => ns / scale));
    const decimals = parent === undefined ? own : Math.min(Math.max(own, parent), parent + 1);
    return numberColumn(head, of, (ns) => `${grouped(ns / scale, decimals)} ${unit}`, spare);
  };
  const bytes = rows.flatMap((row) => allocations.get(row)?.bytes ?? []);
  const [sizeUnit, size] = unitFor(bytes, SIZES, 1024);
  const sizeText = (one: number) => (one === 0 ? '-' : `${Number((one / size).toFixed(2))} ${sizeUnit}`);
  const columns: ColumnOf<RankedRow>[] = [
    wordColumn('Method', markedName),
    time('Mean', ({ roundSummary }) => roundSummary.mean),
    time('Error', ({ roundSummary }) => roundSummary.error, 2, meanDecimals),
    time('StdDev', ({ roundSummary }) => roundSummary.deviation, 3, meanDecimals),
    time('Min', ({ roundTimes }) => Math.min(...roundTimes), 5),
    time('Max', ({ roundTimes }) => Math.max(...roundTimes), 4),
    numberColumn('Ratio', ratioOf, ratioOfRow),
    numberColumn('RatioSD', (row) => (isRelative ? row.ratioDeviation : null), ratioOfRow, 6),
    ...generationColumns(counted),
    numberColumn('Allocated', (row) => allocations.get(row)?.bytes, sizeText, 1),
    numberColumn('Alloc Ratio', allocatedRatioOf, ratioText(rows.map(allocatedRatioOf)), 8),
  ];
  return tableOf(filled(columns, rows), rows);
}

function unitFor(values: readonly number[], units: readonly string[], step: number) {
  const least = Math.min(...values);
  const fitting = units.findIndex((_, power) => least < step ** (power + 1));
  const power = fitting < 0 ? units.length - 1 : fitting;
  return [units[power]!, step ** power] as const;
}

/** Number of decimals, 1 to 4: more for smaller values, by the rule of BenchmarkDotNet's DisplayPrecisionManager. */
function decimalsFor(values: readonly number[]): number {
  if (values.every((value) => value === 0)) return 1;
  const least = Math.min(...values);
  return least < 1 ? 4 : Math.min(4, Math.max(1, 3 - Math.trunc(Math.log10(least))));
}

function ratioText(ratios: readonly (number | null | undefined)[]) {
  const isPrecise = ratios.some((ratio) => ratio && ratio < PRECISE_BELOW);
  return (value: number) => grouped(value, isPrecise ? 3 : 2);
}

function generationColumns(counted: readonly string[]): ColumnOf<RankedRow>[] {
  return [...new Set(counted.map(headOf))].map((head) => {
    const of = ({ memory }: RankedRow) =>
      known(Object.entries(memory?.collections ?? {}).find(([name]) => headOf(name) === head)?.[1]);
    return numberColumn(head, of, (rate) => (rate === 0 ? '-' : rate.toFixed(4)), 7);
  });
}

/** BenchmarkDotNet's column heads for generations of garbage collection that a runtime calls `young` and `old`. */
const NAMED: Readonly<Record<string, string>> = { young: 'Gen0', old: 'Gen2' };

function headOf(name: string): string {
  return NAMED[name] ?? name.replace(/^gen(?=[012]$)/, 'Gen');
}

function generationNotes(counted: readonly string[]): string[] {
  const renamed = Object.entries(NAMED).filter(([name]) => counted.includes(name));
  const meaning = renamed.map(([name, head]) => `; ${head} is what the runtime calls ${name}`);
  const heads = [...new Set(counted.map(headOf))].join(', ');
  return said(`${heads}: collections in 1,000 operations${meaning.join('')}.`, counted.length > 0);
}
