/** What an open row shows: its facts. */
import type { VNode } from 'preact';
import type { Row } from '../../../report/view/rows.ts';
import type { CaseView } from '../../../report/view/view.ts';
import type { PageContext } from '../context.ts';
import { rowFacts } from './detail-facts.ts';

interface DetailProps {
  readonly context: PageContext;
  readonly row: Row;
  readonly view: CaseView;
}

export function Detail({ context: { data, view: run, act }, row, view }: DetailProps): VNode {
  return (
    <div class="detail">
      <dl>
        {rowFacts(row, view, run, data.packages[row.name] ?? []).map(({ term, text, verbatim, struck }) => (
          <div key={term}>
            <dt>{term}</dt>
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
