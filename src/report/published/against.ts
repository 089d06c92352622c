/** `report --against published`: the whole comparison with a suite's published table, in the wanted format. */
import { stringify } from 'csv-stringify/sync';
import { REPORT_SCHEMA } from '../run/json.ts';
import type { TerminalOptions } from '../text/terminal.ts';
import type { RunView } from '../view/view.ts';
import type { PublishedTable } from './published.ts';
import { holdAgainst, type PublishedFigure } from './published.ts';
import { composeAgainst } from './tables.ts';

export const AGAINST_FORMATS = ['terminal', 'md', 'csv', 'json'] as const;
export type AgainstFormat = (typeof AGAINST_FORMATS)[number];

export interface AgainstOptions {
  readonly format: AgainstFormat;
  /** For `terminal`. */
  readonly terminal: TerminalOptions;
  readonly published: readonly PublishedFigure[];
}

/** @returns null where the run has no case of the published tables */
export async function renderAgainst(
  view: RunView,
  { format, terminal, published }: AgainstOptions,
): Promise<string | null> {
  const tables = holdAgainst(view, published);
  if (tables.length === 0) return null;
  switch (format) {
    case 'terminal':
      return (await import('../text/terminal.ts')).renderTerminal(composeAgainst(view, tables), terminal);
    case 'md':
      return (await import('../text/markdown.ts')).renderMarkdown(composeAgainst(view, tables));
    case 'csv':
      return csvOf(tables);
    case 'json':
      return jsonOf(view, tables);
  }
}

function jsonOf(view: RunView, published: readonly PublishedTable[]): string {
  const { id, tool, startedAt, machine, runtimes, suite } = view;
  const run = { id, tool, startedAt, runtimes };
  return `${JSON.stringify({ schema: REPORT_SCHEMA, run, machine, suite, published }, null, 2)}\n`;
}

/** One line a published row that is ranked on its page; sizes are in the other formats. */
function csvOf(tables: readonly PublishedTable[]): string {
  const rows = tables.flatMap(({ title, dataset, size, task, rows }) =>
    rows.map(({ label, name, published, measured, moved, causes }) => ({
      ...{ table: title, dataset, size, task, label, serializer: name },
      published_rank: published.rank,
      published_rank_common: published.common,
      published_ratio: published.ratio,
      rank_common: measured?.rank ?? null,
      tied: measured?.tied ?? null,
      ratio: measured?.ratio ?? null,
      ratio_low: measured?.interval?.low ?? null,
      ratio_high: measured?.interval?.high ?? null,
      moved,
      causes: causes.join('; '),
    })),
  );
  return stringify(rows, { header: true, cast: { boolean: String } });
}
