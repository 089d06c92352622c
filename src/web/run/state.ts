/** The reader's filter and sorting. The page's address contains them, so that a view can be shared. */

import { type AnalyzedCase, allRows } from '../../analysis/analyze.ts';
import type { Row } from '../../analysis/rows.ts';
import { caseName } from '../../define/names.ts';
import type { PageData } from './render.ts';

export function choosable(view: AnalyzedCase): Row[] {
  return allRows(view).filter(({ kind }) => kind !== 'limit');
}

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

export function toHash({ text, sort }: PageState): string {
  const parts = new URLSearchParams();
  if (text !== '') parts.append('text', text);
  if (sort.column !== 'rank' || sort.descending)
    parts.append(sort.descending ? 'descending' : 'ascending', sort.column);
  return parts.toString();
}

export function fromHash(hash: string): PageState {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const descending = parts.get('descending');
  const column = descending ?? parts.get('ascending') ?? 'rank';
  return { text: parts.get('text') ?? '', sort: { column, descending: descending !== null } };
}

export const FRESH = fromHash('');

export function caseId({ dataset, size, task }: AnalyzedCase): string {
  return `case-${dataset}-${size}-${task}`;
}
