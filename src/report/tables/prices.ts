/** What is said of costs: how they are found, and which row is cheapest. */
import { interval, ratio } from '../text/numbers.ts';
import type { CaseView } from '../view/case.ts';
import { documentSize } from '../view/rows.ts';

/** The formula, with the prices in it. */
export function priceNotes(one: CaseView): string[] {
  if (!one.prices) return [];
  const { core, gb } = one.prices;
  const unsized = one.ranked.filter((row) => documentSize(row, one) === undefined).map(({ name }) => name);
  const alone = unsized.length === 0 ? '' : ` Time alone where sizes are unknown: ${unsized.join(', ')}.`;
  return [
    `cost: of a million documents, 10⁶ × (time in ns × ${core} / (3.6 × 10¹²) + bytes × ${gb} / 10⁹).${alone}`,
  ];
}

/** `Cheapest at 0.04 a core-hour and 0.09 a GB: node/json, 0.21 [0.20, 0.22] per million documents.` */
export function cheapest(one: CaseView): string[] {
  if (!one.prices) return [];
  const rows = one.ranked.filter(({ bound }) => bound === null);
  const sized = rows.filter((row) => documentSize(row, one) !== undefined);
  const costs = (sized.length > 0 ? sized : rows).map((row) => ({ ...row.cost!, name: row.name }));
  const [first, ...others] = costs.sort((a, b) => a.estimate - b.estimate);
  if (first === undefined) return [];
  const most = first.high ?? first.estimate;
  const close = others.filter(({ low, estimate }) => (low ?? estimate) <= most).length;
  const untold = close === 0 ? '' : `; ${close} more can't be told from it`;
  const figure = `${ratio(first)} ${interval(first)}`.trim();
  const { core, gb } = one.prices;
  return [
    `Cheapest at ${core} a core-hour and ${gb} a GB: ${first.name}, ${figure} per million documents${untold}.`,
  ];
}
