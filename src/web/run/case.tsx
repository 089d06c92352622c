/** One case: its tables and notes, with the rows that the reader has chosen. */
import type { VNode } from 'preact';
import { drawRatios } from '../../report/charts/ratios.ts';
import type { CaseParts } from '../../report/run/compose.ts';
import { alikeRows } from '../../report/tables/ranking.ts';
import { Blocks, List, TableView } from '../markup/blocks.tsx';
import { Chart } from './chart.tsx';
import { caseId } from './headlines.tsx';
import { opening } from './rows/open-row.tsx';
import { Ranking } from './rows/ranking.tsx';
import type { PageContext } from './state.ts';

interface CaseProps {
  readonly context: PageContext;
  readonly parts: CaseParts;
  /** Whether its headline has only the first sentence of its answer. */
  readonly together: boolean;
}

export function CaseSection({ context, parts, together }: CaseProps): VNode {
  const { title, summary, answer, shown, scale, styled, unranked, limits, start, notes } = parts;
  const id = caseId(shown);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {shown.ranked.length > 0 && (
        <Chart draw={(width) => drawRatios(shown.ranked, shown.baseline!, { width }, scale)} />
      )}
      {(together ? answer.slice(1) : []).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <Ranking context={context} parts={parts} />
      {unranked && (
        <TableView
          class="unranked stacked"
          table={unranked}
          caption={`${title}: not ranked`}
          {...opening(context, alikeRows(parts.unrankedRows))}
        />
      )}
      <div class="styled">
        <Blocks blocks={styled} caption={`${title}: in style ${context.view.suite.style}`} />
      </div>
      <Blocks blocks={limits ? [limits] : []} caption={`${title}: limits`} />
      <Blocks blocks={start ? [start] : []} caption={`${title}: start and memory`} />
      <List class="notes" items={[summary, ...notes.map(({ text }) => text)]} />
    </section>
  );
}
