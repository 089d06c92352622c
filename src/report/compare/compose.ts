/** A comparison as blocks, for the terminal and for Markdown: of two runs, or of several with the first. */

import { groupBy } from '../../stats/group-by.ts';
import { type Estimate, interval, ratio, time, timeScale } from '../numbers.ts';
import {
  type Block,
  type Cell,
  type ColumnOf,
  cell,
  figureColumn,
  filled,
  heading,
  paragraph,
  pointColumn,
  proseColumn,
  type Table,
  type Tone,
  tableOf,
  wordColumn,
} from '../text/document.ts';
import type { Row } from '../view/rows.ts';
import { type GuardedComparison, ruleLine } from './guard.ts';
import { belief, type Called, headline, nextStep, shouts } from './headline.ts';
import { type ChangedRow, isJudged, isRanked, type State } from './pairs/rows.ts';
import type { CaseComparison, CompareView } from './pairs/view.ts';
import {
  cautions,
  compareFacts,
  figureText,
  findingText,
  hiddenText,
  legend,
  noteText,
  ownTimeText,
  said,
  shownRows,
} from './wording.ts';

/** @param comparisons each with the same first run; at least one */
export function composeComparison(comparisons: readonly GuardedComparison[], called: Called): Block[] {
  const views = comparisons.map(({ view }) => view);
  return [
    heading(1, titleOf(views)),
    ...composeAnswer(comparisons, called),
    ...composeCases(views),
    ...composeFacts(views),
  ];
}

/** What changed, whether to believe it, how the guard came out, and what to do next. */
export function composeAnswer(comparisons: readonly GuardedComparison[], called: Called): Block[] {
  const views = comparisons.map(({ view }) => view);
  const next = nextStep(comparisons, called);
  const each = (texts: (view: CompareView) => readonly string[], tone?: Tone) =>
    paragraphs(said(views, texts), tone);
  return [
    ...each(shouts, 'bad'),
    ...each((view) => [headline(view)], 'strong'),
    ...each(belief),
    ...paragraphs(cautions(views), 'bad'),
    ...listOf(said(views, (_, i) => comparisons[i]!.outcomes.map(ruleLine))),
    ...paragraphs(next === null ? [] : [`Next: ${next}`]),
  ];
}

/** `v1 → v2`; `v1 → v2; v3` of several: a label may have commas. */
export function titleOf(views: readonly CompareView[]): string {
  return `${views[0]!.before.label} → ${views.map(({ after }) => after.label).join('; ')}`;
}

export function composeCases(views: readonly CompareView[]): Block[] {
  const titles = new Set(views.flatMap(({ cases }) => cases.map(({ title }) => title)));
  return [...titles].flatMap((title) => [heading(2, title), ...composeCase(title, views)]);
}

export function composeFacts(views: readonly CompareView[]): Block[] {
  const lines = legend(views);
  return [
    ...(lines.length > 0 ? [heading(2, 'How to read it'), ...paragraphs(lines)] : []),
    heading(2, 'How this was compared'),
    ...listOf(compareFacts(views)),
  ];
}

function paragraphs(texts: readonly string[], tone: Tone = 'plain'): Block[] {
  return texts.map((text) => paragraph(text, tone));
}

