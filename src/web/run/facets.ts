/** By what rows can be chosen, and which rows a choice leaves. */
import { documentsName, runtimeName } from '../../define/names.ts';
import { answered } from '../../report/view/case.ts';
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
  verdict: (row) => verdictText(row),
};

/** The word for what became of a row. */
export function verdictText(row: Row): string {
  return row.kind === 'unmeasured' ? 'not measured' : row.verdict;
}

/** Rows that are chosen from. Limits are not: they go with their runtime and case. */
export function choosable(view: CaseView): Row[] {
  return allRows(view).filter(({ kind }) => kind !== 'limit');
}

/** The values that a facet has in the run, in the order in which they come up. */
export function valuesOf(view: RunView, facet: Facet): string[] {
  return [...new Set(view.cases.flatMap(choosable).map(VALUE[facet]))];
}

export function isChosen({ text, chosen }: Choice, row: Row): boolean {
  const fits = FACETS.every(
    (facet) => chosen[facet].length === 0 || chosen[facet].includes(VALUE[facet](row)),
  );
  return fits && hasWords(row, text);
}

/** The case with the rows that are chosen. Limits belong to their runtime, whatever else is chosen. */
export function chosenRows(choice: Choice, one: CaseView): CaseView {
  const runtimes = choice.chosen.runtime;
  return answered({
    ...one,
    ranked: one.ranked.filter((row) => isChosen(choice, row)),
    unranked: one.unranked.filter((row) => isChosen(choice, row)),
    limits: one.limits.filter((row) => runtimes.length === 0 || runtimes.includes(VALUE.runtime(row))),
  });
}

/** Every word must be somewhere in what the row is called or why it failed. */
function hasWords(row: Row, text: string): boolean {
  const told = [row.name, row.title, row.format, row.version ?? '', verdictText(row), row.reason ?? ''];
  const all = told.join('\n').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
