/** What can be reported of a run, and in what formats: each is loaded when it is wanted. */
import type { DataTable } from './text/csv.ts';
import type { Block } from './text/document.ts';
import type { TerminalOptions } from './text/terminal.ts';

/** A run, a comparison of two, or of one with a published table. */
export interface Report<Row> {
  blocks(): readonly Block[];
  /** In short, as Markdown; absent where there is nothing shorter. */
  summary?(): Promise<string>;
  table(): DataTable<Row>;
  json(): unknown;
}

export const REPORT_FORMATS = ['terminal', 'md', 'summary', 'csv', 'json'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export async function render<Row>(report: Report<Row>, format: ReportFormat, terminal: TerminalOptions) {
  if (format === 'summary' && report.summary) return report.summary();
  if (format === 'json') return `${JSON.stringify(report.json(), null, 2)}\n`;
  if (format === 'csv') return (await import('./text/csv.ts')).renderCsv(report.table());
  if (format === 'terminal')
    return (await import('./text/terminal.ts')).renderTerminal(report.blocks(), terminal);
  const { renderMarkdown } = await import('./text/markdown.ts');
  return renderMarkdown(report.blocks());
}
