/** Run → one view model → text in the wanted format. */
import type { RuleOutcome } from '../compare/guard/guard.ts';
import { guardRun } from '../compare/guard/run.ts';
import { type Report, type ReportFormat, render } from '../formats.ts';
import { compareWithPublished } from '../published/published.ts';
import type { TerminalOptions } from '../text/terminal.ts';
import { type Choice, choose } from '../view/choice.ts';
import { type ColumnId, dataIds, RESULT_COLUMNS, type ResultColumn, resultColumn } from '../view/columns.ts';
import { type Prices, priced } from '../view/prices.ts';
import type { Row } from '../view/rows.ts';
import { buildView, type RunData, type RunView, runRows } from '../view/view.ts';
import { calledOf } from './again.ts';
import { composeReport, type Wishes } from './compose.ts';
import { jsonReport } from './json.ts';
import { composeSummary } from './summary.ts';

interface ReportWishes extends Wishes {
  /** As wiremark was called, for lines to copy; `wiremark` unless told. */
  readonly command?: string;
  /** How the run's rules came out. */
  readonly outcomes?: readonly RuleOutcome[];
}

export interface ReportOptions extends ReportWishes {
  readonly format: ReportFormat;
  /** For `terminal`. */
  readonly terminal: TerminalOptions;
  readonly choice?: Choice;
  /** See `ViewOptions`. */
  readonly relativeTo?: string | undefined;
  readonly prices?: Prices | null;
}

/** The whole report, ending in a line break. Loads only what the format needs. */
export async function renderReport(run: RunData, options: ReportOptions): Promise<string> {
  const { choice = {}, prices = null, format, terminal, relativeTo } = options;
  const whole = buildView(run, { relativeTo });
  const outcomes = guardRun(relativeTo === undefined ? whole : buildView(run));
  const report = reportOf(choose(priced(whole, prices), choice), { ...options, outcomes });
  return render(report, format, terminal);
}

/** What there is to report of a run. */
export function reportOf(view: RunView, wishes: ReportWishes): Report<Row> {
  const called = calledOf(view, wishes.command ?? 'wiremark');
  const tables = compareWithPublished(view);
  return {
    blocks: () => composeReport(view, tables, called, wishes),
    summary: () => renderSummary(view, wishes.outcomes),
    table: () => ({ columns: dataColumns(wishes.columns), rows: runRows(view) }),
    json: () => jsonReport(view, tables, called),
  };
}

/** For programs a column has one value each. */
function dataColumns(wanted: Wishes['columns'] = []): readonly ResultColumn[] {
  if (wanted.every(({ more }) => more)) return RESULT_COLUMNS;
  const ids = wanted.flatMap(({ id }) => dataIds(id));
  const asked: ColumnId[] = ['dataset', 'size', 'task', 'name', ...ids];
  return [...new Set(asked)].map((id) => resultColumn(id));
}

/** The report in short, as Markdown: for a README or a job's summary. */
export async function renderSummary(view: RunView, outcomes?: readonly RuleOutcome[]): Promise<string> {
  const { renderMarkdown } = await import('../text/markdown.ts');
  return renderMarkdown(composeSummary(view, outcomes));
}
