/** As BenchmarkDotNet's summary: Mean to Max, Ratio, RatioSD, Gen0 to Gen2, Allocated, Alloc Ratio. */

import { grouped, time, timeScale } from '../numbers.ts';
import { markedName } from '../tables/columns.ts';
import { collectionsColumn, countedCollections } from '../tables/start.ts';
import { type ColumnOf, filled, heading, numberColumn, tableOf, wordColumn } from '../text/document.ts';
import type { RankedRow } from '../view/rows.ts';
import type { CaseView } from '../view/view.ts';
import { allocationNotes, allocationsOf } from './allocation.ts';
import { errorNotes } from './jmh.ts';

/** Where a ratio is smaller, all have three decimals rather than two, as there. */
const PRECISE_BELOW = 0.01;

export function bdnStyle(view: CaseView) {
  const { ranked } = view;
  const scale = timeScale(ranked.flatMap(({ roundTimes }) => roundTimes));
  const ns = (value: number) => time(value, scale);
  const precise = ranked.some(({ ratio }) => ratio.estimate < PRECISE_BELOW);
  const ratioText = (value: number) => grouped(value, precise ? 3 : 2);
  const twoDecimals = (value: number) => grouped(value, 2);
  const counted = countedCollections(ranked);
  const allocations = allocationsOf(view);
  const columns: ColumnOf<RankedRow>[] = [
    wordColumn('Method', markedName),
    numberColumn('Mean of rounds', ({ roundSummary }) => roundSummary.mean, ns),
    numberColumn('Error', ({ roundSummary }) => roundSummary.error, ns),
    numberColumn('StdDev', ({ roundSummary }) => roundSummary.deviation, ns, 2),
    numberColumn('Min', ({ roundTimes }) => Math.min(...roundTimes), ns, 5),
    numberColumn('Max', ({ roundTimes }) => Math.max(...roundTimes), ns, 5),
    numberColumn('Ratio', ({ ratio }) => ratio.estimate, ratioText),
    numberColumn('RatioSD', ({ ratioDeviation }) => ratioDeviation, ratioText, 3),
    // Collections in 1,000 operations, the youngest generation first.
    ...[...new Set(counted.map(headOf))].map((head) => ({
      ...collectionsColumn(head, (name) => headOf(name) === head, 4),
      id: COLLECTIONS,
    })),
    numberColumn('Allocated', (row) => allocations.get(row)?.bytes, kilobytes, 1),
    numberColumn('Alloc Ratio', (row) => allocations.get(row)?.ratio, twoDecimals, 1),
  ];
  return {
    blocks: [heading(3, 'Summary'), tableOf(filled(columns, ranked), ranked)],
    notes: [
      'Times are over rounds, each a fresh process with the median of its slices; Error is half of the 99.9 % interval. Ratio divides the times of the ranking, not these means; RatioSD is its standard deviation over rounds.',
      ...errorNotes(ranked),
      ...allocationNotes(view),
    ],
    columnNotes: generationNotes(counted).map((text) => ({ text, about: COLLECTIONS })),
  };
}

const COLLECTIONS = 'collections_per_1000_ops' as const;

/** What runtimes with two generations call them. The youngest is 0; the oldest, whatever lies between, is 2. */
const NAMED: Readonly<Record<string, string>> = { young: 'Gen0', old: 'Gen2' };

/** The head of a runtime's own name of a generation: one of the three, or that name, as of `concurrent`. */
function headOf(name: string): string {
  return NAMED[name] ?? name.replace(/^gen(?=[012]$)/, 'Gen');
}

function generationNotes(counted: readonly string[]): string[] {
  if (counted.length === 0) return [];
  const renamed = Object.entries(NAMED).filter(([name]) => counted.includes(name));
  const meaning = renamed.map(([name, head]) => `; ${head} is what the runtime calls ${name}`);
  const heads = [...new Set(counted.map(headOf))].join(', ');
  return [`${heads}: collections in 1,000 operations${meaning.join('')}.`];
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** `279.63 KB`: of 1,024 bytes, as there. */
function kilobytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${grouped(bytes / 1024 ** power, power === 0 ? 0 : 2)} ${UNITS[power]}`;
}
