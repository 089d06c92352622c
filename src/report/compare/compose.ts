/** A comparison as blocks, for the terminal and for Markdown: of two runs, or of several with the first. */
import { groupBy } from '../../stats/group-by.ts';
import { type Block, heading, paragraph, type Tone } from '../text/document.ts';
import { interval, ratio } from '../text/numbers.ts';
import type { GuardedComparison } from './guard/guard.ts';
import { guardBlocks, ruleLines } from './guard/text.ts';
import {
  cautions,
  compareFacts,
  hasOneSide,
  headline,
  legend,
  movedAlike,
  obstacleText,
  runFacts,
  said,
  shouts,
} from './notes.ts';
import { type CaseComparison, type CompareRow, isFigured } from './pairs/rows.ts';
import { type CompareView, rowsOf } from './pairs/view.ts';
import { changeTable, otherTable } from './tables.ts';
import { besidesText, reasonText } from './wording.ts';

/** @param comparisons each with the same first run; at least one */
export function composeComparison(comparisons: readonly GuardedComparison[]): Block[] {
  const views = comparisons.map(({ view }) => view);
  const several = views.length > 1;
  return [
    heading(
      1,
      `Comparison${several ? ` of ${views.length + 1} runs` : ''}: ${views.at(-1)!.after.suite.title}`,
    ),
    ...listOf(several ? runFacts(views) : []),
    ...paragraphs(said(views, shouts), 'bad'),
    ...paragraphs(
      said(views, (view) => [headline(view)]),
      'strong',
    ),
    ...paragraphs(cautions(views), 'bad'),
    ...composeCases(views),
    ...guardBlocks(said(comparisons, ({ outcomes }) => outcomes.flatMap(ruleLines))),
    ...composeFacts(views),
  ];
}

/** Every case with its tables, and what their words mean. */
export function composeCases(views: readonly CompareView[]): Block[] {
  const titles = new Set(views.flatMap(({ cases }) => cases.map(({ title }) => title)));
  const lines = legend(views);
  return [
    ...[...titles].flatMap((title) => [heading(2, title), ...composeCase(title, views)]),
    ...(lines.length > 0 ? [heading(2, 'How to read it'), ...paragraphs(lines)] : []),
  ];
}

export function composeFacts(views: readonly CompareView[]): Block[] {
  const runs = views.length > 1 ? [] : runFacts(views);
  return [heading(2, 'How this was compared'), ...listOf([...runs, ...compareFacts(views)])];
}

export function paragraphs(texts: readonly string[], tone: Tone = 'plain'): Block[] {
  return texts.map((text) => paragraph(text, tone));
}

export function listOf(items: readonly string[]): Block[] {
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

/** A case as each later run has it, in their order; undefined where it doesn't. */
type Found = readonly (CaseComparison | undefined)[];

function composeCase(title: string, views: readonly CompareView[]): Block[] {
  const found: Found = views.map(({ cases }) => cases.find((one) => one.title === title));
  const each = (texts: (one: CaseComparison) => readonly string[]) =>
    said(found, (one) => (one === undefined ? [] : texts(one)));
  const others = found.flatMap((one) => (one === undefined || hasOneSide(one) ? [] : one.others));
  const several = views.length > 1;
  return [
    ...paragraphs(each(obstacleText), 'bad'),
    ...groupsOf(found).flatMap((group) => tableBlocks(found, group, views)),
    ...paragraphs(each(movedAlike), 'bad'),
    ...(several ? listOf(each(besides)) : others.length > 0 ? [otherTable(others)] : []),
    ...paragraphs(each(lonely)),
  ];
}

/** Later runs that stand in one table beside the first: more are too wide for most terminals. */
const RUNS_OF_A_TABLE = 3;

/** Which runs share a table: their ratios have one baseline. What can't be compared has no table. */
function groupsOf(found: Found): number[][] {
  const compared = [...found.keys()].filter((i) => found[i]?.obstacle === null);
  const groups = groupBy(compared, (i) => found[i]!.baseline?.name);
  return [...groups.values()].flatMap((group) =>
    group.flatMap((_, i) => (i % RUNS_OF_A_TABLE === 0 ? [group.slice(i, i + RUNS_OF_A_TABLE)] : [])),
  );
}

function tableBlocks(found: Found, group: readonly number[], views: readonly CompareView[]): Block[] {
  const several = views.length > 1;
  const byName = group.map((i) => new Map(rowsOf(found[i]!).map((row) => [row.name, row])));
  const rows = [...new Set(byName.flatMap((one) => [...one.keys()]))]
    .map((name) => byName.map((one) => one.get(name)))
    .filter((row) => several || row.some(isFigured))
    .sort((a, b) => weight(b) - weight(a));
  if (rows.length === 0) return [];
  return [
    ...paragraphs(baselineTexts(found, group, several), 'dim'),
    changeTable(rows, views[0]!, several ? group.map((i) => i + 2) : null),
  ];
}

/** The baseline first, then the most slowed down by the last run that can tell; at the end what no run has figures of. */
function weight(row: readonly (CompareRow | undefined)[]): number {
  if (row.some((one) => one?.kind === 'baseline')) return Number.POSITIVE_INFINITY;
  return row.findLast((one) => one?.kind === 'compared')?.change?.estimate ?? 0;
}

/** What the ratios are relative to, and what is known of the baseline's own change. */
function baselineTexts(found: Found, group: readonly number[], several: boolean): string[] {
  const baselines = group.flatMap((i) => found[i]!.baseline ?? []);
  if (baselines.length === 0) return [];
  const own = baselines.flatMap(({ change }, i) => {
    if (change === null) return [];
    const range = change.low === null ? '' : ` ${interval(change)}`;
    return [`${ratio(change)}${range}${several ? ` (${group[i]! + 2} / 1)` : ''}`];
  });
  const relative = `${several ? 'Ratio' : 'Before and after'}: time relative to ${baselines[0]!.name} of the same run.`;
  if (own.length === 0) return [relative];
  return [
    `${relative} Its own time, after over before, is ${own.join(', ')}: the machine's drift or a change of its own, which can't be told apart.`,
  ];
}

/** What a table of several runs can't say of a row: what else changed, and why it isn't compared. */
function besides(one: CaseComparison): string[] {
  return (hasOneSide(one) ? [] : rowsOf(one)).flatMap((row) => {
    const text = isFigured(row) ? besidesText(row) : reasonText(row, true);
    return text === '' ? [] : [`${row.name}: ${text}`];
  });
}

function lonely({ baseline, compared }: CaseComparison): string[] {
  return baseline && compared.length === 0
    ? [
        "The baseline is all that both runs have here, and its ratio to itself is always 1. Add a row that doesn't change, or compare times (--absolute).",
      ]
    : [];
}
