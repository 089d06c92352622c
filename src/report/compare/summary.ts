/**
 * A comparison for the summary page of a CI job: Markdown that says first how the guard came out, shows what is not the
 * same, and folds everything else away.
 */
import { type Block, heading, paragraph } from '../text/document.ts';
import { renderMarkdown } from '../text/markdown.ts';
import { composeCases, composeFacts, listOf, paragraphs, titleOf } from './compose.ts';
import type { GuardedComparison, RuleOutcome } from './guard/guard.ts';
import { ruleLine } from './guard/text.ts';
import { headline, shouts } from './headline.ts';
import { cautions, movedAlike, obstacleText, shownRows } from './notes.ts';
import { growthOf, hasMoved } from './pairs/growth.ts';
import type { CaseComparison, ChangedRow } from './pairs/rows.ts';
import { changeTable } from './tables.ts';

/** Ends in a line break. */
export function comparisonSummary({ view, outcomes }: GuardedComparison): string {
  const whole = renderMarkdown([...composeCases([view]), ...composeFacts([view])]);
  return `${renderMarkdown(shortBlocks({ view, outcomes }))}
<details><summary>All rows, and how they were compared</summary>

${whole}
</details>
`;
}

function shortBlocks({ view, outcomes }: GuardedComparison): Block[] {
  const rows = view.cases.flatMap((one) => shownRows(one).filter(isNotable));
  const titled = (texts: (one: CaseComparison) => string[]) =>
    view.cases.flatMap((one) => texts(one).map((text) => `${one.title}: ${text}`));
  return [
    heading(3, `wiremark: ${guardWord(outcomes)}${titleOf([view])}`),
    paragraph(headline(view)),
    ...paragraphs([...shouts(view), ...cautions([view]), ...titled(obstacleText), ...titled(movedAlike)]),
    ...listOf(outcomes.map(ruleLine)),
    ...(rows.length === 0
      ? []
      : [
          changeTable(
            rows.map((row) => [row]),
            { ...view, runs: null, titled: true },
          ),
        ]),
  ];
}

/** Every row that a reader of a summary has to see: all but those that are the same. */
function isNotable(row: ChangedRow): boolean {
  const grown = (['bytes', 'allocated'] as const).map((what) => growthOf(what, row));
  if (grown.some((growth) => growth !== null && hasMoved(growth))) return true;
  if (row.state === 'compared') return row.finding !== 'same';
  return row.state !== 'baseline' && row.state !== 'unranked';
}

function guardWord(outcomes: readonly RuleOutcome[]): string {
  if (outcomes.length === 0) return '';
  if (outcomes.some(({ broken }) => broken.length > 0)) return 'guard FAILED: ';
  return outcomes.some(({ idle }) => idle) ? 'guard NOT CHECKED: ' : 'guard passed: ';
}
