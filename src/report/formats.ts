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

type Renderer = <Row>(report: Report<Row>, terminal: TerminalOptions) => Promise<string>;

const RENDERERS: Readonly<Record<ReportFormat, Renderer>> = {
  terminal: async (report, options) =>
    (await import('./text/terminal.ts')).renderTerminal(report.blocks(), options),
  md: async (report) => (await import('./text/markdown.ts')).renderMarkdown(report.blocks()),
  summary: (report, options) => report.summary?.() ?? RENDERERS.md(report, options),
  csv: async (report) => (await import('./text/csv.ts')).renderCsv(report.table()),
  json: async (report) => `${JSON.stringify(report.json(), null, 2)}\n`,
};

export function render<Row>(report: Report<Row>, format: ReportFormat, terminal: TerminalOptions) {
  return RENDERERS[format](report, terminal);
}
