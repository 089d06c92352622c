import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { sortedIndices } from '../../analysis/choose.ts';
import { type ColumnId, resultColumn, type ShownId } from '../../analysis/columns.ts';
import type { RankedRow } from '../../analysis/rows.ts';
import { drawRatios } from '../../report/charts/ratios.ts';
import type { CaseParts } from '../../report/run/compose.ts';
import { caseWords } from '../../report/tables/case-answer.ts';
import { alikeRows, reasonText } from '../../report/tables/ranking.ts';
import type { Table } from '../../report/text/document.ts';
import { Blocks, List, PageTable, reportColumns } from '../markup/blocks.tsx';
import { opening } from './open-row.tsx';
import { caseId, FRESH, type PageContext, type PageState } from './state.ts';

interface CaseProps {
  readonly context: PageContext;
  readonly parts: CaseParts;
  /** True if the headline has only the first sentence of the answer. */
  readonly together: boolean;
}

export function CaseSection({ context, parts, together }: CaseProps): VNode {
  const { title, summary, decision, shown, scale, styled, limits, start, notes } = parts;
  const [, ...others] = caseWords(shown)?.sentences ?? [];
  const id = caseId(shown);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <div class="decision">
        <Blocks blocks={decision} caption={`${title}: what to choose`} />
      </div>
      {shown.ranked.length > 0 && (
        <Chart draw={(width) => drawRatios(shown.ranked, shown.baseline!, { width }, scale)} />
      )}
      {(together ? others : []).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <Ranking context={context} parts={parts} />
      <Unranked context={context} parts={parts} />
      <div class="styled">
        <Blocks blocks={styled} caption={`${title}: in style ${context.data.view.suite.style}`} />
      </div>
      <Blocks blocks={limits ? [limits] : []} caption={`${title}: limits`} />
      <Blocks blocks={start ? [start] : []} caption={`${title}: start and memory`} />
      <List class="notes" items={[summary, ...notes.map(({ text }) => text)]} />
    </section>
  );
}

function Unranked({ context, parts }: Omit<CaseProps, 'together'>): VNode | null {
  const { title, unranked: table, shown } = parts;
  if (table === null) return null;
  const { name, below } = opening(context, alikeRows(shown.unranked, reasonText));
  return (
    <PageTable
      class="unranked stacked"
      caption={`${title}: not ranked`}
      columns={reportColumns(table, name)}
      rows={[...table.rows.keys()]}
      below={below}
    />
  );
}

function Ranking({ context, parts }: Omit<CaseProps, 'together'>): VNode | null {
  const { title, shown, ranking: table } = parts;
  if (table === null) return null;
  const rows = shown.ranked;
  const { name, below } = opening(
    context,
    rows.map((row) => [row]),
  );
  const columns = reportColumns(table, name);
  return (
    <PageTable
      class="ranking"
      caption={`${title}: ranking`}
      columns={columnOrder(table).map((i) => {
        const { id, head } = table.columns[i]!;
        const sorts = id !== undefined && resultColumn(id) !== undefined;
        return sorts ? { ...columns[i]!, ...sorting(id, head, context) } : columns[i]!;
      })}
      rows={sortOrder(rows, context.state.sort)}
      below={below}
    />
  );
}

/** Indices of the rows in sorted order; unchanged for an unknown column. @param rows by rank */
export function sortOrder(rows: readonly RankedRow[], sort: PageState['sort']): number[] {
  const column = resultColumn(sort.column);
  return column ? sortedIndices(rows, { ...sort, column }) : [...rows.keys()];
}

const OF_DOCUMENT: readonly (string | undefined)[] = ['format', 'output_kind'] satisfies ColumnId[];

/** Moves columns about documents behind the finding, so that a narrow screen begins with figures. */
function columnOrder({ columns }: Table): number[] {
  const after = columns.findIndex(({ id }) => id === ('compared' satisfies ShownId));
  const place = (i: number) => (OF_DOCUMENT.includes(columns[i]!.id) ? after + 0.5 : i);
  return [...columns.keys()].sort((a, b) => place(a) - place(b));
}

/** Head of a column, which sorts: the first click ascending, the next descending, the third by rank. */
function sorting(id: string, head: string, { state: { sort }, act }: PageContext) {
  const own = sort.column === id;
  const next = own && sort.descending ? FRESH.sort : { column: id, descending: own };
  return {
    sorted: own ? (sort.descending ? 'descending' : 'ascending') : undefined,
    head: (
      <button type="button" class="sort" onClick={() => act({ sort: next })}>
        {head}
        <span class="arrow" aria-hidden="true">
          {own ? (sort.descending ? '▼' : '▲') : ''}
        </span>
      </button>
    ),
  } as const;
}

/** Maximum width of a chart in px: a wider chart would only have wider gaps. */
const MOST_WIDTH = 900;

function Chart({ draw }: { draw(width: number): string }): VNode {
  const figure = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(MOST_WIDTH);
  useEffect(() => {
    const room = figure.current!;
    const observer = new ResizeObserver(() => setWidth(Math.min(MOST_WIDTH, Math.floor(room.clientWidth))));
    observer.observe(room);
    return () => observer.disconnect();
  }, []);
  return <figure class="chart" ref={figure} dangerouslySetInnerHTML={{ __html: draw(width) }} />;
}
