/** The report in a few lines: for a README, or for the summary of a job in CI. */
import type { RuleOutcome } from '../compare/guard/guard.ts';
import { guardWord, ruleLine } from '../compare/guard/text.ts';
import { composeAnswer, unanswered } from '../tables/answer.ts';
import type { Note } from '../tables/case-notes.ts';
import { machineText, namedRun, versionTexts } from '../tables/notes.ts';
import { unrankedTable } from '../tables/ranking.ts';
import { type Block, heading, list, paragraph, withoutSpare } from '../text/document.ts';
import type { RunView } from '../view/view.ts';
import { calledOf } from './again.ts';
import { reportParts } from './compose.ts';

/** Columns that are more spare than that are for the whole report. */
const MOST_SPARE = 5;

/** Of each case its ranking and the rows that failed, what must be known to read them, and where they are from. */
export function composeSummary(view: RunView, outcomes: readonly RuleOutcome[] = []): Block[] {
  const called = calledOf(view, 'wiremark');
  const parts = reportParts(view, called, 'default');
  const told = (notes: readonly Note[]) =>
    notes.filter(({ needed }) => needed).map(({ text }) => paragraph(text));
  return [
    heading(3, guardWord(outcomes) + parts.title),
    ...(outcomes.length > 0 ? [list(outcomes.map(ruleLine))] : []),
    ...parts.warnings.map((text) => paragraph(text, 'bad')),
    // A reader of a README measures nothing.
    ...(parts.answer === null ? [paragraph(unanswered(view, called).why)] : []),
    ...composeAnswer(parts.answer, false).map((block) =>
      block.kind === 'heading' ? paragraph(block.text, 'strong') : block,
    ),
    ...parts.cases.flatMap(({ title, summary, ranking, unrankedRows, notes }) => [
      ...[paragraph(title, 'strong'), paragraph(summary)],
      ...(ranking ? [withoutSpare(ranking, MOST_SPARE)] : []),
      ...(unrankedRows.length > 0 ? [unrankedTable(unrankedRows, { brief: true })] : []),
      ...told(notes),
    ]),
    ...told(parts.common),
    ...parts.leftOut.lines.map((text) => paragraph(`Left out: ${text}`)),
    paragraph(originText(view)),
  ];
}

/** When and where it was measured, and with which versions. */
function originText(view: RunView): string {
  const when = view.startedAt.slice(0, 'yyyy-mm-dd'.length);
  const versions = versionTexts(view).join('; ');
  return `Measured ${when} with wiremark ${view.tool} on ${machineText(view.machine)}. ${versions && `${versions}. `}Run ${namedRun(view)}.`;
}
