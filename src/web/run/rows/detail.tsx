/** What an open row shows: its facts, and how its samples lie over the rounds. */
import type { VNode } from 'preact';
import { roundDots } from '../../../report/charts/data.ts';
import { timesByRow } from '../../../report/view/kept.ts';
import type { Row } from '../../../report/view/rows.ts';
import type { CaseView } from '../../../report/view/view.ts';
import { Chart } from '../charts/chart.tsx';
import type { PageContext } from '../context.ts';
import { type Fact, rowFacts } from './detail-facts.ts';

interface DetailProps {
  readonly context: PageContext;
  readonly row: Row;
  readonly view: CaseView;
}

export function Detail({ context, row, view }: DetailProps): VNode {
  const { data } = context.run;
  return (
    <div class="detail">
      <Facts facts={rowFacts(row, view, context.view, data.packages[row.name] ?? [])} />
      {row.kind === 'ranked' && (
        <div class="samples">
          <Samples context={context} row={row} view={view} />
          {row.finding !== 'baseline' && (
            <button type="button" class="button" onClick={() => context.act({ baseline: row.name })}>
              Show all ratios relative to {row.name}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function Facts({ facts }: { facts: readonly Fact[] }): VNode {
  return (
    <dl>
      {facts.map(({ term, text, verbatim, struck }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{verbatim ? <pre>{text}</pre> : struck ? <s>{text}</s> : text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The row's slices, and those of the baseline, which were measured in the same minutes. */
function Samples({ context, row, view }: DetailProps): VNode | null {
  const { run, charts } = context;
  if (charts === null) return null;
  const number = context.view.cases.indexOf(view);
  const names = [row.name, view.baseline];
  const draw = (width: number) => {
    const dots = roundDots(view, timesByRow(run.data.record, run.samples.of(number), number));
    return charts.drawRounds(
      dots.filter(({ name }) => names.includes(name)),
      { width },
    );
  };
  return <Chart what={names.join(' ')} draw={draw} />;
}
