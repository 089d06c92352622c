/** The ranking of a case: the report's own table, with an axis, an order of the reader's, and rows that open. */
import { Fragment, type VNode } from 'preact';
import { rankingTable } from '../../report/tables/ranking.ts';
import type { Column, Table } from '../../report/text/document.ts';
import type { RankedRow } from '../../report/view/rows.ts';
import type { CaseView } from '../../report/view/view.ts';
import { alignedTexts, alignment, CellView, ColumnHead } from './blocks.tsx';
import type { PageContext } from './context.ts';
import { IntervalBar, RatioAxis, type RatioScale, ratioScale } from './interval-bar.tsx';
import { OpenButton, OpenRow, rowKey } from './open-row.tsx';
import { isSortable, sortRows } from './sorting.ts';
import type { PageState } from './state.ts';

interface RankingProps {
  readonly context: PageContext;
  readonly view: CaseView;
  /** Those that the reader has chosen. */
  readonly rows: readonly RankedRow[];
  readonly caption: string;
}

export function Ranking({ context, view, rows, caption }: RankingProps): VNode {
  const table = rankingTable(view, context.view.settings);
  const texts = alignedTexts(table);
  const order = columnOrder(table);
  const scale = ratioScale(view.ranked);
  const { sort } = context.state;
  return (
    <div class="scroll">
      <table class="ranking">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {order
              .map((i) => table.columns[i]!)
              .map((column) => (
                <Fragment key={column.head}>
                  <Head column={column} sort={sort} context={context} />
                  {column.head === 'ratio' && (
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
          {sortRows(rows, sort).map((row) => {
            const number = view.ranked.indexOf(row);
            const key = rowKey(row);
            return (
              <Fragment key={key}>
                <tr class={row.finding === 'baseline' ? 'baseline' : undefined}>
                  {order.map((i) => (
                    <Fragment key={i}>
                      {table.columns[i]!.head === 'serializer' ? (
                        <th scope="row" class="name">
                          <OpenButton context={context} row={row} label={texts[number]![i]!} />
                        </th>
                      ) : (
                        <CellView
                          column={table.columns[i]!}
                          cell={table.rows[number]![i]!}
                          text={texts[number]![i]!}
                        />
                      )}
                      {table.columns[i]!.head === 'ratio' && <BarCell row={row} scale={scale} />}
                    </Fragment>
                  ))}
                </tr>
                <OpenRow context={context} row={row} view={view} columns={table.columns.length + 1} />
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** What a document is goes beside its size, so that a narrow screen begins with what the table is about. */
function columnOrder({ columns }: Table): number[] {
  const places = [...columns.keys()];
  const ofDocument = places.filter((i) => columns[i]!.head === 'format' || columns[i]!.head === 'output');
  const others = places.filter((i) => !ofDocument.includes(i));
  const after = others.findIndex((i) => columns[i]!.head === 'finding') + 1;
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
  if (!isSortable(column.head)) return <ColumnHead column={column} />;
  const names = `${alignment(column)}${column.head === 'serializer' ? ' name' : ''}`;
  // Untouched, the table is in the order of its ranks.
  const order = sort ?? { column: '#', descending: false };
  const own = order.column === column.head;
  const direction = order.descending ? 'descending' : 'ascending';
  const next = () => {
    if (!own || sort === null) return { column: column.head, descending: own };
    return sort.descending ? null : { ...sort, descending: true };
  };
  return (
    <th scope="col" class={names} aria-sort={own ? direction : undefined}>
      <button type="button" class="sort" onClick={() => context.act({ sort: next() })}>
        {column.head}
        <span class="arrow" aria-hidden="true">
          {own ? (order.descending ? '▼' : '▲') : ''}
        </span>
      </button>
    </th>
  );
}
