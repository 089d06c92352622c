/** One case: its tables, notes and charts, with the rows that the reader has chosen. */
import type { VNode } from 'preact';
import type { CaseParts } from '../../report/run/compose.ts';
import type { CaseView } from '../../report/view/view.ts';
import { Blocks, List, TableView } from '../markup/blocks.tsx';
import { caseId } from './case-index.tsx';
import { SizeChart } from './chart.tsx';
import type { PageContext } from './context.ts';
import { opening } from './rows/open-row.tsx';
import { Ranking } from './rows/ranking.tsx';

interface CaseProps {
  readonly context: PageContext;
  /** With all of its rows. */
  readonly view: CaseView;
  readonly parts: CaseParts;
}

/** Nothing where the reader has chosen none of its rows. */
export function CaseSection({ context, view, parts }: CaseProps): VNode | null {
  const { title, summary, answer, shown, styled, ranking, unranked, limits, start, notes } = parts;
  if (ranking === null && unranked === null) return null;
  const id = caseId(view);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {answer.map((text) => (
        <p key={text} class="note">
          {text}
        </p>
      ))}
      <p class="note dim">{summary}</p>
      {ranking && (
        <Ranking
          context={context}
          view={view}
          rows={shown.ranked}
          table={ranking}
          caption={`${title}: ranking`}
        />
      )}
      {unranked && (
        <TableView
          class="unranked"
          table={unranked}
          caption={`${title}: not ranked`}
          {...opening(context, view, shown.unranked)}
        />
      )}
      <SizeChart context={context} view={shown} />
      <Blocks blocks={styled} caption={`${title}: in style ${context.view.suite.style}`} />
      <Blocks blocks={limits ? [limits] : []} caption={`${title}: limits`} />
      <Blocks blocks={start ? [start] : []} caption={`${title}: start and memory`} />
      <List class="notes" items={notes.map(({ text }) => text)} />
    </section>
  );
}
