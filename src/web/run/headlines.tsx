/** The first that a reader sees: what each case answers, whether to believe it, and the way to the tables. */
import type { VNode } from 'preact';
import { marked } from '../../report/numbers.ts';
import type { CaseParts } from '../../report/run/compose.ts';
import { NONE_SHOWN, type RunAnswer } from '../../report/tables/answer.ts';
import type { CaseView } from '../../report/view/view.ts';
import { typed } from '../markup/blocks.tsx';

/** Of a case's heading. */
export function caseId({ dataset, size, task }: CaseView): string {
  return `case-${dataset}-${size}-${task}`;
}

interface HeadlinesProps {
  /** Of the rows that the reader has chosen, as are the cases. */
  readonly answer: RunAnswer;
  readonly cases: readonly CaseParts[];
  /** Whether many cases are answered together: then each has its first sentence here, the others at its tables. */
  readonly together: boolean;
  /** Whether published figures hold; null without any. */
  readonly published: string | null;
}

export function Headlines({ answer, cases, together, published }: HeadlinesProps): VNode {
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
      {answer && <p class="dim">{answer.belief.join(' ')}</p>}
      {published && <p class="dim">{published}</p>}
      {answer && <p class="dim">Next: {typed(answer.next)}</p>}
    </section>
  );
}

interface HeadlineProps extends Pick<HeadlinesProps, 'together'> {
  readonly parts: CaseParts;
  /** Else it is a way to the case. */
  readonly alone: boolean;
}

function Headline({ parts: { shown, title, answer }, alone, together }: HeadlineProps): VNode {
  const [first = shown.baseline === null ? 'No library is ranked.' : NONE_SHOWN, ...others] = answer;
  const { fastest, headline } = shown.answer ?? {};
  return (
    <div class="headline">
      {/* The sentence beside it has the figure, too. */}
      {fastest && headline?.figure && (
        <span class="figure" aria-hidden="true">
          {marked(headline.figure, fastest.grade)}
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

/** The address says what the reader has chosen: a way within the page must not take its place. */
function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))!;
  event.preventDefault();
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}
