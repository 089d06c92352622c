/** The page of a run, whole: a function of what the run is and of what the reader has done. */
import { Fragment, type VNode } from 'preact';
import { drawSlope } from '../../report/charts/index.ts';
import { composeTable, HOW_COMPARED, tableTitle } from '../../report/published/tables.ts';
import { reportParts } from '../../report/run/compose.ts';
import { counted } from '../../report/text/numbers.ts';
import { Blocks, List } from '../markup/blocks.tsx';
import { CaseSection } from './case.tsx';
import { Chart } from './chart.tsx';
import type { PageContext } from './context.ts';
import { chosenRows } from './facets.ts';
import { Filters } from './filters.tsx';
import { Headlines } from './headlines.tsx';

/** To another page. */
export interface PageLink {
  readonly href: string;
  readonly text: string;
}

interface AppProps {
  readonly context: PageContext;
  /** Above the title; none in a file of its own. */
  readonly links: readonly PageLink[];
}

export function App({ context, links }: AppProps): VNode {
  const { view, data, state } = context;
  const report = reportParts(view, view.suite.style, (one) => chosenRows(state, one));
  const cases = report.cases.filter(({ ranking, unranked }) => ranking !== null || unranked !== null);
  // The first warning is of a busy machine, which the answer says.
  const said = report.answer !== null && view.cases.some(({ disturbed }) => disturbed) ? 1 : 0;
  return (
    <>
      <Header context={context} links={links} title={report.title} />
      <main>
        <Headlines answer={report.answer} cases={cases} />
        {report.warnings.slice(said).map((text) => (
          <p key={text} class="bad">
            {text}
          </p>
        ))}
        <Filters context={context} />
        {cases.map((parts) => (
          <CaseSection key={parts.title} context={context} parts={parts} several={cases.length > 1} />
        ))}
        {report.common.length > 0 && (
          <section>
            <h2>For every table</h2>
            <List class="notes" items={report.common.map(({ text }) => text)} />
          </section>
        )}
        {report.leftOut.length > 0 && (
          <section>
            <h2>Left out</h2>
            <List items={report.leftOut} />
          </section>
        )}
        {data.published.length > 0 && (
          <section>
            <h2>Published and measured</h2>
            {data.published.map((table) => (
              <Fragment key={table.title}>
                <h3>{tableTitle(table)}</h3>
                {table.rows.length > 0 && <Chart draw={(width) => drawSlope(table, { width })} />}
                <Blocks blocks={composeTable(table)} caption={table.title} />
              </Fragment>
            ))}
            <p class="dim">{HOW_COMPARED}</p>
          </section>
        )}
        <section>
          <h2>How to read this</h2>
          <List items={HOW_TO_READ} />
          <h2>How this was measured</h2>
          <List items={report.facts} />
        </section>
      </main>
    </>
  );
}

const HOW_TO_READ = [
  'Each table is one case: a dataset in one size, and one task. Rows are sorted by their time relative to the baseline, which is the ratio: below 1 is faster.',
  'The ratio comes from blocks that were timed in the same minutes, round by round, and is the pseudo-median over launches; with 95 % confidence the true ratio is in its interval. Another baseline is the same computation on the same blocks, and through the recorded baseline where two rows share none.',
  'In a chart the line is the interval. A filled mark is an established difference, a pale mark on a dashed line a likely one, and a hollow mark on a dotted line is no claim. The diamond is the baseline.',
  "Rows of the same rank don't beat each other. Rows that did not do the work, or are unavailable, stand below the ranking with their verdict and the reason: every output is compared, whole, with the data, in a rehearsal and after timing. What is struck out was timed all the same, and counts nowhere.",
  'Times belong to this machine on this day: compare ratios with those of other machines, not times.',
];

/** The title, and where and when it was measured. */
function Header({ context: { data, view }, links, title }: AppProps & { readonly title: string }): VNode {
  const { name, tags = [], startedAt, machine } = data.record;
  const when = startedAt.replace('T', ' ').replace(/:\d\d(\.\d+)?Z$/, ' UTC');
  const told = [
    name ?? tags[0] ?? '',
    when,
    machine.cpu,
    counted(machine.cores, 'core'),
    `wiremark ${view.tool}`,
  ];
  return (
    <header>
      {links.length > 0 && (
        <nav aria-label="Pages">
          {links.map(({ href, text }) => (
            <a key={href} href={href}>
              {text}
            </a>
          ))}
        </nav>
      )}
      <h1>{title}</h1>
      <p class="dim">{told.filter((text) => text !== '').join(' · ')}</p>
      <noscript>
        <p>
          The tables are all here. Sorting, filtering, other baselines and the details of a row need
          JavaScript.
        </p>
      </noscript>
    </header>
  );
}
