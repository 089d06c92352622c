/**
 * A comparison for the summary page of a CI job: Markdown that says first how the guard came out, shows what is not the
 * same, and folds everything else away.
 */
import { heading } from '../text/document.ts';
import { renderMarkdown } from '../text/markdown.ts';
import { composeAnswer, composeCases, composeFacts, titleOf } from './compose.ts';
import type { GuardedComparison } from './guard/guard.ts';
import { guardWord } from './guard/text.ts';
import type { Called } from './next.ts';
import { shownRows } from './notes.ts';
import type { ChangedRow } from './pairs/rows.ts';
import type { CompareView } from './pairs/view.ts';
import { noteText } from './wording.ts';

/** Ends in a line break. */
export function comparisonSummary(comparisons: readonly GuardedComparison[], called: Called): string {
  const views = comparisons.map(({ view }) => view);
  const short = views.map(notable);
  const count = (all: readonly CompareView[]) =>
    all.flatMap(({ cases }) => cases.flatMap((one) => one.rows)).length;
  const whole = count(short) === count(views);
  const guard = guardWord(comparisons.flatMap(({ outcomes }) => outcomes));
  const first = renderMarkdown([
    heading(2, `wiremark: ${guard}${titleOf(views)}`),
    ...composeAnswer(comparisons, called),
    ...composeCases(short),
  ]);
  return `${first}
<details><summary>${whole ? 'How they were compared' : 'All rows, and how they were compared'}</summary>

${renderMarkdown([...(whole ? [] : composeCases(views)), ...composeFacts(views)])}
</details>
`;
}

/** Without rows that are the same, and without cases that have no other. */
function notable(view: CompareView): CompareView {
  const told = ({ state }: ChangedRow) => state !== 'baseline';
  const cases = view.cases.map((one) => ({
    ...one,
    rows: one.rows.filter((row) => row.finding !== 'same' || noteText(row) !== ''),
  }));
  return { ...view, cases: cases.filter((one) => one.obstacle !== null || shownRows(one).some(told)) };
}
