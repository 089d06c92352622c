/** Rows that open to all that is known of them. */
import { documentsName, runtimeName } from '../../../define/names.ts';
import type { Row } from '../../../report/view/rows.ts';
import { type RowParts, toned } from '../../markup/blocks.tsx';
import { type PageContext, toggled } from '../state.ts';
import { rowFacts } from './facts.ts';

/** A row's name in the address and in the table. */
export function rowKey(row: Pick<Row, 'dataset' | 'size' | 'task' | 'name'>): string {
  return `${documentsName(row)} ${row.task} ${row.name}`;
}

/** @param rows of a table, in its order */
export function opening(context: PageContext, rows: readonly Row[]) {
  const { state, act } = context;
  const isOpen = (row: Row) => state.open.includes(rowKey(row));
  return {
    name: ({ text, tone }, number) => {
      const row = rows[number]!;
      const runtime = `${runtimeName(row)}/`;
      return (
        <button type="button" class="open" aria-expanded={isOpen(row)}>
          <span class="dim">{toned({ text: runtime, tone })}</span>
          {toned({ text: text.startsWith(runtime) ? text.slice(runtime.length) : text, tone })}
        </button>
      );
    },
    // The name's button is a part of its row: a click on it arrives here, too.
    press: (number) => act({ open: toggled(state.open, rowKey(rows[number]!)) }),
    below: (number, columns) => {
      const row = rows[number]!;
      if (!isOpen(row)) return null;
      return (
        <tr class="detail-row">
          <td colSpan={columns}>
            <Detail context={context} row={row} />
          </td>
        </tr>
      );
    },
  } satisfies RowParts;
}

function Detail({ context: { data, view, act }, row }: { context: PageContext; row: Row }) {
  return (
    <div class="detail">
      <dl>
        {rowFacts(row, view, data.packages[row.name] ?? []).map(({ term, what, text, verbatim, struck }) => (
          <div key={term} class={verbatim ? 'wide' : undefined}>
            <dt title={what}>{term}</dt>
            <dd>{verbatim ? <pre>{text}</pre> : struck ? <s>{text}</s> : text}</dd>
          </div>
        ))}
      </dl>
      {data.rows !== null && row.kind === 'ranked' && row.finding !== 'baseline' && (
        <button type="button" class="button" onClick={() => act({ baseline: row.name })}>
          Show all ratios relative to {row.name}
        </button>
      )}
    </div>
  );
}
