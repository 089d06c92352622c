/** What is said of costs: how they are found, and which row is cheapest. */
import { type Estimate, interval, ratio } from '../numbers.ts';
import { documentSize, type RankedRow } from '../view/rows.ts';
import type { CaseView, Prices, RunView } from '../view/view.ts';

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

/** As somebody types it: 0 or more; null for what is no price. */
export function priceOf(text: string): number | null {
  return /^\d{1,9}(\.\d{1,12})?$/.test(text) ? Number(text) : null;
}

/** Those that a reader gives, null for what is no price; or what is wrong with them. Null where none is given. */
export function pricesOf({ core, gb }: Record<keyof Prices, number | null | undefined>) {
  if (core === undefined && gb === undefined) return null;
  if (core === null || gb === null) return 'a price is a number of 0 or more, like 0.04';
  if (core === undefined || gb === undefined) return 'give both prices, 0 for what costs nothing';
  return core === 0 && gb === 0 ? 'at prices of 0 all rows cost the same: give one above 0' : { core, gb };
}

/** The same run with what its rows cost. */
export function priced(view: RunView, prices: Prices | null): RunView {
  if (prices === null) return view;
  const cases = view.cases.map((one) => {
    const ranked = one.ranked.map((row) => ({ ...row, cost: costOf(row, one, prices) }));
    return { ...one, ranked, prices };
  });
  return { ...view, cases };
}

function costOf(row: RankedRow, one: CaseView, { core, gb }: Prices): Estimate {
  const bytes = documentSize(row, one) ?? 0;
  const cost = (ns: number) => 1e6 * ((ns * core) / 3.6e12 + (bytes * gb) / 1e9);
  const { estimate, low, high, confidence } = row.nsPerOp;
  return { estimate: cost(estimate), low: low && cost(low), high: high && cost(high), confidence };
}
