import type { VNode } from 'preact';
import type { AnalyzedRun } from '../../analysis/analyze.ts';
import { chosenOf } from '../../analysis/choose.ts';
import { counted, marked } from '../../report/numbers.ts';
import { composePublished, publishedSentence } from '../../report/published/tables.ts';
import { type CaseParts, reportParts } from '../../report/run/compose.ts';
import { composeUnanswered, NONE_SHOWN, nextBlocks, type RunAnswer } from '../../report/tables/answer.ts';
import { caseWords } from '../../report/tables/case-answer.ts';
import { disturbedText } from '../../report/tables/notes.ts';
import { paragraph } from '../../report/text/document.ts';
import { Blocks, List, type ListProps } from '../markup/blocks.tsx';
import { CaseSection, type Decided, Decision } from './case.tsx';
import { Filters } from './filters.tsx';
import { caseId, FRESH, isChosen, type PageContext } from './state.ts';

export function App({ context }: { context: PageContext }): VNode {
  const { data, state } = context;
  const { view } = data;
  const none = view.cases.every(({ ranked }) => ranked.length === 0);
  const choice = none ? FRESH : state;
  const report = reportParts(view, data.called, view.suite.style, (one) =>
    chosenOf(one, (row) => isChosen(choice.text, row)),
  );
  const left = report.leftOut.items;
  const together = (report.answer?.tasks.length ?? 0) > 0;
  const ranked = report.cases.flatMap(({ ranking, shown }) => (ranking ? shown : []));
  const busy = report.answer ? disturbedText(ranked, view.machine) : [];
  const warnings = [...busy, ...report.warnings];
  const cases = report.cases.filter(({ ranking, unranked }) => ranking ?? unranked);
  return (
    <>
      <Header view={view} />
      <main>
        <Blocks blocks={warnings.map((text) => paragraph(text, 'bad'))} caption="Warnings" />
        {none ? (
          <section class="answer" aria-label="The answer">
            <Blocks blocks={composeUnanswered(view, data.called)} caption="The answer" />
            <List items={left} />
          </section>
        ) : (
          <Headlines
            cases={cases}
            both={report.both}
            together={together}
            answer={report.answer}
            belief={(report.answer?.belief ?? []).filter((text) => !busy.includes(text))}
            published={publishedSentence(data.published)}
          />
        )}
        {!none && <Filters context={context} />}
        {cases.map((parts) => (
          <CaseSection key={parts.title} context={context} parts={parts} together={together} />
        ))}
        <Section head="For every table" items={report.common.map(({ text }) => text)} class="notes" />
        <Section head="Left out" items={none ? [] : left} />
        {data.published.length > 0 && (
          <section>
            <Blocks blocks={composePublished(data.published)} caption="Published and measured" />
          </section>
        )}
        <details>
          <summary>How to read this</summary>
          <List items={HOW_TO_READ} />
        </details>
        <Section head="How this was measured" items={report.facts} />
      </main>
    </>
  );
}

function Section({ head, ...list }: { head: string } & ListProps): VNode | null {
  if (list.items.length === 0) return null;
  return (
    <section>
      <h2>{head}</h2>
      <List {...list} />
    </section>
  );
}

const HOW_TO_READ = [
  "Each table is one case: a dataset in one size, and one task. The ratio is a row's time relative to the baseline, timed in the same minutes: below 1 is faster. Its interval has 98 % confidence.",
  'The line in a row is the interval; the vertical line is the baseline. A filled mark is an established difference, a hollow colored mark a likely one, and a hollow gray mark is no claim.',
  'Rows that failed or are unavailable are listed below the ranking: every output is compared with the complete data.',
  'Compare ratios with those of other machines, not times.',
];

function Header({ view }: { view: AnalyzedRun }): VNode {
  const { name, startedAt, machine } = view;
  const when = startedAt.replace('T', ' ').replace(/:\d\d(\.\d+)?Z$/, ' UTC');
  const facts = [name ?? '', when, machine.cpu, counted(machine.cores, 'core'), `wiremark ${view.tool}`];
  return (
    <header>
      <h1>{view.suite.title}</h1>
      <p class="dim">{facts.filter((text) => text !== '').join(' · ')}</p>
      <noscript>
        <p>The tables are all here. Sorting and filtering need JavaScript.</p>
      </noscript>
    </header>
  );
}

interface HeadlinesProps {
  readonly answer: RunAnswer | null;
  readonly belief: readonly string[];
  readonly cases: readonly CaseParts[];
  readonly both: readonly Decided[];
  /** True if there are many cases: only the first sentence about a case is at the top, the others are in the case's section. */
  readonly together: boolean;
  readonly published: string | null;
}

function Headlines({ answer, belief, cases, both, together, published }: HeadlinesProps): VNode {
  return (
    <section class="answer" aria-label="The answer">
      {answer?.own && <p>{answer.own}</p>}
      {answer?.tasks.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <div class="headlines">
        {cases.map((parts) => (
          <Headline key={parts.title} parts={parts} alone={cases.length === 1} together={together} />
        ))}
      </div>
      {(together ? [] : [...cases, ...both]).map((parts) => (
        <Decision key={parts.title} parts={parts} named={cases.length > 1} />
      ))}
      {belief.length > 0 && <p class="dim">{belief.join(' ')}</p>}
      {published && <p class="dim">{published}</p>}
      {answer && <Blocks blocks={nextBlocks(answer.next)} caption="Next" />}
    </section>
  );
}

interface HeadlineProps extends Pick<HeadlinesProps, 'together'> {
  readonly parts: CaseParts;
  readonly alone: boolean;
}

function Headline({ parts: { shown, title }, alone, together }: HeadlineProps): VNode {
  const { headline, sentences = [] } = caseWords(shown) ?? {};
  const [first = NONE_SHOWN, ...others] = sentences;
  return (
    <div class="headline">
      {/* Hidden from screen readers, which read the figure in the sentence. */}
      {headline?.figure && (
        <span class="figure" aria-hidden="true">
          {marked(headline.figure, headline.grade)}
        </span>
      )}
      {!alone && (
        <a href={`#${caseId(shown)}`} onClick={follow}>
          {title}
        </a>
      )}
      <p class="lead">{first}</p>
      {!together && others.map((text) => <p key={text}>{text}</p>)}
    </div>
  );
}

/** Jumps to a case without changing the address, which contains the reader's filters. */
function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))!;
  event.preventDefault();
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}
