/** The report for programs. */
import type { PublishedTable } from '../published/published.ts';
import { caseAnswer, type Leaders } from '../view/answer.ts';
import { flatRows } from '../view/flat.ts';
import type { CaseView, RunView } from '../view/view.ts';

/** Of the JSON report: grows when a key changes its meaning or goes; new keys may come without. */
export const REPORT_SCHEMA = 3;

export type JsonReport = ReturnType<typeof jsonReport>;

/** All that is promised of a report: docs/DATA.md says what each key is. */
export function jsonReport(view: RunView, published: readonly PublishedTable[]) {
  const { id, tool, startedAt, finishedAt, interruptions, runtimes, datasets, own, warnings } = view;
  return {
    schema: REPORT_SCHEMA,
    run: {
      id,
      tool,
      startedAt,
      finishedAt,
      interruptions,
      runtimes,
      datasets,
      ...(own && { own }),
      warnings,
    },
    machine: view.machine,
    settings: view.settings,
    suite: view.suite,
    partial: view.partial,
    partialReason: view.partialReason,
    answers: view.cases.map(answerOf),
    rows: flatRows(view),
    prices: view.cases[0]?.prices ?? null,
    published,
  };
}

/** Who is fastest, smallest and both among what one can adopt; text and bytes apart, and each runtime too. */
function answerOf(one: CaseView) {
  const { dataset, size, task, baseline } = one;
  const kinds = caseAnswer(one).kinds.map(({ outputKind, overall, runtimes }) => ({
    outputKind,
    ...namesOf(overall),
    runtimes: runtimes.map((own) => ({ runtime: own.runtime, ...namesOf(own) })),
  }));
  return { dataset, size, task, baseline, kinds };
}

/** The fastest first; several can't be told apart. */
function namesOf({ fastest, smallest, both }: Leaders) {
  const names = (rows: Leaders['fastest']) => rows.map(({ name }) => name);
  return { fastest: names(fastest), smallest: names(smallest), both: names(both) };
}
