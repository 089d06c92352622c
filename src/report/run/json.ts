/** The report for programs. */

import type { OutputKind } from '../../define/types.ts';
import type { PublishedTable } from '../published/published.ts';
import { caseAnswer, type Leaders } from '../view/answer.ts';
import { type FlatRow, flatRows } from '../view/flat.ts';
import type { Prices } from '../view/prices.ts';
import type { CaseView, RunView } from '../view/view.ts';

/** Of the JSON report: grows when a key changes its meaning or goes; new keys may come without. */
export const REPORT_SCHEMA = 3;

export interface JsonReport {
  readonly schema: typeof REPORT_SCHEMA;
  readonly run: Pick<
    RunView,
    | 'id'
    | 'tool'
    | 'startedAt'
    | 'finishedAt'
    | 'interruptions'
    | 'runtimes'
    | 'datasets'
    | 'own'
    | 'warnings'
  >;
  readonly machine: RunView['machine'];
  readonly settings: RunView['settings'];
  readonly suite: RunView['suite'];
  readonly partial: boolean;
  /** Null for a run that is whole. */
  readonly partialReason: RunView['partialReason'];
  /** By case: who is fastest, smallest and both among what one can adopt. Several can't be told apart. */
  readonly answers: readonly JsonAnswer[];
  readonly rows: readonly FlatRow[];
  /** That the rows' costs are found with; null without. */
  readonly prices: Prices | null;
  readonly published: readonly PublishedTable[];
}

export interface JsonAnswer extends Pick<CaseView, 'dataset' | 'size' | 'task' | 'baseline'> {
  /** Text and bytes apart, each with every runtime as it was started. */
  readonly kinds: readonly (LeaderNames & {
    readonly outputKind: OutputKind;
    readonly runtimes: readonly (LeaderNames & { readonly runtime: string })[];
  })[];
}

/** Names of rows, the fastest first. */
type LeaderNames = Readonly<Record<'fastest' | 'smallest' | 'both', readonly string[]>>;

export function jsonReport(view: RunView, published: readonly PublishedTable[]): JsonReport {
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

function answerOf(one: CaseView): JsonAnswer {
  const { dataset, size, task, baseline } = one;
  const kinds = caseAnswer(one).kinds.map(({ outputKind, overall, runtimes }) => ({
    outputKind,
    ...namesOf(overall),
    runtimes: runtimes.map((own) => ({ runtime: own.runtime, ...namesOf(own) })),
  }));
  return { dataset, size, task, baseline, kinds };
}

function namesOf({ fastest, smallest, both }: Leaders): LeaderNames {
  const names = (rows: Leaders['fastest']) => rows.map(({ name }) => name);
  return { fastest: names(fastest), smallest: names(smallest), both: names(both) };
}
