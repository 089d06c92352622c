/** Comparison → text in the wanted format. */
import type { ReportFormat } from '../run/report.ts';
import type { TerminalOptions } from '../text/terminal.ts';
import { composeComparison } from './compose.ts';
import type { RuleOutcome } from './guard.ts';
import type { CompareView } from './view.ts';

export interface CompareRenderOptions {
  readonly format: ReportFormat;
  /** For `terminal`. */
  readonly terminal: TerminalOptions;
  /** Of the rules of `--fail-if`; empty without. */
  readonly outcomes: readonly RuleOutcome[];
}

/** The whole comparison, ending in a line break. Loads only what the format needs. */
export async function renderComparison(
  view: CompareView,
  { format, terminal, outcomes }: CompareRenderOptions,
): Promise<string> {
  switch (format) {
    case 'terminal':
      return (await import('../text/terminal.ts')).renderTerminal(
        composeComparison(view, outcomes),
        terminal,
      );
    case 'md':
      return (await import('../text/markdown.ts')).renderMarkdown(composeComparison(view, outcomes));
    case 'csv':
      return (await import('./csv.ts')).comparisonCsv(view, outcomes);
    case 'json':
      return (await import('./json.ts')).comparisonJson(view, outcomes);
    case 'summary':
      return (await import('./summary.ts')).comparisonSummary(view, outcomes);
  }
}
