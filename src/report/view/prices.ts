/** From size and time to money: what a million documents cost, at the prices that a reader gives. */
import type { CaseView } from './case.ts';
import { documentSize, type Estimate, type RankedRow } from './rows.ts';
import type { RunView } from './view.ts';

/** Of a core for an hour and of 10⁹ bytes, in one currency, whichever. */
export type Prices = Readonly<Record<'core' | 'gb', number>>;

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

/** Of the documents that a row writes or reads; of its time alone where their size isn't known. */
function costOf(row: RankedRow, one: CaseView, { core, gb }: Prices): Estimate {
  const bytes = documentSize(row, one) ?? 0;
  const cost = (ns: number) => 1e6 * ((ns * core) / 3.6e12 + (bytes * gb) / 1e9);
  const { estimate, low, high, confidence } = row.nsPerOp;
  return { estimate: cost(estimate), low: low && cost(low), high: high && cost(high), confidence };
}
