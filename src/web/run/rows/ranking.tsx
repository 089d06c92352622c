/** The ranking of a case: the report's own table, with an order of the reader's, and rows that open. */
import type { VNode } from 'preact';
import { COMPARED } from '../../../report/tables/ranking.ts';
import type { Table } from '../../../report/text/document.ts';
import { placesOf } from '../../../report/view/choice.ts';
import { type ColumnId, resultColumn } from '../../../report/view/columns.ts';
import type { RankedRow } from '../../../report/view/rows.ts';
import { reportColumns } from '../../markup/blocks.tsx';
import { type PageColumn, PageTable } from '../../markup/table.tsx';
import type { PageContext, PageState } from '../state.ts';
import { opening } from './open-row.tsx';

interface RankingProps {
  readonly context: PageContext;
  /** Those that the reader has chosen, by rank. */
  readonly rows: readonly RankedRow[];
  /** Of these rows. */
  readonly table: Table;
  readonly caption: string;
}

export function Ranking({ context, rows, table, caption }: RankingProps): VNode {
  const { name, ...open } = opening(
    context,
    rows.map((row) => [row]),
  );
  const columns = reportColumns(table, name);
  return (
    <PageTable
      class="ranking"
      caption={caption}
      columns={columnOrder(table).map((i) => {
        const { id, head } = table.columns[i]!;
        const sorts = id !== undefined && resultColumn(id) !== undefined;
        return sorts ? { ...columns[i]!, ...sorting(id, head, context) } : columns[i]!;
      })}
      rows={sortOrder(rows, context.state.sort)}
      {...open}
    />
  );
}

/** Where each row goes, as indices. @param rows by rank: they stay so without a column that there is */
export function sortOrder(rows: readonly RankedRow[], sort: PageState['sort']): number[] {
  const column = sort && resultColumn(sort.column);
  return column ? placesOf(rows, { column, descending: sort.descending }) : [...rows.keys()];
}

const OF_DOCUMENT: readonly (string | undefined)[] = ['format', 'output_kind'] satisfies ColumnId[];

/** What a document is goes beside its size, so that a narrow screen begins with what the table is about. */
function columnOrder({ columns }: Table): number[] {
  const places = [...columns.keys()];
  const ofDocument = places.filter((i) => OF_DOCUMENT.includes(columns[i]!.id));
  const others = places.filter((i) => !ofDocument.includes(i));
  const after = others.findIndex((i) => columns[i]!.id === COMPARED) + 1;
  return others.toSpliced(after, 0, ...ofDocument);
}

/** A head that sorts: first ascending, then descending, then by rank again. */
function sorting(
  id: string,
  head: string,
  { state: { sort }, act }: PageContext,
): Pick<PageColumn<number>, 'head' | 'sorted'> {
  // Untouched, the table is in the order of its ranks.
  const order = sort ?? { column: 'rank', descending: false };
  const own = order.column === id;
  const next = () => {
    if (!own || sort === null) return { column: id, descending: own };
    return sort.descending ? null : { ...sort, descending: true };
  };
  return {
    sorted: own ? (order.descending ? 'descending' : 'ascending') : undefined,
    head: (
      <button type="button" class="sort" onClick={() => act({ sort: next() })}>
        {head}
        <span class="arrow" aria-hidden="true">
          {own ? (order.descending ? '▼' : '▲') : ''}
        </span>
      </button>
    ),
  };
}
