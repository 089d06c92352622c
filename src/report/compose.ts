/** The report for people: every case with its tables and notes, then what it was measured on. */

import { limitsTable } from './bounds-table.ts';
import { type Block, heading, paragraph, type Table } from './document.ts';
import { caseNotes, caseSummary, caseTitle, runFacts, runWarnings } from './notes.ts';
import type { PublishedTable } from './published.ts';
import { composePublished } from './published-tables.ts';
import { rankingTable, unrankedTable } from './ranking-table.ts';
import type { RankedRow } from './rows.ts';
import { composeScaling, scalingTables } from './scaling.ts';
import { startTable } from './start-table.ts';
import { styleTables } from './styles.ts';
import type { CaseView, RunView } from './view.ts';

/** @param published the published tables beside ours; none for a suite without */
export function composeReport(view: RunView, published: readonly PublishedTable[]): Block[] {
  const notes = view.cases.map((one) => caseNotes(one, view.settings));
  const common = commonNotes(notes);
  return [
    heading(1, view.suite.title),
    ...runWarnings(view).map((text) => paragraph(text, 'bad')),
    ...view.cases.flatMap((one, i) =>
      composeCase(
        one,
        view,
        notes[i]!.filter((note) => !common.includes(note)),
      ),
    ),
    ...(common.length > 0 ? [heading(2, 'For every table'), ...common.map((text) => paragraph(text))] : []),
    ...composeScaling(scalingTables(view)),
    ...composePublished(published),
    heading(2, 'How this was measured'),
    { kind: 'list', items: runFacts(view) },
  ];
}

/** What would stand below each of several tables in the same words is said once. */
export function commonNotes([first = [], ...others]: readonly (readonly string[])[]): string[] {
  return others.length === 0 ? [] : first.filter((note) => others.every((notes) => notes.includes(note)));
}

function composeCase(one: CaseView, { settings, suite }: RunView, notes: readonly string[]): Block[] {
  const blocks: Block[] = [heading(2, caseTitle(one)), paragraph(caseSummary(one), 'dim')];
  if (one.ranked.length > 0) blocks.push(rankingTable(one, settings));
  if (one.unranked.length > 0) blocks.push(unrankedTable(one.unranked));
  if (one.limits.length > 0) blocks.push(limitsTable(one.limits));
  const start = startOf(one.ranked, settings);
  if (start !== null) blocks.push(start);
  blocks.push(...notes.map((text) => paragraph(text)));
  return [...blocks, ...styleTables(suite.style, one)];
}

/** A quick run has too few launches for cold starts to be worth a table, unless it was told to count memory. */
export function startOf(rows: readonly RankedRow[], { quick }: RunView['settings']): Table | null {
  const wanted = !quick || rows.some(({ memory }) => memory !== null);
  return wanted ? startTable(rows) : null;
}
