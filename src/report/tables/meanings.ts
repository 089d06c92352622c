/** What the columns of tables mean, for `--notes`. */
import { type Paragraph, paragraph, type Table } from '../text/document.ts';
import { resultColumn, type ShownId } from '../view/columns.ts';
import type { Note } from './case-notes.ts';

/** Of those whose head needs other words than the column of the data, or that show several. */
const OWN: Partial<Record<ShownId, string>> = {
  rank: 'place, from 1; a range where it may be any of several',
  name: 'runtime and serializer',
  interval: 'where the ratio lies, with that confidence',
  compared: "speed compared with the baseline's; unclear where the rounds differ too much to tell",
};

/**
 * A line for each column that has an id, whatever tables it stands in; it is said where a table shows the column.
 *
 * @param said notes, of which some explain a column
 */
export function columnMeanings(tables: readonly (Table | null)[], said: readonly Note[]): Paragraph[] {
  const heads = new Map<string, string>();
  for (const { id, head } of tables.flatMap((table) => table?.columns ?? []))
    if (id !== undefined && !said.some(({ text }) => text.startsWith(`${head}: `))) heads.set(id, head);
  return [...heads].map(([about, head]) => ({ ...paragraph(`${head}: ${meaning(about)}`), about }));
}

function meaning(id: string): string | undefined {
  // The data has null where a table is blank.
  return OWN[id as ShownId] ?? resultColumn(id)?.what.replaceAll(/\bnull\b/g, 'blank');
}
