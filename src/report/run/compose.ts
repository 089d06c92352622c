/** The report for people: every case with its tables and notes, then what it was measured on. */

import { caseName } from '../../define/names.ts';
import type { TableStyle } from '../../define/types.ts';
import type { PublishedTable } from '../published/published.ts';
import { summarizePublished } from '../published/tables.ts';
import { styled } from '../styles/styles.ts';
import { limitsTable } from '../tables/bounds.ts';
import { caseNotes, caseSummary, runFacts, runWarnings } from '../tables/notes.ts';
import { rankingTable, unrankedTable } from '../tables/ranking.ts';
import { startTable } from '../tables/start.ts';
import { type Block, heading, paragraph } from '../text/document.ts';
import { composeScaling, scalingTables } from '../view/scaling.ts';
import type { CaseView, RunView } from '../view/view.ts';

/**
 * @param published the published tables beside ours; none for a suite without
 * @param style whose tables stand first in each case
 */
export function composeReport(
  view: RunView,
  published: readonly PublishedTable[],
  style: TableStyle = view.suite.style,
): Block[] {
  const cases = view.cases.map((one) => {
    const { blocks, notes } = styled(style, one, view.settings);
    return { one, blocks, notes: [...notes, ...caseNotes(one, view.settings)] };
  });
  const common = commonNotes(cases.map(({ notes }) => notes));
  const own = (notes: readonly string[]) => notes.filter((note) => !common.includes(note));
  return [
    heading(1, view.suite.title),
    ...runWarnings(view).map((text) => paragraph(text, 'bad')),
    ...cases.flatMap(({ one, blocks, notes }) => [
      ...composeCase(one, view.settings, blocks),
      ...own(notes).map((text) => paragraph(text)),
    ]),
    ...(common.length > 0 ? [heading(2, 'For every table'), ...common.map((text) => paragraph(text))] : []),
    ...composeScaling(scalingTables(view)),
    ...summarizePublished(published, view.id),
    heading(2, 'How this was measured'),
    { kind: 'list', items: runFacts(view) },
  ];
}

/** What would stand below each of several tables in the same words is said once. */
export function commonNotes([first = [], ...others]: readonly (readonly string[])[]): string[] {
  return others.length === 0 ? [] : first.filter((note) => others.every((notes) => notes.includes(note)));
}

/** @param style the tables of the report's style; none for the default */
function composeCase(one: CaseView, settings: RunView['settings'], style: readonly Block[]): Block[] {
  const blocks: Block[] = [heading(2, caseName(one)), paragraph(caseSummary(one), 'dim'), ...style];
  if (style.length > 0) blocks.push(heading(3, 'Ranking'));
  if (one.ranked.length > 0) blocks.push(rankingTable(one, settings));
  if (one.unranked.length > 0) blocks.push(unrankedTable(one.unranked));
  if (one.limits.length > 0) blocks.push(limitsTable(one.limits));
  // A quick run has too few launches for cold starts to be worth a table, unless it was told to count memory.
  const wanted = !settings.quick || one.ranked.some(({ memory }) => memory !== null);
  const start = wanted ? startTable(one.ranked) : null;
  if (start !== null) blocks.push(start);
  return blocks;
}
