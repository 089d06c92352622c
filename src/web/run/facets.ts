/** By what rows can be chosen, and which rows a choice leaves. */
import { documentsName, runtimeName } from '../../define/names.ts';
import type { Row } from '../../report/view/rows.ts';
import { allRows, type CaseView, type RunView } from '../../report/view/view.ts';

export const FACETS = ['runtime', 'format', 'task', 'data', 'verdict'] as const;
export type Facet = (typeof FACETS)[number];

/** Nothing chosen of a facet means all of it. */
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

/** Rows that are chosen from. Limits are not: they go with their runtime and case. */
export function choosable(view: CaseView): Row[] {
  return allRows(view).filter(({ kind }) => kind !== 'limit');
}

/** The values that a facet has in the run, in the order in which they come up. */
export function valuesOf(view: RunView, facet: Facet): string[] {
  return [...new Set(view.cases.flatMap(choosable).map(VALUE[facet]))];
}

/** Every word must be somewhere in what the row is called or why it failed. */
export function isChosen({ text, chosen }: Choice, row: Row): boolean {
  const { name, title, format, version, reason } = row;
  const told = [name, title, format, version, VALUE.verdict(row), reason].join('\n').toLowerCase();
  const words = text.toLowerCase().split(/\s+/);
  return (
    words.every((word) => told.includes(word)) &&
    FACETS.every((facet) => chosen[facet].length === 0 || chosen[facet].includes(VALUE[facet](row)))
  );
}
