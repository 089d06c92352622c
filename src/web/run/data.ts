/**
 * What the page carries: the run's record and its timed slices. The page makes the view of them itself, with the same
 * functions as every report, so that another baseline is no other computation.
 */
import { holdAgainst, type PublishedFigure, type PublishedTable } from '../../report/published/published.ts';
import { grouped } from '../../report/text/numbers.ts';
import { shown } from '../../report/text/shown.ts';
import { timedSlices, type ViewSample } from '../../report/view/figures.ts';
import { keptOf } from '../../report/view/kept.ts';
import { launchFacts } from '../../report/view/launches.ts';
import type { LaunchFacts } from '../../report/view/rows.ts';
import { buildView, type CaseView, type Disturbances, type RunData } from '../../report/view/view.ts';
import { groupBy } from '../../stats/group-by.ts';
import { type LaunchSteadiness, launchSteadiness } from '../../stats/steady.ts';
import { thinned } from '../../stats/thinned.ts';
import type { RunCase, RunRecord } from '../../store/record.ts';
import { isCarried, writeSamples } from './samples-text.ts';

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
  /** What all slices say, where the page carries only some of them. */
  readonly whole?: WholeCase;
}

/** Document sizes are in the record. */
export type WholeCase = Omit<CaseView, 'documentBytes'>;

/** Slices of a row that the page carries: with many more no browser would open it. */
const MOST_SLICES = 2_000;

export interface KnownLaunches extends LaunchFacts {
  readonly steadiness: LaunchSteadiness;
}

/** @param published the suite's published table; empty without one */
export function makePageData(run: RunData, published: readonly PublishedFigure[]): PageData {
  const { run: read, kept } = keptOf(run, (samples, number) => pageCase(run.record.cases[number]!, samples));
  const view = buildView(read);
  const { request, published: _, ...record } = run.record;
  const cases = view.cases.map(({ documentBytes: _sizes, ...whole }, number): PageCase => {
    const { isWhole, ...own } = kept[number]!;
    return { ...own, disturbances: whole.disturbances, ...(!isWhole && { whole }) };
  });
  // A library's message must not reorder a line of the page.
  return shown<PageData>({
    record,
    timeUnverified: request?.timeUnverified ?? false,
    warnings: [...run.samples.warnings, ...(kept.every(({ isWhole }) => isWhole) ? [] : [THINNED])],
    cases,
    packages: request?.packages ?? {},
    published: holdAgainst(view, published),
  });
}

const THINNED = `This page carries about ${grouped(MOST_SLICES)} slices of a row. Ratios to another baseline, when you pick one, and charts of slices come from these; all other figures come from all slices.`;

function pageCase({ contenders, batch, rounds }: RunCase, samples: readonly ViewSample[]) {
  const own = groupBy(samples, ({ contender }) => contender);
  const rows = contenders.map((index) => own.get(index) ?? []);
  const carried = rows.map((row) => row.filter(isCarried));
  const many = carried.reduce((most, { length }) => Math.max(most, length), 0);
  return {
    isWhole: many <= MOST_SLICES,
    slices: carried.map((row) => writeSamples(thinned(row, MOST_SLICES, many))),
    launches: rows.map((row) => {
      return { steadiness: launchSteadiness(row, batch), ...launchFacts(row, timedSlices(row, rounds)) };
    }),
  };
}
