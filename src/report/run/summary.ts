/** The report in a few lines: for a README, or for the summary of a job in CI. */

import { caseName } from '../../define/names.ts';
import { composeAnswer, runAnswer } from '../tables/answer.ts';
import { caseNotes } from '../tables/case-notes.ts';
import { leftOut } from '../tables/left-out.ts';
import { machineText, runWarnings, versionTexts } from '../tables/notes.ts';
import { rankingTable, unrankedTable } from '../tables/ranking.ts';
import { type Block, heading, paragraph, type Table } from '../text/document.ts';
import type { CaseView, RunView } from '../view/view.ts';
import { commonNotes } from './compose.ts';

/** Columns that are more spare than that are for the whole report. */
const MOST_SPARE = 4;

/** For each case its ranking and the rows that failed, what must be known to read them, and where they are from. */
export function composeSummary(view: RunView, command = 'wiremark'): Block[] {
  const left = leftOut(view);
  const notes = view.cases.map((one) => caseNotes(one, view.settings).filter(({ needed }) => needed));
  const common = commonNotes(notes).map(({ text }) => text);
  return [
    heading(3, view.suite.title),
    ...runWarnings(view).map((text) => paragraph(text, 'bad')),
    ...composeAnswer(runAnswer(view, command)).map((block) =>
      block.kind === 'heading' ? paragraph(block.text, 'strong') : block,
    ),
    ...view.cases.flatMap((one, i) => [
      ...composeCase(one, view.settings, left.names),
      ...notes[i]!.filter(({ text }) => !common.includes(text)).map(({ text }) => paragraph(text)),
    ]),
    ...common.map((text) => paragraph(text)),
    ...left.lines.map((text) => paragraph(`Left out: ${text}`)),
    paragraph(originText(view)),
  ];
}

function composeCase(one: CaseView, settings: RunView['settings'], leftOut: ReadonlySet<string>): Block[] {
  const relative = one.baseline === null ? 'No row is ranked.' : `Ratio: time relative to ${one.baseline}.`;
  const blocks: Block[] = [paragraph(caseName(one), 'strong'), paragraph(relative)];
  if (one.ranked.length > 0) blocks.push(shortened(rankingTable(one, settings)));
  const unranked = one.unranked.filter(({ name }) => !leftOut.has(name));
  if (unranked.length > 0) blocks.push(unrankedTable(unranked, true));
  return blocks;
}

function shortened(table: Table): Table {
  const kept = (_: unknown, i: number) => table.columns[i]!.spare <= MOST_SPARE;
  return { ...table, columns: table.columns.filter(kept), rows: table.rows.map((row) => row.filter(kept)) };
}

/** When and where it was measured, and with which versions. */
function originText(view: RunView): string {
  const when = view.startedAt.slice(0, 'yyyy-mm-dd'.length);
  const versions = versionTexts(view).join('; ');
  return `Measured ${when} with wiremark ${view.tool} on ${machineText(view.machine)}. ${versions}. Run ${view.id}.`;
}