function listOf(items: readonly string[]): Block[] {
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

/** A case as each later run has it, in their order; undefined where it doesn't. */
type Found = readonly (CaseComparison | undefined)[];

function composeCase(title: string, views: readonly CompareView[]): Block[] {
  const found: Found = views.map(({ cases }) => cases.find((one) => one.title === title));
  const each = (texts: (one: CaseComparison) => readonly string[]) =>
    said(views, (_, i) => (found[i] ? texts(found[i]) : []));
  const obstacles = each(({ obstacle }) => (obstacle === null ? [] : [`Not compared: ${obstacle}.`]));
  return [
    ...paragraphs(obstacles, 'bad'),
    ...groupsOf(found).flatMap((group) => [
      ...paragraphs(baselineText(found, group, views), 'dim'),
      ...inTables(group, views).map((runs) => tableOfRuns(found, runs, views)),
    ]),
    ...paragraphs(each(hiddenText), 'dim'),
  ];
}

/** Later runs of longer names than this have a table each, others share one of three: most terminals have 80 columns. */
const LONG_NAME = 12;

function groupsOf(found: Found): number[][] {
  const present = [...found.keys()].filter((i) => found[i] && shownRows(found[i]).length > 0);
  return [...groupBy(present, (i) => found[i]!.baseline).values()];
}

function inTables(group: readonly number[], views: readonly CompareView[]): number[][] {
  const most = views.some(({ after }) => after.label.length > LONG_NAME) ? 1 : 3;
  return group.flatMap((_, i) => (i % most === 0 ? [group.slice(i, i + most)] : []));
}

function tableOfRuns(found: Found, group: readonly number[], views: readonly CompareView[]): Table {
  const byName = group.map((i) => new Map(shownRows(found[i]!).map((row) => [row.name, row])));
  const names = new Set(byName.flatMap((one) => [...one.keys()]));
  const rows = [...names].map((name) => byName.map((one) => one.get(name)));
  const [{ before, mode, within }] = views as [CompareView];
  const runs = views.length > 1 ? [before.label, ...group.map((i) => views[i]!.after.label)] : null;
  return changeTable(rows, { mode, within, runs });
}

function baselineText(found: Found, group: readonly number[], views: readonly CompareView[]): string[] {
  const { baseline } = found[group[0]!]!;
  if (baseline === null) return [];
  const own = group.flatMap((i) => {
    const row = found[i]!.rows.find(({ state }) => state === 'baseline');
    const run = views.length > 1 ? ` (${views[i]!.after.label})` : '';
    return row?.change ? [ownTimeText(row) + run] : [];
  });
  const text = `Ratios are times relative to ${baseline} of the same run.`;
  const drift = `${baseline} itself took ${own.join(', ')}: the machine or ${baseline} changed.`;
  return [own.length === 0 ? text : `${text} ${drift}`];
}

/** A row as each later run of a table has it, in their order; at least one does. */
type FoundRow = readonly (ChangedRow | undefined)[];

interface TableOptions extends Pick<CompareView, 'mode' | 'within'> {
  /** Names of several runs, the first before those of the table; null for two, which are before and after. */
  readonly runs: readonly string[] | null;
}

/** @param rows at least one */
function changeTable(rows: readonly FoundRow[], { mode, within, runs }: TableOptions): Table {
  const side = sideColumn(rows, mode);
  const [first, ...later] = runs ?? ['before', 'after'];
  const notes = (row: FoundRow) =>
    [...new Set(row.map((one) => one && noteText(one)))].filter(Boolean).join('; ');
  const changed = (i: number, text: (change: Estimate) => string) => (row: FoundRow) => {
    const found = row[i];
    return isJudged(found) ? text(found.change) : '';
  };
  const columns: ColumnOf<FoundRow>[] = [
    wordColumn('serializer', (row) => {
      const { name, state } = anyOf(row);
      return cell(name, state === 'baseline' ? 'strong' : 'plain');
    }),
    side(first!, (row) => row.find((one) => one?.before)?.before),
    ...later.flatMap((run, i) => [
      side(run, (row) => row[i]?.after),
      ...(runs ? [] : [pointColumn('change', changed(i, ratio))]),
      wordColumn('95 % interval', changed(i, interval), 1),
      wordColumn(runs ? `${run}: change` : 'finding', (row: FoundRow) =>
        findingCell(row[i], within, runs !== null),
      ),
    ]),
    ...filled([proseColumn('notes', notes, true)], rows),
  ];
  return tableOf(columns, rows);
}

function anyOf(row: FoundRow): ChangedRow {
  return row.find((one) => one !== undefined)!;
}

/** Ratios, or times that all have one unit; blank where there is none. */
function sideColumn(rows: readonly FoundRow[], mode: CompareView['mode']) {
  const sides = rows.flatMap((row) => row.flatMap((one) => [one?.before, one?.after]));
  const scale = timeScale(sides.flatMap((side) => (isRanked(side) ? [side.nsPerOp.estimate] : [])));
  const column = mode === 'relative' ? pointColumn : figureColumn;
  return (head: string, of: (row: FoundRow) => Row | null | undefined) => {
    const figure = (row: FoundRow) => {
      const side = of(row);
      if (!isRanked(side)) return '';
      if (mode === 'absolute') return time(side.nsPerOp.estimate, scale);
      return side.baseline === anyOf(row).baseline ? ratio(side.ratio) : '';
    };
    return column(head, figure);
  };
}

const TONES = { slower: 'bad', faster: 'good', same: 'plain', unclear: 'dim' } as const;

/** @param alone without the change beside it */
function findingCell(row: ChangedRow | undefined, within: number, alone: boolean): Cell {
  if (row === undefined) return cell('–', 'dim');
  return isJudged(row)
    ? cell((alone ? figureText : findingText)(row, within), TONES[row.finding])
    : STATES[row.state];
}

const STATES: Record<State, Cell> = {
  compared: cell(''),
  baseline: cell('baseline', 'dim'),
  failing: cell('NEWLY FAILING', 'bad'),
  lost: cell('lost', 'bad'),
  fixed: cell('fixed', 'good'),
  new: cell('new'),
  unranked: cell('not ranked', 'dim'),
  incomparable: cell('not comparable', 'dim'),
};
