import type { ComponentChildren, VNode } from 'preact';
import { sortedIndices } from '../../analysis/choose.ts';
import { resultColumn, type ShownId } from '../../analysis/columns.ts';
import type { RankedRow } from '../../analysis/rows.ts';
import type { CaseParts } from '../../report/run/compose.ts';
import { caseWords } from '../../report/tables/case-answer.ts';
import { Blocks, List, PageTable, reportColumns } from '../markup/blocks.tsx';
import { barsOf } from './bar.tsx';
import { SizeAndTime } from './size-time.tsx';
import { caseId, FRESH, type PageContext, type PageState } from './state.ts';

interface CaseProps {
  readonly context: PageContext;
  readonly parts: CaseParts;
  readonly together: boolean;
}

export function CaseSection({ context, parts, together }: CaseProps): VNode {
  const { title, summary, shown, styled, unranked, limits, start, notes } = parts;
  const [, ...others] = caseWords(shown)?.sentences ?? [];
  const id = caseId(shown);
  const more = [limits, start].filter((table) => table !== null);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {together && <Decision parts={parts} />}
      {(together ? others : []).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p class="dim">{summary}</p>
      <Ranking context={context} parts={parts} />
      <Blocks blocks={unranked ? [unranked] : []} caption={`${title}: not ranked`} compact />
      <SizeAndTime shown={shown} />
      <div class="styled">
        <Blocks blocks={styled} caption={`${title}: in style ${context.data.view.suite.style}`} />
      </div>
      <List class="notes" items={notes.map(({ text }) => text)} />
      {more.length > 0 && (
        <details>
          <summary>{more.map(({ columns: [first] }) => first!.head).join(', ')}</summary>
          <Blocks blocks={more} caption={`${title}: limits, start and memory`} />
        </details>
      )}
    </section>
  );
}

export type Decided = Pick<CaseParts, 'title' | 'decision'>;

export function Decision({ parts, named = false }: { parts: Decided; named?: boolean }): VNode | null {
  const { title, decision } = parts;
  if (decision.length === 0) return null;
  return (
    <div class="decision">
      {named && <h3>{title}</h3>}
      <Blocks blocks={decision} caption={`${title}: what to choose`} compact />
    </div>
  );
}

function Ranking({ context, parts }: Omit<CaseProps, 'together'>): VNode | null {
  const { title, shown, ranking: table } = parts;
  if (table === null) return null;
  const rows = shown.ranked;
  const cells = reportColumns(table);
  const { bar, axis } = barsOf(context.data.view.cases.find((one) => caseId(one) === caseId(shown))!.ranked);
  const all = table.columns.map(({ id, head }, i) => ({ id, head, own: cells[i]!, isMore: !FIRST.has(id) }));
  const sorted = all.sort((a, b) => Number(a.isMore) - Number(b.isMore));
  const columns = sorted.map(({ id, head, own, isMore }) => {
    const column = { ...own, class: [id, own.class, isMore ? 'more' : ''].filter(Boolean).join(' ') };
    if (id !== INTERVAL)
      return id && resultColumn(id) ? { ...column, ...sorting(id, head, context) } : column;
    const text = (content: ComponentChildren) => <span class="text">{content}</span>;
    return {
      ...column,
      head: [text(head), axis],
      cell: (row: number) => [text(own.cell(row)), bar(rows[row]!)],
    };
  });
  return (
    <>
      {all.some(({ isMore }) => isMore) && (
        <label class="switch">
          <input type="checkbox" /> more columns
        </label>
      )}
      <PageTable
        class="ranking"
        caption={`${title}: ranking`}
        columns={columns}
        rows={sortOrder(rows, context.state.sort)}
      />
    </>
  );
}

export function sortOrder(rows: readonly RankedRow[], sort: PageState['sort']): number[] {
  const column = resultColumn(sort.column);
  return column ? sortedIndices(rows, { ...sort, column }) : [...rows.keys()];
}

const INTERVAL = 'interval' satisfies ShownId;
const FIRST: ReadonlySet<string | undefined> = new Set<ShownId>([
  ...(['rank', 'name', 'ns_per_op', 'ratio'] as const),
  ...([INTERVAL, 'compared', 'bytes', 'gzip'] as const),
]);

/** Makes a column's head a button that sorts: ascending on the first click, descending on the second, by rank on the third. */
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
