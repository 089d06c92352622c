import { type Estimate, excludesOne } from '../../analysis/figures.ts';
import type { Row } from '../../analysis/rows.ts';
import type { CheckedComparison } from '../../analysis/rules/evaluate.ts';
import type { CaseComparison, ComparedRuns } from '../../analysis/runs/compare.ts';
import { type ChangedRow, isJudged, isRanked } from '../../analysis/runs/rows.ts';
import { machineSentences } from '../machine.ts';
import { interval, ratio } from '../numbers.ts';
import { nextBlocks } from '../tables/answer.ts';
import { findingCell } from '../tables/columns.ts';
import {
  type Block,
  type ColumnOf,
  cell,
  filled,
  heading,
  list,
  paragraph,
  pointColumn,
  proseColumn,
  type Table,
  type Tone,
  tableOf,
  wordColumn,
} from '../text/document.ts';
import { belief, type Called, failures, headline, nextStep } from './headline.ts';
import { ruleLine } from './rules.ts';
import {
  cautions,
  changeText,
  compareFacts,
  hiddenText,
  legend,
  noteText,
  ownTimeText,
  STATE_CELLS,
  shownRows,
} from './wording.ts';

export function composeComparison(comparison: CheckedComparison, called: Called): Block[] {
  const { view } = comparison;
  return [
    heading(1, titleOf(view)),
    ...composeAnswer(comparison, called),
    ...composeCases(view),
    ...composeFacts(view),
  ];
}

export function composeAnswer(comparison: CheckedComparison, called: Called): Block[] {
  const { view, outcomes } = comparison;
  const { machines, before, after } = view;
  return [
    ...paragraphs(before.id === after.id ? ['Both are the same run.'] : [], 'bad'),
    ...paragraphs(machines.comparable ? [] : machineSentences(machines), 'bad'),
    ...paragraphs(failures(view), 'bad'),
    paragraph(headline(view), 'strong'),
    ...paragraphs(belief(view)),
    ...paragraphs(cautions(view), 'bad'),
    ...(outcomes.length > 0 ? [list(outcomes.map(ruleLine))] : []),
    ...nextBlocks(nextStep(view, called)),
  ];
}

export function titleOf({ before, after }: ComparedRuns): string {
  return `${before.label} → ${after.label}`;
}

export function composeCases(view: ComparedRuns): Block[] {
  return view.cases.flatMap((one) => [heading(2, one.title), ...composeCase(one, view)]);
}

export function composeFacts(view: ComparedRuns): Block[] {
  const meanings = legend(view);
  return [
    ...(meanings.length > 0 ? [heading(2, 'How to read it'), ...paragraphs(meanings)] : []),
    heading(2, 'How this was compared'),
    list(compareFacts(view)),
  ];
}

function paragraphs(texts: readonly string[], tone: Tone = 'plain'): Block[] {
  return texts.map((text) => paragraph(text, tone));
}

function composeCase(one: CaseComparison, view: ComparedRuns): Block[] {
  const rows = shownRows(one);
  return [
    ...paragraphs(one.obstacle === null ? [] : [`Not compared: ${one.obstacle}.`], 'bad'),
    ...(rows.length === 0 ? [] : [...paragraphs(baselineText(one), 'dim'), changeTable(rows, view)]),
    ...paragraphs(hiddenText(one), 'dim'),
  ];
}

function baselineText({ baseline, rows }: CaseComparison): string[] {
  if (baseline === null) return [];
  const text = `Ratios are times relative to ${baseline} of the same run.`;
  const own = rows.find(({ state }) => state === 'baseline');
  if (!own?.change) return [text];
  const cause = excludesOne(own.change) ? `: the machine or ${baseline} changed` : '';
  return [`${text} ${baseline} itself took ${ownTimeText(own.change)}${cause}.`];
}

function changeTable(rows: readonly ChangedRow[], { within }: ComparedRuns): Table {
  const changed = (text: (change: Estimate) => string) => (row: ChangedRow) =>
    isJudged(row) ? text(row.change) : '';
  const columns: ColumnOf<ChangedRow>[] = [
    wordColumn('serializer', ({ name, state }) => cell(name, state === 'baseline' ? 'strong' : 'plain')),
    pointColumn('before', (row) => sideText(row, row.before)),
    pointColumn('after', (row) => sideText(row, row.after)),
    pointColumn('change', changed(ratio)),
    wordColumn('95 % interval', changed(interval), 1),
    wordColumn('finding', (row) =>
      isJudged(row) ? findingCell(row, within, changeText(row.change)) : STATE_CELLS[row.state],
    ),
    ...filled([proseColumn('notes', noteText, true)], rows),
  ];
  return tableOf(columns, rows);
}

function sideText({ baseline }: ChangedRow, side: Row | null): string {
  return isRanked(side) && side.baseline === baseline ? ratio(side.ratio) : '';
}
