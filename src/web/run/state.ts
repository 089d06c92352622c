/** The reader's filter and sorting, in the address to share a view. */

import { type AnalyzedCase, allRows } from '../../analysis/analyze.ts';
import type { Row } from '../../analysis/rows.ts';
import { caseName } from '../../define/names.ts';
import type { PageData } from './render.ts';

/** Rows that can be filtered: all except limits, which are shown with the rows of their runtime. */
export function choosable(view: AnalyzedCase): Row[] {
  return allRows(view).filter(({ kind }) => kind !== 'limit');
}

/** Whether each word of a filter begins a word of the row's case, name, title, format, version, verdict or reason. */
export function isChosen(text: string, row: Row): boolean {
  const { name, title, format, version, reason } = row;
  const verdict = row.kind === 'unmeasured' ? 'not measured' : row.verdict;
  const searched = [caseName(row), name, title, format, version, verdict, reason].join('\n').toLowerCase();
  const begins = (word: string) =>
    searched
      .split(word)
      .slice(0, -1)
      .some((before) => !/\w$/.test(before));
  return text.toLowerCase().split(/\s+/).filter(Boolean).every(begins);
}

export interface PageState {
  readonly text: string;
  readonly sort: { readonly column: string; readonly descending: boolean };
}

export interface PageContext {
  readonly data: PageData;
  readonly state: PageState;
  act(change: Partial<PageState>): void;
}

/** Such as `text=json&ascending=bytes`, without the `#`; empty for a fresh page. */
export function toHash({ text, sort }: PageState): string {
  const parts = new URLSearchParams();
  if (text !== '') parts.append('text', text);
  if (sort.column !== 'rank' || sort.descending)
    parts.append(sort.descending ? 'descending' : 'ascending', sort.column);
  return parts.toString();
}

/** Parses a hash. Unknown parts are ignored: an address may be cut off or typed by hand. */
export function fromHash(hash: string): PageState {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const descending = parts.get('descending');
  const column = descending ?? parts.get('ascending') ?? 'rank';
  return {
    text: parts.get('text') ?? '',
    sort: { column, descending: descending !== null },
  };
}

export const FRESH = fromHash('');

export function caseId({ dataset, size, task }: AnalyzedCase): string {
  return `case-${dataset}-${size}-${task}`;
}
