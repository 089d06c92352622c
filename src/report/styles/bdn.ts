/** As BenchmarkDotNet's summary: Mean to Max, Ratio, RatioSD, Gen0 to Gen2, Allocated, Alloc Ratio. */
import { known } from '../../plan/figure.ts';
import { markedName } from '../tables/columns.ts';
import { countedCollections } from '../tables/start.ts';
import { type ColumnOf, figureColumn, heading, numberColumn, tableOf, wordColumn } from '../text/document.ts';
import { grouped, ratio, ratioDecimals, threeDigits, time, timeScale } from '../text/numbers.ts';
import { allocationNotes, allocationsOf } from '../view/allocation.ts';
import type { RankedRow } from '../view/rows.ts';
import type { CaseView } from '../view/view.ts';
import { errorNotes } from './errors.ts';

export function bdnStyle(view: CaseView) {
  const { ranked } = view;
  return {
    blocks: [
      heading(3, 'Summary'),
      tableOf<RankedRow>(
        [
          wordColumn('Method', markedName),
          ...timeColumns(ranked),
          ...generationColumns(ranked),
          ...allocationColumns(view),
        ],
        ranked,
      ),
    ],
    notes: [
      'Mean to Max are over rounds, each a fresh process with the median of its slices; Error is half of the 99.9 % interval. Ratio is measured block by block and is not Mean over Mean; RatioSD is its standard deviation over rounds.',
      ...errorNotes(ranked),
      ...missingDeviations(ranked),
      ...generationNotes(ranked),
      ...allocationNotes(view),
    ],
  };
}

function timeColumns(ranked: readonly RankedRow[]): ColumnOf<RankedRow>[] {
  const scale = timeScale(ranked.map(({ roundSummary }) => roundSummary.minimum));
  const of = (head: string, key: keyof RankedRow['roundSummary'], spare = 0) =>
    numberColumn<RankedRow>(
      head,
      ({ roundSummary }) => roundSummary[key],
      (ns) => time(ns, scale),
      spare,
    );
  return [
    of('Mean', 'mean'),
    of('Error', 'error'),
    of('StdDev', 'deviation', 2),
    of('Min', 'minimum', 5),
    of('Max', 'maximum', 5),
    figureColumn('Ratio', (row) => ratio(row.ratio)),
    figureColumn(
      'RatioSD',
      (row) => (row.ratioDeviation === null ? '' : grouped(row.ratioDeviation, ratioDecimals(row.ratio))),
      3,
    ),
  ];
}

function missingDeviations(ranked: readonly RankedRow[]): string[] {
  const single = ranked.filter(({ rounds }) => rounds < 2).map(({ name }) => name);
  return single.length === 0 ? [] : [`One round has no StdDev and RatioSD: ${single.join(', ')}.`];
}

const GENERATIONS = ['Gen0', 'Gen1', 'Gen2'] as const;

/** What runtimes with two generations call them. The youngest is 0; the oldest, whatever lies between, is 2. */
const NAMED: Readonly<Record<string, (typeof GENERATIONS)[number]>> = { young: 'Gen0', old: 'Gen2' };

/** The column for a runtime's own name of a generation; null for what is none of the three, such as `concurrent`. */
function generationOf(name: string): (typeof GENERATIONS)[number] | null {
  return NAMED[name] ?? GENERATIONS.find((one) => one.toLowerCase() === name.toLowerCase()) ?? null;
}

/** Collections in 1,000 operations. Other kinds of collections have columns by their own names. */
function generationColumns(ranked: readonly RankedRow[]): ColumnOf<RankedRow>[] {
  const others = countedCollections(ranked).filter((name) => generationOf(name) === null);
  return [...GENERATIONS, ...others].map((head) =>
    numberColumn(
      head,
      ({ memory }) => {
        const all = Object.entries(memory?.collections ?? {});
        return known(all.find(([name]) => (generationOf(name) ?? name) === head)?.[1]);
      },
      (rate) => (rate === 0 ? '0' : grouped(rate, Math.min(4, threeDigits(rate)))),
      4,
    ),
  );
}

function generationNotes(ranked: readonly RankedRow[]): string[] {
  const names = countedCollections(ranked);
  if (names.length === 0) return [];
  const renamed = Object.entries(NAMED).filter(([name]) => names.includes(name));
  const without = GENERATIONS.filter((head) => !names.some((name) => generationOf(name) === head));
  const meaning = renamed.map(([name, head]) => `${head} is what the runtime calls ${name}`);
  const blank = without.map((head) => `${head} is blank, since no runtime here has it`);
  return [`Gen0 to Gen2: ${['collections in 1,000 operations', ...meaning, ...blank].join('; ')}.`];
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

function allocationColumns(view: CaseView): ColumnOf<RankedRow>[] {
  const allocations = allocationsOf(view);
  return [
    numberColumn('Allocated', (row) => allocations.get(row)?.bytes, kilobytes, 1),
    numberColumn(
      'Alloc Ratio',
      (row) => allocations.get(row)?.ratio,
      (ratio) => grouped(ratio, 2),
      1,
    ),
  ];
}

/** `279.63 KB`: of 1,024 bytes, as there. */
function kilobytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${grouped(bytes / 1024 ** power, power === 0 ? 0 : 2)} ${UNITS[power]}`;
}
