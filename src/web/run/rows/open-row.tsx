/** Rows that open to all that is known of them. */
import { documentsName, runtimeName } from '../../../define/names.ts';
import type { Row } from '../../../report/view/rows.ts';
import { type RowParts, toned } from '../../markup/blocks.tsx';
import type { PageContext } from '../state.ts';
import { rowFacts } from './facts.ts';

/** A row's name in the address and in the table. */
export function rowKey(row: Pick<Row, 'dataset' | 'size' | 'task' | 'name'>): string {
  return `${documentsName(row)} ${row.task} ${row.name}`;
}

/** @param groups the rows that each row of a table stands for, in its order */
export function opening(context: PageContext, groups: readonly (readonly [Row, ...Row[]])[]) {
  const { state, act } = context;
  const keysOf = (number: number) => groups[number]!.map(rowKey);
  const isOpen = (number: number) => keysOf(number).some((key) => state.open.includes(key));
  return {
    name: ({ text, tone }, number) => {
      const own = `${runtimeName(groups[number]![0])}/`;
      const runtime = text.startsWith(own) ? own : '';
      return (
        <button type="button" class="open" aria-expanded={isOpen(number)}>
          <span class="dim">{toned({ text: runtime, tone })}</span>
          {toned({ text: text.slice(runtime.length), tone })}
        </button>
      );
    },
    // The name's button is a part of its row: a click on it arrives here, too.
    press: (number) => {
      const keys = keysOf(number);
      const others = state.open.filter((key) => !keys.includes(key));
      act({ open: isOpen(number) ? others : [...others, keys[0]!] });
    },
    below: (number, columns) => {
      if (!isOpen(number)) return null;
      return (
        <tr class="detail-row">
          <td colSpan={columns}>
            {groups[number]!.map((row, _, { length }) => (
              <Detail key={row.name} context={context} row={row} named={length > 1} />
            ))}
          </td>
        </tr>
      );
    },
  } satisfies RowParts;
}

interface DetailProps {
  readonly context: PageContext;
  readonly row: Row;
  /** Where the table's row is of several. */
  readonly named: boolean;
}

function Detail({ context: { data, view, act }, row, named }: DetailProps) {
  return (
    <div class="detail">
      {named && <p class="strong">{row.name}</p>}
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
