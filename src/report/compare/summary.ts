/**
 * A comparison for the summary page of a CI job: Markdown that says first how the guard came out, shows what is not the
 * same, and folds everything else away.
 */
import { type Block, heading, paragraph } from '../text/document.ts';
import { renderMarkdown } from '../text/markdown.ts';
import { composeCases, composeFacts, listOf, paragraphs } from './compose.ts';
import type { GuardedComparison, RuleOutcome } from './guard/guard.ts';
import { ruleLines } from './guard/text.ts';
import { cautions, headline, movedAlike, notable, obstacleText, shouts } from './notes.ts';
import { type CaseComparison, isFigured, type OtherRow } from './pairs/rows.ts';
import { changeTable, otherTable } from './tables.ts';

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
  const rows = notable(view);
  const figured = rows.filter(isFigured);
  const others = rows.filter((row): row is OtherRow => !isFigured(row));
  const titled = (texts: (one: CaseComparison) => string[]) =>
    view.cases.flatMap((one) => texts(one).map((text) => `${one.title}: ${text}`));
  return [
    heading(3, `wiremark: ${title(outcomes)}${view.before.id} → ${view.after.id}`),
    paragraph(headline(view)),
    ...paragraphs([...shouts(view), ...cautions([view]), ...titled(obstacleText), ...titled(movedAlike)]),
    ...listOf(outcomes.flatMap(ruleLines)),
    ...(figured.length > 0
      ? [
          changeTable(
            figured.map((row) => [row]),
            view,
            null,
            true,
          ),
        ]
      : []),
    ...(others.length > 0 ? [otherTable(others, true)] : []),
  ];
}

function title(outcomes: readonly RuleOutcome[]): string {
  if (outcomes.length === 0) return '';
  if (outcomes.some(({ broken }) => broken.length > 0)) return 'guard FAILED: ';
  return outcomes.some(({ idle }) => idle) ? 'guard NOT CHECKED: ' : 'guard passed: ';
}
