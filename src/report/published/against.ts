/** `report --against published`: a run beside its suite's published tables. */
import type { Datum } from '../../store/columns.ts';
import type { Report } from '../formats.ts';
import { REPORT_SCHEMA } from '../run/json.ts';
import type { RunView } from '../view/view.ts';
import { compareWithPublished, type PublishedRow, type PublishedTable } from './published.ts';
import { composeAgainst } from './tables.ts';

/** A published row with the table that it is of. */
type AgainstRow = PublishedRow & { readonly table: PublishedTable };

/** @param edition of the page; the nearest unless told. @returns null where the run has no case of the published tables */
export function againstReport(view: RunView, edition?: string): Report<AgainstRow> | null {
  const published = compareWithPublished(view, edition);
  if (published.length === 0) return null;
  const { id, tool, startedAt, machine, runtimes, suite } = view;
  return {
    blocks: () => composeAgainst(view, published),
    // One line a published row that is ranked on its page; sizes are in the other formats.
    table: () => ({
      columns: COLUMNS,
      rows: published.flatMap((table) => table.rows.map((row) => ({ ...row, table }))),
    }),
    json: () => ({
      schema: REPORT_SCHEMA,
      run: { id, tool, startedAt, runtimes },
      machine,
      suite,
      published,
    }),
  };
}

const column = (id: string, of: (row: AgainstRow) => Datum) => ({ id, of });

const COLUMNS = [
  column('table', ({ table }) => table.title),
  column('dataset', ({ table }) => table.dataset),
  column('size', ({ table }) => table.size),
  column('task', ({ table }) => table.task),
  column('work', ({ work, table }) => work ?? table.task),
  column('label', ({ label }) => label),
  column('serializer', ({ name }) => name),
  column('published_rank', ({ published }) => published.rank),
  column('published_rank_common', ({ published }) => published.common),
  column('published_ratio', ({ published }) => published.ratio),
  column('rank_common', ({ measured }) => measured?.rank ?? null),
  column('rank_common_last', ({ measured }) => measured?.rankLast ?? null),
  column('rank_likely', ({ measured }) => measured?.rankLikely ?? null),
  column('ratio', ({ measured }) => measured?.ratio ?? null),
  column('ratio_low', ({ measured }) => measured?.interval?.low ?? null),
  column('ratio_high', ({ measured }) => measured?.interval?.high ?? null),
  column('grade', ({ measured }) => measured?.grade ?? null),
  column('disturbed', ({ measured }) => measured?.disturbed ?? null),
  column('version', ({ measured }) => measured?.version ?? null),
  column('absent', ({ absent }) => absent),
  column('moved', ({ moved }) => moved),
  column('causes', ({ causes }) => causes.join('; ')),
  column('edition', ({ table }) => table.edition?.name ?? null),
];
