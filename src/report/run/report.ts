/** Run → one view model → text in the wanted format. */
import type { TableStyle } from '../../define/types.ts';
import { holdAgainst, type PublishedFigure } from '../published/published.ts';
import type { TerminalOptions } from '../text/terminal.ts';
import { buildView, type RunData, type RunView } from '../view/view.ts';
import { composeReport } from './compose.ts';

export const REPORT_FORMATS = ['terminal', 'md', 'summary', 'csv', 'json'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface ReportOptions {
  readonly format: ReportFormat;
  /** For `terminal`. */
  readonly terminal: TerminalOptions;
  /** From the suite's published table; empty without one. */
  readonly published: readonly PublishedFigure[];
  /** Over the suite's own, for `terminal` and `md`; the other formats have no style. */
  readonly style?: TableStyle;
}

/** The whole report, ending in a line break. Loads only what the format needs. */
export async function renderReport(run: RunData, options: ReportOptions): Promise<string> {
  const view = buildView(run);
  return renderView(view, options);
}

/** As `renderReport`, for who has the view already. */
export async function renderView(
  view: RunView,
  { format, terminal, published, style }: ReportOptions,
): Promise<string> {
  const tables = holdAgainst(view, published);
  switch (format) {
    case 'terminal':
      return (await import('../text/terminal.ts')).renderTerminal(
        composeReport(view, tables, style),
        terminal,
      );
    case 'md':
      return (await import('../text/markdown.ts')).renderMarkdown(composeReport(view, tables, style));
    case 'summary':
      return renderSummary(view);
    case 'csv':
      return (await import('./csv.ts')).renderCsv(view);
    case 'json':
      return (await import('./json.ts')).renderJson(view, tables);
  }
}

/** The report in short, as Markdown: for a README or a job's summary. */
export async function renderSummary(view: RunView): Promise<string> {
  const [{ renderMarkdown }, { composeSummary }] = await Promise.all([
    import('../text/markdown.ts'),
    import('./summary.ts'),
  ]);
  return renderMarkdown(composeSummary(view));
}
