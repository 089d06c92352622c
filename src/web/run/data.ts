import { type AnalyzedRun, analyze, type RecordedRun } from '../../analysis/analyze.ts';
import { rowName } from '../../define/names.ts';
import { compareWithPublished, type PublishedTable } from '../../report/published/published.ts';
import { calledOf } from '../../report/run/commands.ts';
import type { Called } from '../../report/tables/answer.ts';
import { shown } from '../../report/text/width.ts';

export interface PageData {
  /** The analyzed run without its request, which has paths of the user's machine. */
  readonly view: AnalyzedRun;
  readonly called: Called;
  /** Packages of rows with their exact versions, by row name. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  readonly licenses: Readonly<Record<string, string>>;
  readonly published: readonly PublishedTable[];
}

export function makePageData(run: RecordedRun, command = 'wiremark'): PageData {
  const whole = analyze(run);
  const { request, published: _, editions: _names, ...view } = whole;
  // Control characters in a library's message must not reorder a line.
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
