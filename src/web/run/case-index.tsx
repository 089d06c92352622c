/** The index of a run's cases: the way to each, and the rows that lead there. */
import type { VNode } from 'preact';
import type { CaseParts } from '../../report/run/compose.ts';
import { tableOf, wordColumn } from '../../report/text/document.ts';
import { ratio } from '../../report/text/numbers.ts';
import { type CaseAnswer, caseAnswer } from '../../report/view/answer.ts';
import type { RankedRow } from '../../report/view/rows.ts';
import type { CaseView } from '../../report/view/view.ts';
import { TableView } from '../markup/blocks.tsx';

/** Of a case's heading. */
export function caseId({ dataset, size, task }: CaseView): string {
  return `case-${dataset}-${size}-${task}`;
}

/** More that can't be told apart are counted. */
const MOST_NAMED = 2;

/** @param cases with the rows that the reader has chosen; nothing for a single one */
export function CaseIndex({ cases }: { cases: readonly CaseParts[] }): VNode | null {
  const listed = cases.filter(({ ranking, unranked }) => ranking !== null || unranked !== null);
  if (listed.length < 2) return null;
  const answers = listed.map(({ shown, title }) => ({ title, kinds: caseAnswer(shown).kinds }));
  const leaders = (['text', 'bytes'] as const).flatMap((kind) => {
    const of = ({ kinds }: Answer) => kinds.find(({ outputKind }) => outputKind === kind)?.overall;
    return [
      wordColumn(`fastest, ${kind}`, (one: Answer) => named(of(one)?.fastest, true)),
      wordColumn(`smallest, ${kind}`, (one: Answer) =>
        named(of(one)?.sizesDiffer ? of(one)?.smallest : [], false),
      ),
    ];
  });
  const told = leaders.filter(({ cell }) => answers.some((one) => cell(one).text !== ''));
  return (
    <nav class="contents" aria-label="Cases">
      <TableView
        caption="Cases, and the rows that lead in each"
        table={tableOf([wordColumn('case', ({ title }: Answer) => title), ...told], answers)}
        name={(number, title) => (
          <a href={`#${caseId(listed[number]!.shown)}`} onClick={follow}>
            {title}
          </a>
        )}
      />
    </nav>
  );
}

interface Answer {
  readonly title: string;
  readonly kinds: CaseAnswer['kinds'];
}

/** `jvm/circe, jvm/jackson, 2 more (0.342)`. @param timed whether the first one's ratio is told */
function named(rows: readonly RankedRow[] = [], timed: boolean): string {
  const names = rows.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = rows.length > names.length ? [`${rows.length - names.length} more`] : [];
  const behind = timed && rows.length > 0 ? ` (${ratio(rows[0]!.ratio)})` : '';
  return [...names, ...more].join(', ') + behind;
}

/** The address says what the reader has chosen: a way within the page must not take its place. */
function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))!;
  event.preventDefault();
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}
