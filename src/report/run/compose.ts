import type { AnalyzedCase, AnalyzedRun } from '../../analysis/analyze.ts';
import { bothTasks } from '../../analysis/both.ts';
import { caseName } from '../../define/names.ts';
import type { TableStyle } from '../../define/types.ts';
import { typedRun } from '../../store/record/run-label.ts';
import type { PublishedTable } from '../published/published.ts';
import { publishedSentence, summarizePublished } from '../published/tables.ts';
import { styled } from '../styles/styles.ts';
import { type Called, composeAnswer, composeUnanswered, runAnswer } from '../tables/answer.ts';
import { beyondNotes, caseNotes, caseSummary, columnMeanings, type Note } from '../tables/case-notes.ts';
import { decisionBlocks } from '../tables/decision.ts';
import { leftOut, runFacts, runWarnings } from '../tables/notes.ts';
import {
  limitsTable,
  rankingTable,
  startTable,
  unrankedTable,
  type WantedColumn,
} from '../tables/ranking.ts';
import { type Block, heading, list, paragraph } from '../text/document.ts';

export type CaseParts = ReturnType<typeof reportParts>['cases'][number];

/** @param choose returns a case with only the rows to show. Hidden rows stay in the notes, except in those of a table style */
export function reportParts(
  view: AnalyzedRun,
  called: Called,
  style: TableStyle = view.suite.style,
  choose: (one: AnalyzedCase) => AnalyzedCase = (one) => one,
  columns: readonly WantedColumn[] = [],
) {
  const { settings } = view;
  const left = leftOut(view, called.command);
  const cases = view.cases.map((one) => {
    const chosen = choose(one);
    const { ranked } = chosen;
    const unranked = chosen.unranked.filter((row) => !left.names.has(row.name));
    const shown = { ...chosen, unranked };
    const own = styled(style, shown, settings);
    // A quick run starts too few processes to time cold starts, so the table of starts is shown only if memory was counted.
    const withStart = !settings.quick || ranked.some(({ memory }) => memory !== null);
    return {
      title: caseName(one),
      summary: caseSummary(one, view),
      decision: decisionBlocks(shown, settings),
      shown,
      styled: own.blocks,
      ranking: ranked.length > 0 ? rankingTable(one, settings, ranked, columns) : null,
      unranked: unranked.length > 0 ? unrankedTable(unranked) : null,
      limits: limitsTable(chosen.limits),
      start: withStart ? startTable(ranked) : null,
      notes: [...own.notes.map((text): Note => ({ text, needed: true })), ...caseNotes(one, view)],
    };
  });
  const [first, ...others] = cases;
  const isShared = ({ text }: Note) => others.every(({ notes }) => notes.some((one) => one.text === text));
  const common = others.length === 0 ? [] : first!.notes.filter(isShared);
  const isCommon = (note: Note) => common.some(({ text }) => text === note.text);
  const beyond = beyondNotes(view.cases);
  // Failed rows count even if the tables leave them out.
  const shownCases = view.cases.map(choose);
  const both = bothTasks(shownCases);
  const answer = runAnswer({ ...view, cases: shownCases }, called, both);
  return {
    warnings: runWarnings(view, answer !== null),
    answer,
    leftOut: left,
    cases: cases.map((one) => ({
      ...one,
      notes: [...one.notes.filter((note) => !isCommon(note)), ...(one === cases[0] ? beyond : [])],
    })),
    both: both.map((one) => ({
      title: caseName(one),
      decision: decisionBlocks(one, settings),
    })),
    common,
    facts: runFacts(view),
  };
}

export interface ComposeOptions {
  readonly style?: TableStyle;
  /** Where the summary is: first (default), or last, as after `run`, because a terminal shows the end. */
  readonly answer?: 'first' | 'last';
  readonly notes?: boolean;
  readonly columns?: readonly WantedColumn[];
}

export function composeReport(
  view: AnalyzedRun,
  published: readonly PublishedTable[],
  called: Called,
  { style, answer: place = 'first', notes: all = false, columns = [] }: ComposeOptions = {},
): Block[] {
  const report = `${called.command} report ${typedRun(view)}`;
  const parts = reportParts(view, called, style, undefined, columns);
  const { warnings, cases, common, facts } = parts;
  const answer = parts.answer
    ? composeAnswer(parts.answer, publishedSentence(published), true, [...cases, ...parts.both])
    : composeUnanswered(view, called);
  const shared = shownNotes(common, all);
  const notes = [...cases.flatMap(({ notes }) => notes), ...common];
  const tables = cases.flatMap(({ ranking, start }) => [ranking, start]);
  const meanings = all ? columnMeanings(tables, notes) : [];
  const left = parts.leftOut.items;
  const more = !all && notes.some(({ needed }) => !needed) ? [`More notes: ${report} --notes`] : [];
  return [
    heading(1, view.suite.title),
    ...warnings.map((text) => paragraph(text, 'bad')),
    ...(place === 'first' ? answer : []),
    ...cases.flatMap((one) => [...caseBlocks(one), ...shownNotes(one.notes, all)]),
    ...(shared.length > 0 ? [heading(2, 'For every table'), ...shared] : []),
    ...(meanings.length > 0 ? [heading(2, 'What the columns mean'), ...meanings] : []),
    ...(left.length > 0 ? [heading(2, 'Left out'), list(left)] : []),
    ...summarizePublished(published, report),
    heading(2, 'How this was measured'),
    list([...facts, ...more]),
    ...(place === 'last' ? answer : []),
  ];
}

export function shownNotes(notes: readonly Note[], all = false): Block[] {
  const shown = notes.filter(({ needed }) => needed || all);
  return shown.map(({ text, about }) => ({ ...paragraph(text), ...(about && { about }) }));
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
