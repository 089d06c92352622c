/**
 * What the page carries: the run's record, the view of each case, and its timed slices. From these the page makes the view
 * for another baseline itself, with the same functions as every report, so that it is no other computation.
 */
import { compareWithPublished, type PublishedTable } from '../../report/published/published.ts';
import { calledOf } from '../../report/run/again.ts';
import type { Called } from '../../report/tables/answer.ts';
import { shown } from '../../report/text/width.ts';
import { type LaunchFacts, launchFacts, timedSlices, type ViewSample } from '../../report/view/figures.ts';
import { buildView, type CaseView, keptOf, type RunData } from '../../report/view/view.ts';
import { groupBy } from '../../stats/group-by.ts';
import type { RunCase, RunRecord } from '../../store/record.ts';
import { writeSamples } from './page-run.ts';

export interface PageData {
  /** Without what was asked for, which has paths of the user's machine, and the published table, which is compared with it below. */
  readonly record: Omit<RunRecord, 'request' | 'published' | 'editions' | 'samples'>;
  readonly timeUnverified: boolean;
  readonly warnings: readonly string[];
  /** What it says to do next, as the page's maker would type it. */
  readonly called: Called;
  /** As they were recorded. Document sizes are in the record. */
  readonly cases: readonly Omit<CaseView, 'documentBytes'>[];
  /**
   * What another baseline is found from: by case, and by position in its contenders. Null where the slices are too many
   * for a page: it offers no other baseline.
   */
  readonly rows: readonly (readonly PageRow[])[] | null;
  /** Exact packages of the contenders that have any, by name. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** Compared with the run, with its own baseline. */
  readonly published: readonly PublishedTable[];
}

interface PageRow {
  /** See page-run.ts. */
  readonly slices: string;
  /** Found from samples that are left out. Warm-ups alone are most of them. */
  readonly known: LaunchFacts;
}

/** Characters of slices, some six for each: with many more a browser takes too long to find another baseline. */
const MOST_TEXT = 1.3e6;

const NO_OTHER_BASELINE =
  'This page offers no other baseline: the run has more slices than a page can carry. All figures come from all of them.';

export function makePageData(run: RunData, command = 'wiremark'): PageData {
  const { run: read, kept } = keptOf(run, (samples, number) => pageRows(run.record.cases[number]!, samples));
  const view = buildView(read);
  const { request, published: _, editions: _names, ...record } = run.record;
  const carries = kept.flat().reduce((sum, { slices }) => sum + slices.length, 0) <= MOST_TEXT;
  // A library's message must not reorder a line of the page.
  return shown<PageData>({
    record,
    timeUnverified: request?.timeUnverified ?? false,
    called: calledOf(run.record, command, true),
    warnings: [...run.samples.warnings, ...(carries ? [] : [NO_OTHER_BASELINE])],
    cases: view.cases.map(({ documentBytes: _sizes, ...one }) => one),
    rows: carries ? kept : null,
    packages: request?.packages ?? {},
    published: compareWithPublished(view),
  });
}

function pageRows({ contenders, batch, rounds }: RunCase, samples: readonly ViewSample[]): PageRow[] {
  const own = groupBy(samples, ({ contender }) => contender);
  return contenders.map((index) => {
    const row = own.get(index) ?? [];
    const known = launchFacts(row, timedSlices(row, rounds), batch);
    return { slices: writeSamples(row), known };
  });
}
