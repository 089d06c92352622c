/** The reader's filters, sorting and open rows, in the address to share a view. */

import { type AnalyzedCase, type AnalyzedRun, allRows } from '../../analysis/analyze.ts';
import type { Row } from '../../analysis/rows.ts';
import { documentsName, runtimeName } from '../../define/names.ts';
import type { PageData } from './render.ts';

export const FACETS = ['runtime', 'format', 'task', 'data', 'verdict'] as const;
export type Facet = (typeof FACETS)[number];

/** The reader's filters. A facet without chosen values selects all rows. */
export interface Choice {
  readonly text: string;
  readonly chosen: Readonly<Record<Facet, readonly string[]>>;
}

const VALUE: Record<Facet, (row: Row) => string> = {
  runtime: runtimeName,
  format: ({ format }) => format,
  task: ({ task }) => task,
  data: documentsName,
  verdict: (row) => (row.kind === 'unmeasured' ? 'not measured' : row.verdict),
};

/** Rows that can be filtered: all except limits, which are shown with the rows of their runtime. */
export function choosable(view: AnalyzedCase): Row[] {
  return allRows(view).filter(({ kind }) => kind !== 'limit');
}

export function valuesOf(view: AnalyzedRun, facet: Facet): string[] {
  return [...new Set(view.cases.flatMap(choosable).map(VALUE[facet]))];
}

/** Whether filters select a row. Each word must occur in the row's name, title, format, version, verdict or reason. */
export function isChosen({ text, chosen }: Choice, row: Row): boolean {
  const { name, title, format, version, reason } = row;
  const searched = [name, title, format, version, VALUE.verdict(row), reason].join('\n').toLowerCase();
  const words = text.toLowerCase().split(/\s+/);
  return (
    words.every((word) => searched.includes(word)) &&
    FACETS.every((facet) => chosen[facet].length === 0 || chosen[facet].includes(VALUE[facet](row)))
  );
}

export interface PageState extends Choice {
  readonly sort: { readonly column: string; readonly descending: boolean };
  readonly open: readonly string[];
}

export interface PageContext {
  readonly data: PageData;
  readonly state: PageState;
  act(change: Partial<PageState>): void;
}

/** Such as `runtime=jvm&format=json`, without the `#`; empty for a fresh page. */
export function toHash({ text, chosen, sort, open }: PageState): string {
  const parts = new URLSearchParams();
  for (const facet of FACETS) for (const value of chosen[facet]) parts.append(facet, value);
  if (text !== '') parts.append('text', text);
  if (sort.column !== 'rank' || sort.descending)
    parts.append(sort.descending ? 'descending' : 'ascending', sort.column);
  for (const key of open) parts.append('open', key);
  return parts.toString();
}

/** Parses a hash. Unknown parts are ignored: an address may be cut off or typed by hand. */
export function fromHash(hash: string): PageState {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const chosen = Object.fromEntries(FACETS.map((facet) => [facet, parts.getAll(facet)]));
  const descending = parts.get('descending');
  const column = descending ?? parts.get('ascending') ?? 'rank';
  return {
    text: parts.get('text') ?? '',
    chosen: chosen as unknown as PageState['chosen'],
    sort: { column, descending: descending !== null },
    open: parts.getAll('open'),
  };
}

export const FRESH = fromHash('');

export function toggled(keys: readonly string[], key: string): string[] {
  return keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key];
}

export function caseId({ dataset, size, task }: AnalyzedCase): string {
  return `case-${dataset}-${size}-${task}`;
}
