/**
 * What the page carries: the run's record and its timed slices. The page makes the view of them itself, with the same
 * functions as every report, so that another baseline is no other computation.
 */
import { holdAgainst, type PublishedFigure, type PublishedTable } from '../../report/published/published.ts';
import { shown } from '../../report/text/shown.ts';
import { timedSlices } from '../../report/view/figures.ts';
import { launchFacts } from '../../report/view/launches.ts';
import type { LaunchFacts } from '../../report/view/rows.ts';
import { buildView, type Disturbances, type RunData } from '../../report/view/view.ts';
import { groupBy } from '../../stats/group-by.ts';
import { type LaunchSteadiness, launchSteadiness } from '../../stats/steady.ts';
import type { RunRecord } from '../../store/record.ts';
import { writeSamples } from './samples-text.ts';

export interface PageData {
  /** Without what was asked for, which has paths of the user's machine, and the published table, which is held against it below. */
  readonly record: Omit<RunRecord, 'request' | 'published' | 'samples'>;
  /** Whether rows that failed were timed on request. */
  readonly timeUnverified: boolean;
  readonly warnings: readonly string[];
  /** By case. */
  readonly cases: readonly PageCase[];
  /** Exact packages of the contenders that have any, by name. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** Held against the run with its own baseline. */
  readonly published: readonly PublishedTable[];
}

/** What belongs to the samples of one case. */
export interface PageCase {
  /** By position in the case's contenders; see samples-text.ts. */
  readonly slices: readonly string[];
  /** By position too: what is found from samples that are left out. Warm-ups alone are most of them. */
  readonly launches: readonly KnownLaunches[];
  readonly disturbances: Disturbances;
}

export interface KnownLaunches extends LaunchFacts {
  readonly steadiness: LaunchSteadiness;
}

/** @param published the suite's published table; empty without one */
export function makePageData(run: RunData, published: readonly PublishedFigure[]): PageData {
  const view = buildView(run);
  const { request, published: _, ...record } = run.record;
  // A library's message must not reorder a line of the page.
  return shown<PageData>({
    record,
    timeUnverified: request?.timeUnverified ?? false,
    warnings: run.samples.warnings,
    cases: view.cases.map(({ disturbances }, number) => pageCase(run, disturbances, number)),
    packages: request?.packages ?? {},
    published: holdAgainst(view, published),
  });
}

function pageCase({ record, samples }: RunData, disturbances: Disturbances, number: number): PageCase {
  const { contenders, batch, rounds } = record.cases[number]!;
  const own = groupBy(samples.of(number), ({ contender }) => contender);
  const rows = contenders.map((index) => own.get(index) ?? []);
  return {
    slices: rows.map(writeSamples),
    launches: rows.map((row) => {
      return { steadiness: launchSteadiness(row, batch), ...launchFacts(row, timedSlices(row, rounds)) };
    }),
    disturbances,
  };
}
