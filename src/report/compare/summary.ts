/**
 * A comparison for the summary page of a CI job: Markdown that says first how the guard came out, shows what is not the
 * same, and folds everything else away.
 */
import { type Block, heading, paragraph } from '../text/document.ts';
import { renderMarkdown } from '../text/markdown.ts';
import { composeCases, composeFacts } from './compose.ts';
import type { RuleOutcome } from './guard/guard.ts';
import { ruleLines } from './guard/text.ts';
import { cautions, headline, movedAlike, notable, obstacleText, shouts } from './notes.ts';
import { isFigured, type OtherRow } from './pairs/rows.ts';
import type { CompareView } from './pairs/view.ts';
import { changeTable, otherTable } from './tables.ts';

/** Ends in a line break. */
export function comparisonSummary(view: CompareView, outcomes: readonly RuleOutcome[]): string {
  const whole = renderMarkdown([...composeCases(view), ...composeFacts(view)]);
  return `${renderMarkdown(shortBlocks(view, outcomes))}
<details><summary>All rows, and how they were compared</summary>

${whole}
</details>
`;
}

function shortBlocks(view: CompareView, outcomes: readonly RuleOutcome[]): Block[] {
  const rows = notable(view);
  const figured = rows.filter(isFigured);
  const others = rows.filter((row): row is OtherRow => !isFigured(row));
  return [
    heading(3, `wiremark: ${title(outcomes)}${view.before.id} → ${view.after.id}`),
    paragraph(headline(view)),
    ...shouts(view).map((text) => paragraph(text)),
    ...cautions(view).map((text) => paragraph(text)),
    ...obstacles(view),
    ...view.cases.flatMap((one) => movedAlike(one).map((text) => paragraph(`${one.title}: ${text}`))),
    ...(outcomes.length > 0 ? [{ kind: 'list', items: outcomes.flatMap(ruleLines) } as const] : []),
    ...(figured.length > 0 ? [changeTable(figured, { ...view, titled: true })] : []),
    ...(others.length > 0 ? [otherTable(others, true)] : []),
  ];
}

function obstacles({ cases }: CompareView): Block[] {
  return cases
    .filter(({ obstacle }) => obstacle !== null)
    .map((one) => paragraph(`${one.title}: ${obstacleText(one)}`));
}

function title(outcomes: readonly RuleOutcome[]): string {
  if (outcomes.length === 0) return '';
  if (outcomes.some(({ broken }) => broken.length > 0)) return 'guard FAILED: ';
  return outcomes.some(({ idle }) => idle) ? 'guard NOT CHECKED: ' : 'guard passed: ';
}
