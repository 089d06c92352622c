/**
 * Bytes that a page says an operation allocates, beside those here. Unlike times they hardly depend on the machine, so that the
 * figures themselves are compared.
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
import { grouped, percent } from '../text/numbers.ts';
import { allocatedBytes } from '../view/allocation.ts';
import type { CaseView } from '../view/view.ts';
import { absence } from './causes.ts';

/** The metric of such figures, in bytes. */
const METRIC = 'allocated';

export type PublishedAllocation = ReturnType<typeof compareAllocations>[number];

/** Each with what the page's figure is of, and why there is none here. */
export function compareAllocations(one: CaseView, figures: readonly PublishedFigure[]) {
  return figures
    .filter(({ metric }) => metric === METRIC)
    .map(({ label, serializer: name, value: bytes, note }) => {
      const row = one.ranked.find((row) => row.name === name);
      const measured = row === undefined ? null : allocatedBytes(row);
      const missing = measured !== null ? '' : row === undefined ? absence(one, name) : 'not counted here';
      const explanation = [note, missing].filter((text) => text !== '').join('; ');
      return { label, name, bytes, measured, explanation };
    });
}

export function allocationTable(rows: readonly PublishedAllocation[]): Table {
  return tableOf<PublishedAllocation>(
    [
      wordColumn('published as', ({ label }) => label, 1),
      wordColumn('here', ({ name }) => name),
      figureColumn('allocated then', ({ bytes }) => grouped(bytes)),
      figureColumn('now', ({ measured }) => (measured === null ? cell('—', 'dim') : grouped(measured))),
      wordColumn('change', changeText),
      ...filled([proseColumn<PublishedAllocation>('note', ({ explanation }) => explanation)], rows),
    ],
    rows,
  );
}

/** `3.1 % more`; empty where there is nothing to compare. */
function changeText({ bytes, measured }: PublishedAllocation): string {
  if (measured === null) return '';
  const change = percent(Math.abs(measured / bytes - 1));
  return measured === bytes ? 'same' : `${change} ${measured > bytes ? 'more' : 'less'}`;
}

/** In a line: how many rows are close to the page. */
export function summarizeAllocations(rows: readonly PublishedAllocation[]): string {
  const counted = rows.flatMap(({ bytes, measured }) => (measured === null ? [] : [measured / bytes]));
  const close = counted.filter((ratio) => Math.abs(ratio - 1) <= CLOSE).length;
  return `allocated bytes of ${close} of ${counted.length} rows within ${percent(CLOSE)} of the page's`;
}

/** As a fraction of the page's figure. */
const CLOSE = 0.1;
