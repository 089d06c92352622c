/** The report for people: every case with its tables and notes, then what it was measured on. */
import { type Block, heading, paragraph } from './document.ts';
import { caseNotes, caseSummary, caseTitle, runFacts, runWarnings } from './notes.ts';
import type { PublishedTable } from './published.ts';
import { composePublished } from './published-tables.ts';
import { rankingTable, unrankedTable } from './ranking-table.ts';
import { styleTables } from './styles.ts';
import type { CaseView, RunView } from './view.ts';

/** @param published the published tables beside ours; none for a suite without */
export function composeReport(view: RunView, published: readonly PublishedTable[]): Block[] {
  return [
    heading(1, view.suite.title),
    ...runWarnings(view).map((text) => paragraph(text, 'bad')),
    ...view.cases.flatMap((one) => composeCase(one, view)),
    ...composePublished(published),
    heading(2, 'How this was measured'),
    { kind: 'list', items: runFacts(view) },
  ];
}

function composeCase(one: CaseView, { settings, suite }: RunView): Block[] {
  const blocks: Block[] = [heading(2, caseTitle(one)), paragraph(caseSummary(one), 'dim')];
  if (one.ranked.length > 0) blocks.push(rankingTable(one, settings));
  if (one.unranked.length > 0) blocks.push(unrankedTable(one.unranked));
  blocks.push(...caseNotes(one, settings).map((text) => paragraph(text)));
  return [...blocks, ...styleTables(suite.style, one)];
}
