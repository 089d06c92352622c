/**
 * Bytes that a page states of documents and allocations, beside those here. Unlike times they hardly depend on the
 * machine, so that the figures themselves are compared.
 */
import type { PublishedFigure } from '../../define/published-figure.ts';
import {
  cell,
  figureColumn,
  filled,
  proseColumn,
  type Table,
  tableOf,
  wordColumn,
} from '../text/document.ts';
import { counted, grouped, percent, threeDigits } from '../text/numbers.ts';
import { allocatedBytes } from '../view/allocation.ts';
import type { RankedRow } from '../view/rows.ts';
import type { CaseView } from '../view/view.ts';
import { absence } from './causes.ts';

/** Of a published figure, in bytes: what it is called, and that of a row here. */
const METRICS: Readonly<Record<string, readonly [what: string, of: (row: RankedRow) => number | null]>> = {
  bytes: ['bytes', ({ sizes }) => sizes?.raw ?? null],
  gzip: ['gzip bytes', ({ sizes }) => sizes?.gzip ?? null],
  allocated: ['allocated bytes', allocatedBytes],
};

export type PublishedAmount = ReturnType<typeof compareAmounts>[number];

/** Each with what the page's figure is of, and why there is none here. */
export function compareAmounts(one: CaseView, figures: readonly PublishedFigure[]) {
  return figures.flatMap(({ metric, label, serializer: name, value: published, note }) => {
    const [what, of] = METRICS[metric] ?? [];
    if (what === undefined || of === undefined) return [];
    const row = one.ranked.find((row) => row.name === name);
    const measured = row === undefined ? null : of(row);
    const missing = measured !== null ? '' : row === undefined ? absence(one, name) : 'not counted here';
    const explanation = [note, missing].filter((text) => text !== '').join('; ');
    return { label, name, what, published, measured, explanation };
  });
}

export function amountTable(rows: readonly PublishedAmount[]): Table {
  return tableOf<PublishedAmount>(
    [
      wordColumn('published as', ({ label }) => label, 1),
      wordColumn('here', ({ name }) => name),
      wordColumn('of', ({ what }) => what),
      figureColumn('published', ({ published }) => grouped(published)),
      figureColumn('measured', ({ measured }) => (measured === null ? cell('—', 'dim') : grouped(measured))),
      wordColumn('change', changeText),
      ...filled([proseColumn<PublishedAmount>('note', ({ explanation }) => explanation)], rows),
    ],
    rows,
  );
}

/** `3.1 % more`, `471× as much`; empty where there is nothing to compare. */
function changeText({ published, measured }: PublishedAmount): string {
  if (measured === null) return '';
  const times = measured / published;
  if (times > 2) return `${grouped(times, threeDigits(times))}× as much`;
  if (Math.abs(times - 1) < 0.0005) return 'the same';
  return `${percent(Math.abs(times - 1))} ${times > 1 ? 'more' : 'less'}`;
}

/** As a fraction of the page's figure. */
const CLOSE = 0.1;

/** How many rows are close to the page, for each kind of bytes. */
export function summarizeAmounts(rows: readonly PublishedAmount[]): string[] {
  return [...new Set(rows.map(({ what }) => what))].map((what) => {
    const found = rows.filter((row) => row.what === what && row.measured !== null);
    const close = found.filter(({ measured, published }) => Math.abs(measured! / published - 1) <= CLOSE);
    return `${what} of ${close.length} of ${counted(found.length, 'row')} within ${percent(CLOSE)} of the page's`;
  });
}
