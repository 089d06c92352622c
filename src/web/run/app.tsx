/** The page of a run, whole: a function of what the run is and of what the reader has done. */
import type { VNode } from 'preact';
import { composePublished } from '../../report/published/tables.ts';
import { type ReportParts, reportParts } from '../../report/run/compose.ts';
import { counted } from '../../report/text/numbers.ts';
import type { RunView } from '../../report/view/view.ts';
import { Blocks, List } from '../markup/blocks.tsx';
import { CaseSection } from './case.tsx';
import { CaseIndex } from './case-index.tsx';
import type { PageContext } from './context.ts';
import { chosenRows } from './facets.ts';
import { Filters } from './filters.tsx';

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
  const { cases, common, facts } = report;
  const summed = report.answer.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));
  const published = composePublished(data.published);
  return (
    <>
      <Header report={report} view={view} links={links} />
      <main>
        <section class="answer">
          <Blocks blocks={report.answer} caption="In short" />
        </section>
        <Filters context={context} />
        <CaseIndex cases={cases} />
        {cases.map((parts, i) => (
          <CaseSection
            key={i}
            context={context}
            view={view.cases[i]!}
            parts={{ ...parts, answer: parts.answer.filter((text) => !summed.includes(text)) }}
          />
        ))}
        {common.length > 0 && (
          <section>
            <h2>For every table</h2>
            <List class="notes" items={common.map(({ text }) => text)} />
          </section>
        )}
        {published.length > 0 && (
          <section>
            <Blocks blocks={published} caption="Published and measured" />
          </section>
        )}
        <section>
          <h2>How to read this</h2>
          <List items={HOW_TO_READ} />
          <h2>How this was measured</h2>
          <List items={facts} />
        </section>
      </main>
    </>
  );
}

const HOW_TO_READ = [
  'Each table is one case: a dataset in one size, and one task. Rows are sorted by their time relative to the baseline, which is the ratio: below 1 is faster.',
  'The ratio is found from blocks that were timed in the same minutes, round by round, and is the pseudo-median over launches; with 95 % confidence the true one lies in its interval. Another baseline is the same computation on the same blocks, and through the recorded baseline where two rows have none in common.',
  'In the drawing the line is the interval. A filled mark says that it excludes 1, with all rows of the table taken together; a hollow one claims nothing; the diamond is the baseline.',
  "Rows of the same rank don't beat each other. Rows that did not do the work, or can't be had, stand below with their verdict and the reason: every output is compared, whole, with the data, in a rehearsal and after timing. What is struck out was timed all the same, and counts nowhere.",
  'Times belong to this machine on this day: compare ratios with those of other machines, not times.',
];

interface HeaderProps {
  readonly report: ReportParts;
  readonly view: RunView;
  readonly links: readonly PageLink[];
}

function Header({ report, view, links }: HeaderProps): VNode {
  const { machine, runtimes } = view;
  const versions = Object.entries(runtimes).map(([runtime, version]) => `${runtime} ${version}`);
  const when = view.startedAt.replace('T', ' ').replace(/:\d\d(\.\d+)?Z$/, ' UTC');
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
      <h1>{report.title}</h1>
      <p class="dim">
        {[when, machine.cpu, counted(machine.cores, 'core'), ...versions, `wiremark ${view.tool}`]
          .filter((text) => text !== '')
          .join(' · ')}
      </p>
      {report.warnings.map((text) => (
        <p key={text} class="note bad">
          {text}
        </p>
      ))}
      <noscript>
        <p class="note">
          The tables are all here. Sorting, filtering, charts, other baselines and the details of a row need
          JavaScript.
        </p>
      </noscript>
    </header>
  );
}
