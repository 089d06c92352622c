/** Run → one view model → text in the wanted format. */
import { composeReport } from './compose.ts';
import { holdAgainst, type PublishedFigure } from './published.ts';
import type { TerminalOptions } from './terminal.ts';
import { buildView, type RunData, type RunView } from './view.ts';

export const REPORT_FORMATS = ['terminal', 'md', 'csv', 'json'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface ReportOptions {
  readonly format: ReportFormat;
  /** For `terminal`. */
  readonly terminal: TerminalOptions;
  /** From the suite's published table; empty without one. */
  readonly published: readonly PublishedFigure[];
}

/** The whole report, ending in a line break. Loads only what the format needs. */
export async function renderReport(run: RunData, options: ReportOptions): Promise<string> {
  const view = buildView(run);
  return renderView(view, options);
}

/** As `renderReport`, for who has the view already. */
export async function renderView(
  view: RunView,
  { format, terminal, published }: ReportOptions,
): Promise<string> {
  const tables = holdAgainst(view, published);
  switch (format) {
    case 'terminal':
      return (await import('./terminal.ts')).renderTerminal(composeReport(view, tables), terminal);
    case 'md':
      return (await import('./markdown.ts')).renderMarkdown(composeReport(view, tables));
    case 'csv':
      return (await import('./csv.ts')).renderCsv(view);
    case 'json':
      return (await import('./json.ts')).renderJson(view, tables);
  }
}
