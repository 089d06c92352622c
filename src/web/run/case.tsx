/** One case: its tables, notes and charts, with the rows that the reader has chosen. */

import type { VNode } from 'preact';
import { caseName, runtimeName } from '../../define/names.ts';
import { styled } from '../../report/styles/styles.ts';
import { limitsTable } from '../../report/tables/bounds.ts';
import { caseSummary } from '../../report/tables/notes.ts';
import { startTable } from '../../report/tables/start.ts';
import type { Table } from '../../report/text/document.ts';
import type { RankedRow } from '../../report/view/rows.ts';
import type { CaseView, RunView } from '../../report/view/view.ts';
import { Blocks, Notes, TableView } from './blocks.tsx';
import { CaseCharts } from './case-charts.tsx';
import type { PageContext } from './context.ts';
import { isChosen } from './facets.ts';
import { Ranking } from './ranking.tsx';
import { Unranked } from './unranked.tsx';

interface CaseProps {
  readonly context: PageContext;
  readonly view: CaseView;
  /** Those that don't hold for every case. */
  readonly notes: readonly string[];
}

/** Nothing where the reader has chosen none of its rows. */
export function CaseSection({ context, view, notes }: CaseProps): VNode | null {
  const { state, view: run } = context;
  const ranked = view.ranked.filter((row) => isChosen(state, row));
  const unranked = view.unranked.filter((row) => isChosen(state, row));
  if (ranked.length + unranked.length === 0) return null;
  const title = caseName(view);
  const id = `case-${view.dataset}-${view.size}-${view.task}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p class="note dim">{caseSummary(view)}</p>
      {ranked.length > 0 && (
        <Ranking context={context} view={view} rows={ranked} caption={`${title}: ranking`} />
      )}
      {unranked.length > 0 && (
        <Unranked context={context} view={view} rows={unranked} caption={`${title}: not ranked`} />
      )}
      <Blocks
        blocks={styled(run.suite.style, { ...view, ranked }, run.settings).blocks}
        caption={`${title}: in style ${run.suite.style}`}
      />
      <Reading table={limitsOf(view, state.chosen.runtime)} caption={`${title}: limits`} />
      <Reading table={startsOf(ranked, run.settings)} caption={`${title}: start and memory`} />
      <Notes texts={notes} />
      <CaseCharts context={context} view={{ ...view, ranked }} />
    </section>
  );
}

function Reading({ table, caption }: { table: Table | null; caption: string }): VNode | null {
  return table && <TableView table={table} caption={caption} />;
}

/** Limits belong to their runtime, whatever else is chosen. */
function limitsOf({ limits }: CaseView, runtimes: readonly string[]): Table | null {
  const shown = limits.filter((row) => runtimes.length === 0 || runtimes.includes(runtimeName(row)));
  return shown.length === 0 ? null : limitsTable(shown);
}

/** A quick run has too few launches for cold starts to be worth a table, unless it was told to count memory. */
function startsOf(ranked: readonly RankedRow[], { quick }: RunView['settings']): Table | null {
  const wanted = !quick || ranked.some(({ memory }) => memory !== null);
  return wanted ? startTable(ranked) : null;
}
