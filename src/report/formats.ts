import type { DataTable } from './text/csv.ts';
import type { Block } from './text/document.ts';
import type { TerminalOptions } from './text/terminal.ts';

export interface Report<Row> {
  blocks(): readonly Block[];
  /** Short report as Markdown; absent if the report has no shorter form. */
  summary?(): Promise<string>;
  /** Absent if the report can't be printed as CSV. */
  table?(): DataTable<Row>;
  json(): unknown;
}

export const REPORT_FORMATS = ['terminal', 'md', 'summary', 'csv', 'json'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export async function render<Row>(report: Report<Row>, format: ReportFormat, terminal: TerminalOptions) {
  if (format === 'summary' && report.summary) return report.summary();
  if (format === 'json') return `${JSON.stringify(report.json(), null, 2)}\n`;
  if (format === 'csv') return (await import('./text/csv.ts')).renderCsv(report.table!());
  if (format === 'terminal')
    return (await import('./text/terminal.ts')).renderTerminal(report.blocks(), terminal);
  const { renderMarkdown } = await import('./text/markdown.ts');
  return renderMarkdown(report.blocks());
}
