/**
 * Bytes that a page states of documents and allocations, beside those here. Unlike times they hardly depend on the
 * machine, so that the figures themselves are compared.
 */
import type { PublishedFigure } from '../../define/published-figure.ts';
import { groupBy } from '../../stats/group-by.ts';
import {
  type ColumnOf,
  figureColumn,
  filled,
  proseColumn,
  type Table,
  tableOf,
  wordColumn,
} from '../text/document.ts';
import { counted, grouped, percent } from '../text/numbers.ts';
import { times } from '../text/said.ts';
import { allocatedBytes } from '../view/allocation.ts';
import type { RankedRow } from '../view/rows.ts';
import type { CaseView, RunView } from '../view/view.ts';
import { absence, notesOf } from './causes.ts';

/** Of a published figure, in bytes: what it is called, and that of a row here. */
const METRICS: Readonly<Record<string, readonly [what: string, of: (row: RankedRow) => number | null]>> = {
  bytes: ['bytes', ({ sizes }) => sizes?.raw ?? null],
  gzip: ['gzip bytes', ({ sizes }) => sizes?.gzip ?? null],
  allocated: ['allocated bytes', allocatedBytes],
};

export type PublishedAmount = ReturnType<typeof compareAmounts>[number];

/** Each with what the page's figure is of, and why there is none here. */
export function compareAmounts(view: RunView, one: CaseView, figures: readonly PublishedFigure[]) {
  return figures.flatMap((figure) => {
    const { metric, label, serializer: name, value: published, note } = figure;
    const [what, of] = METRICS[metric] ?? [];
    if (what === undefined || of === undefined) return [];
    const row = one.ranked.find((row) => row.name === name);
    const measured = row === undefined ? null : of(row);
    const absent = measured === null ? absence(view, figure) : null;
    return { label, name, what, published, measured, absent, causes: notesOf(note) };
  });
}

export function amountTable(rows: readonly PublishedAmount[]): Table {
  const several = rows.some(({ what }) => what !== rows[0]!.what);
  const none = rows.some(({ measured }) => measured !== null) ? '—' : '';
  const columns: ColumnOf<PublishedAmount>[] = [
    wordColumn('published as', ({ label }) => label, 3),
    // Of one kind of bytes, the head says which.
    wordColumn(several ? 'here' : rows[0]!.what, ({ name }) => name),
    ...(several ? [wordColumn<PublishedAmount>('of', ({ what }) => what)] : []),
    figureColumn('published', ({ published }) => grouped(published)),
    figureColumn('measured', ({ measured }) => (measured === null ? none : grouped(measured))),
    wordColumn('change', changeText, none === '' ? 0 : 1),
    proseColumn('why', ({ causes }) => causes.join('; '), true),
  ];
  return tableOf(filled(columns, rows), rows);
}

/** `3.1 % more`, `471× as much`, or in a word why there is nothing to compare. */
function changeText({ published, measured, absent }: PublishedAmount): string {
  if (measured === null) return absent!;
  const ratio = measured / published;
  if (ratio > 2) return `${times(ratio)}× as much`;
  if (Math.abs(ratio - 1) < 0.0005) return 'the same';
  return `${percent(Math.abs(ratio - 1))} ${ratio > 1 ? 'more' : 'less'}`;
}

/** As a fraction of the page's figure. */
const CLOSE = 0.1;

/** How many rows are close to the page, for each kind of bytes that any row has here. */
export function summarizeAmounts(rows: readonly PublishedAmount[]): string[] {
  const counting = rows.filter(({ measured }) => measured !== null);
  return [...groupBy(counting, ({ what }) => what)].map(([what, found]) => {
    const close = found.filter(({ measured, published }) => Math.abs(measured! / published - 1) <= CLOSE);
    return `${what} of ${close.length} of ${counted(found.length, 'row')} within ${percent(CLOSE)} of the page's`;
  });
}
