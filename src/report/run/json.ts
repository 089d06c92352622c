/** The report for programs. */
import type { PublishedTable } from '../published/published.ts';
import { type Called, runAnswer } from '../tables/answer.ts';
import { type RunView, runRows } from '../view/view.ts';

/** Of the JSON report: grows when a key changes its meaning or goes; new keys may come without. */
export const REPORT_SCHEMA = 5;

export type JsonReport = ReturnType<typeof jsonReport>;

/** All that is promised of a report: docs/DATA.md says what each key is. */
export function jsonReport(view: RunView, published: readonly PublishedTable[], called: Called) {
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
    // Of the whole run, then of each case.
    answer: runAnswer(view, called),
    answers: view.cases.map(({ dataset, size, task, baseline, disturbed, answer }) => {
      return { dataset, size, task, baseline, disturbed, ...answer };
    }),
    rows: runRows(view),
    prices: view.cases[0]?.prices ?? null,
    published,
  };
}
