/** The ranking of a case: the report's own table, with an axis, an order of the reader's, and rows that open. */
import { Fragment, type VNode } from 'preact';
import { COMPARED } from '../../../report/tables/ranking.ts';
import type { Column, Table } from '../../../report/text/document.ts';
import type { ColumnId } from '../../../report/view/columns.ts';
import type { RankedRow } from '../../../report/view/rows.ts';
import type { CaseView } from '../../../report/view/view.ts';
import { alignedTexts, alignment, CellView, ColumnHead } from '../../markup/blocks.tsx';
import type { PageContext } from '../context.ts';
import type { PageState } from '../state.ts';
import { IntervalBar, RatioAxis, type RatioScale, ratioScale } from './interval-bar.tsx';
import { OpenButton, OpenRow, rowKey } from './open-row.tsx';
import { isSortable, sortOrder } from './sorting.ts';

interface RankingProps {
  readonly context: PageContext;
  readonly view: CaseView;
  /** Those that the reader has chosen, by rank. */
  readonly rows: readonly RankedRow[];
  /** Of these rows. */
  readonly table: Table;
  readonly caption: string;
}

export function Ranking({ context, view, rows, table, caption }: RankingProps): VNode {
  const texts = alignedTexts(table);
  const columns = columnOrder(table);
  const scale = ratioScale(view.ranked);
  const { sort } = context.state;
  return (
    <div class="scroll">
      <table class="ranking">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((i) => (
              <Fragment key={i}>
                <Head column={table.columns[i]!} sort={sort} context={context} />
                {table.columns[i]!.id === 'ratio' && (
                  <th scope="col" class="axis-cell">
                    <span class="unseen">ratio and interval, drawn</span>
                    <RatioAxis scale={scale} />
                  </th>
                )}
              </Fragment>
            ))}
          </tr>
        </thead>
        <tbody>
          {sortOrder(rows, view, sort).map((number) => {
            const row = rows[number]!;
            return (
              <Fragment key={rowKey(row)}>
                <tr class={row.finding === 'baseline' ? 'baseline' : undefined}>
                  {columns.map((i) => {
                    const column = table.columns[i]!;
                    const text = texts[number]![i]!;
                    return (
                      <Fragment key={i}>
                        {column.id === 'name' ? (
                          <th scope="row" class="name">
                            <OpenButton context={context} row={row} label={text} />
                          </th>
                        ) : (
                          <CellView column={column} cell={table.rows[number]![i]!} text={text} />
                        )}
                        {column.id === 'ratio' && <BarCell row={row} scale={scale} />}
                      </Fragment>
                    );
                  })}
                </tr>
                <OpenRow context={context} row={row} view={view} columns={columns.length + 1} />
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
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

function BarCell({ row, scale }: { row: RankedRow; scale: RatioScale }): VNode {
  return (
    <td class="axis-cell">
      <IntervalBar row={row} scale={scale} />
    </td>
  );
}

interface HeadProps {
  readonly column: Column;
  readonly sort: PageState['sort'];
  readonly context: PageContext;
}

/** A head that sorts: first ascending, then descending, then by rank again. */
function Head({ column, sort, context }: HeadProps): VNode {
  const { id, head } = column;
  if (!isSortable(id)) return <ColumnHead column={column} />;
  const names = `${alignment(column)}${id === 'name' ? ' name' : ''}`;
  // Untouched, the table is in the order of its ranks.
  const order = sort ?? { column: 'rank', descending: false };
  const own = order.column === id;
  const direction = order.descending ? 'descending' : 'ascending';
  const next = () => {
    if (!own || sort === null) return { column: id, descending: own };
    return sort.descending ? null : { ...sort, descending: true };
  };
  return (
    <th scope="col" class={names} aria-sort={own ? direction : undefined}>
      <button type="button" class="sort" onClick={() => context.act({ sort: next() })}>
        {head}
        <span class="arrow" aria-hidden="true">
          {own ? (order.descending ? '▼' : '▲') : ''}
        </span>
      </button>
    </th>
  );
}
