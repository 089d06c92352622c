/** A comparison as blocks, for the terminal and for Markdown. */
import { type Block, heading, paragraph } from '../text/document.ts';
import { interval, ratio } from '../text/numbers.ts';
import type { RuleOutcome } from './guard/guard.ts';
import { guardBlocks, ruleLines } from './guard/text.ts';
import {
  cautions,
  compareFacts,
  hasOneSide,
  headline,
  legend,
  movedAlike,
  obstacleText,
  shouts,
} from './notes.ts';
import type { BaselineRow } from './pairs/rows.ts';
import type { CaseComparison, CompareView } from './pairs/view.ts';
import { changeTable, otherTable } from './tables.ts';

/** @param outcomes of the rules of `--fail-if`; empty without */
export function composeComparison(view: CompareView, outcomes: readonly RuleOutcome[]): Block[] {
  return [
    heading(1, `Comparison: ${view.after.suite.title}`),
    ...shouts(view).map((text) => paragraph(text, 'bad')),
    paragraph(headline(view), 'strong'),
    ...cautions(view).map((text) => paragraph(text, 'bad')),
    ...composeCases(view),
    ...guardBlocks(outcomes.flatMap(ruleLines)),
    ...composeFacts(view),
  ];
}

/** Every case with its tables, and what their words mean. */
export function composeCases(view: CompareView): Block[] {
  return [...view.cases.flatMap((one) => composeCase(one, view)), ...legendBlocks(view)];
}

export function composeFacts(view: CompareView): Block[] {
  return [heading(2, 'How this was compared'), { kind: 'list', items: compareFacts(view) }];
}

function composeCase(one: CaseComparison, view: CompareView): Block[] {
  const { title, baseline, compared, others, obstacle } = one;
  const figured = [...(baseline ? [baseline] : []), ...compared];
  return [
    heading(2, title),
    ...(obstacle === null ? [] : [paragraph(obstacleText(one), 'bad')]),
    ...(baseline ? [paragraph(baselineText(baseline), 'dim')] : []),
    ...(figured.length > 0 ? [changeTable(figured, view)] : []),
    ...movedAlike(one).map((text) => paragraph(text, 'bad')),
    ...(others.length > 0 && !hasOneSide(one) ? [otherTable(others)] : []),
    ...(baseline && compared.length === 0 ? [paragraph(LONELY)] : []),
  ];
}

const LONELY =
  "The baseline is all that both runs have here, and its ratio to itself is always 1. Add a row that doesn't change, or compare times (--absolute).";

/** What the ratios are relative to, and what is known of its own change. */
export function baselineText({ name, change }: BaselineRow): string {
  const relative = `Before and after: time relative to ${name} of the same run.`;
  if (change === null) return relative;
  const range = change.low === null ? '' : ` ${interval(change)}`;
  return `${relative} Its own time, after over before, is ${ratio(change)}${range}: the machine's drift or a change of its own, which can't be told apart.`;
}

/** What the marks and words of all tables mean. */
export function legendBlocks(...views: readonly CompareView[]): Block[] {
  const lines = legend(...views);
  return lines.length === 0 ? [] : [heading(2, 'How to read it'), ...lines.map((text) => paragraph(text))];
}
