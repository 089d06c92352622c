/** The report for programs. */

import type { PublishedTable } from '../published/published.ts';
import { type FlatRow, flatRows } from '../view/flat.ts';
import { type ScalingTable, scalingTables } from '../view/scaling.ts';
import type { RunView } from '../view/view.ts';

/** Of the JSON report: grows when a key changes its meaning or goes; new keys may come without. */
export const REPORT_SCHEMA = 2;

export interface JsonReport {
  readonly schema: typeof REPORT_SCHEMA;
  readonly run: Pick<
    RunView,
    'id' | 'tool' | 'startedAt' | 'finishedAt' | 'interruptions' | 'runtimes' | 'datasets' | 'warnings'
  >;
  readonly machine: RunView['machine'];
  readonly settings: RunView['settings'];
  readonly suite: RunView['suite'];
  readonly partial: boolean;
  /** Null for a run that is whole. */
  readonly partialReason: RunView['partialReason'];
  readonly rows: readonly FlatRow[];
  /** Of datasets that were measured in several sizes. */
  readonly scaling: readonly ScalingTable[];
  readonly published: readonly PublishedTable[];
}

export function jsonReport(view: RunView, published: readonly PublishedTable[]): JsonReport {
  const { id, tool, startedAt, finishedAt, interruptions, runtimes, datasets, warnings } = view;
  return {
    schema: REPORT_SCHEMA,
    run: { id, tool, startedAt, finishedAt, interruptions, runtimes, datasets, warnings },
    machine: view.machine,
    settings: view.settings,
    suite: view.suite,
    partial: view.partial,
    partialReason: view.partialReason,
    rows: flatRows(view),
    scaling: scalingTables(view),
    published,
  };
}
