/** What the page carries: the view of the run that every report has, and what is not in a view. */
import { type AnalyzedRun, analyze, type RecordedRun } from '../../analysis/analyze.ts';
import { rowName } from '../../define/names.ts';
import { compareWithPublished, type PublishedTable } from '../../report/published/published.ts';
import { calledOf } from '../../report/run/commands.ts';
import type { Called } from '../../report/tables/answer.ts';
import { shown } from '../../report/text/width.ts';

export interface PageData {
  /** Without what was asked for, which has paths of the user's machine, and the published table, which is compared with it below. */
  readonly view: AnalyzedRun;
  /** What it says to do next, as the page's maker would type it. */
  readonly called: Called;
  /** Exact packages of the contenders that have any, by name. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** Licenses of the contenders' packages, by name. */
  readonly licenses: Readonly<Record<string, string>>;
  readonly published: readonly PublishedTable[];
}

export function makePageData(run: RecordedRun, command = 'wiremark'): PageData {
  const whole = analyze(run);
  const { request, published: _, editions: _names, ...view } = whole;
  // A library's message must not reorder a line of the page.
  return shown<PageData>({
    view,
    called: calledOf(run.record, command, true),
    packages: request?.packages ?? {},
    licenses: Object.fromEntries(
      run.record.contenders.flatMap((one) => (one.license ? [[rowName(one), one.license]] : [])),
    ),
    published: compareWithPublished(whole),
  });
}
