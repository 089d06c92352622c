/**
 * The report for people in its parts: every case with its tables and notes, then what it was measured on. A terminal
 * has them one below the other; a page puts its own between them.
 */

import type { AnalyzedCase, AnalyzedRun } from '../../analysis/analyze.ts';
import { caseName } from '../../define/names.ts';
import type { TableStyle } from '../../define/types.ts';
import { typedRun } from '../../store/record/run-label.ts';
import { type TimeScale, timeScale } from '../numbers.ts';
import type { PublishedTable } from '../published/published.ts';
import { publishedSentence, summarizePublished } from '../published/tables.ts';
import { styled } from '../styles/styles.ts';
import { type Called, composeAnswer, composeUnanswered, runAnswer } from '../tables/answer.ts';
import { beyondNotes, caseNotes, caseSummary, columnMeanings, type Note } from '../tables/case-notes.ts';
import { type LeftOut, leftOut, runFacts, runWarnings } from '../tables/notes.ts';
import { limitsTable, rankingTable, unrankedTable, type WantedColumn } from '../tables/ranking.ts';
import { startTable } from '../tables/start.ts';
import { type Block, heading, list, paragraph, type Table } from '../text/document.ts';

export interface CaseParts {
  readonly title: string;
  readonly summary: string;
  /** The case with the rows that are in the tables. */
  readonly shown: AnalyzedCase;
  /** Of the times of all its rows. */
  readonly scale: TimeScale;
  /** The tables of the report's style; none for the default. */
  readonly styled: readonly Block[];
  readonly ranking: Table | null;
  readonly unranked: Table | null;
  readonly limits: Table | null;
  readonly start: Table | null;
  readonly notes: readonly Note[];
}

/**
 * @param called for lines to copy
 * @param style whose tables each case has beside its ranking
 * @param columns of the rankings; the usual ones for none
 * @param choose which rows of a case are shown; what is said of the case is of all
 */
export function reportParts(
  view: AnalyzedRun,
  called: Called,
  style: TableStyle = view.suite.style,
  choose: (one: AnalyzedCase) => AnalyzedCase = (one) => one,
  columns: readonly WantedColumn[] = [],
) {
  const left = leftOut(view, called.command);
  const cases = view.cases.map((one) => composeCase(one, choose(one), view.settings, style, columns, left));
  const common = commonNotes(cases.map(({ notes }) => notes));
  const said = new Set(common.map(({ text }) => text));
  const beyond = beyondNotes(view.cases);
  const answer = runAnswer({ ...view, cases: cases.map(({ shown }) => shown) }, called);
  return {
    warnings: runWarnings(view, answer !== null),
    // Of all cases together; null where no library is ranked.
    answer,
    // Rows that are unavailable in every case, a line for each reason.
    leftOut: left,
    cases: cases.map((one) => ({
      ...one,
      notes: [...one.notes.filter(({ text }) => !said.has(text)), ...(one === cases[0] ? beyond : [])],
    })),
    common,
    facts: runFacts(view),
  };
}

/** What would stand below each of several tables in the same words is said once. */
function commonNotes([first = [], ...others]: readonly (readonly Note[])[]): Note[] {
  if (others.length === 0) return [];
  return first.filter((note) => others.every((notes) => notes.some(({ text }) => text === note.text)));
}

function composeCase(
  one: AnalyzedCase,
  chosen: AnalyzedCase,
  settings: AnalyzedRun['settings'],
  style: TableStyle,
  columns: readonly WantedColumn[],
  left: LeftOut,
): CaseParts {
  const { ranked, limits } = chosen;
  const unranked = chosen.unranked.filter((row) => !left.names.has(row.name));
  const shown = { ...chosen, unranked };
  const own = styled(style, shown, settings);
  const ownNotes = [...own.notes.map((text) => ({ text })), ...(own.columnNotes ?? [])];
  // A quick run has too few launches for cold starts to be worth a table, unless it was told to count memory.
  const withStart = !settings.quick || ranked.some(({ memory }) => memory !== null);
  return {
    title: caseName(one),
    summary: caseSummary(one),
    shown,
    scale: timeScale(one.ranked.map(({ nsPerOp }) => nsPerOp.estimate)),
    styled: own.blocks,
    ranking: ranked.length > 0 ? rankingTable(one, settings, ranked, columns) : null,
    unranked: unranked.length > 0 ? unrankedTable(unranked) : null,
    limits: limitsTable(limits),
    start: withStart ? startTable(ranked) : null,
    notes: [...ownNotes.map((note): Note => ({ ...note, needed: true })), ...caseNotes(one, settings)],
  };
}

export interface Wishes {
  /** Over the suite's own. */
  readonly style?: TableStyle;
  /** Where the answer stands: last where it is what a terminal shows when all has been printed. First unless told. */
  readonly answer?: 'first' | 'last';
  /** Whether all notes are wished, or those that a table would be misread without. */
  readonly notes?: boolean;
  readonly columns?: readonly WantedColumn[];
}

/**
 * One part below the other.
 *
 * @param published the published tables beside ours; none for a suite without
 * @param called for lines to copy
 */
export function composeReport(
  view: AnalyzedRun,
  published: readonly PublishedTable[],
  called: Called,
  { style, answer: place = 'first', notes: all = false, columns = [] }: Wishes = {},
): Block[] {
  const { command } = called;
  const parts = reportParts(view, called, style, undefined, columns);
  const { warnings, cases, common, facts } = parts;
  const answer = parts.answer
    ? composeAnswer(parts.answer, true, publishedSentence(published))
    : composeUnanswered(view, called);
  const shared = toldNotes(common, all);
  const notes = [...cases.flatMap(({ notes }) => notes), ...common];
  const tables = cases.flatMap(({ ranking, start }) => [ranking, start]);
  const meanings = all ? columnMeanings(tables, notes) : [];
  const left = parts.leftOut.items;
  const untold = notes.some(({ needed }) => !needed && !all);
  return [
    heading(1, view.suite.title),
    ...warnings.map((text) => paragraph(text, 'bad')),
    ...(place === 'first' ? answer : []),
    ...cases.flatMap((one) => [...caseBlocks(one), ...toldNotes(one.notes, all)]),
    ...(shared.length > 0 ? [heading(2, 'For every table'), ...shared] : []),
    ...(meanings.length > 0 ? [heading(2, 'What the columns mean'), ...meanings] : []),
    ...(left.length > 0 ? [heading(2, 'Left out'), list(left)] : []),
    ...summarizePublished(published, `${command} report ${typedRun(view)}`),
    heading(2, 'How this was measured'),
    list(untold ? [...facts, `More notes: ${command} report ${typedRun(view)} --notes`] : facts),
    ...(place === 'last' ? answer : []),
  ];
}

/** @param all not only those that a table would be misread without */
export function toldNotes(notes: readonly Note[], all = false): Block[] {
  const told = notes.filter(({ needed }) => needed || all);
  return told.map(({ text, about }) => ({ ...paragraph(text), ...(about && { about }) }));
}

function caseBlocks({ title, summary, styled, ranking, unranked, limits, start }: CaseParts): Block[] {
  return [
    heading(2, title),
    paragraph(summary, 'dim'),
    ...styled,
    ...(styled.length > 0 ? [heading(3, 'Ranking')] : []),
    ...[ranking, unranked, limits, start].filter((table) => table !== null),
  ];
}
