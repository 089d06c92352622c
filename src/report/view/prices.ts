/** From size and time to money: what a million documents cost, at the prices that a reader gives. */
import { type CaseView, documentSize } from './case.ts';
import type { Estimate, RankedRow } from './rows.ts';
import type { RunView } from './view.ts';

/** In one currency, whichever. */
export interface Prices {
  /** Of a core for an hour. */
  readonly core: number;
  /** Of 10⁹ bytes. */
  readonly gb: number;
}

/** As somebody types it: 0 or more; null for what is no price. */
export function priceOf(text: string): number | null {
  return /^\d{1,9}(\.\d{1,12})?$/.test(text) ? Number(text) : null;
}

/** Null unless both are prices. */
export function pricesOf(typed: Readonly<Record<keyof Prices, string>>): Prices | null {
  const [core, gb] = [priceOf(typed.core), priceOf(typed.gb)];
  return core === null || gb === null ? null : { core, gb };
}

/** The same run with what its rows cost. */
export function priced(view: RunView, prices: Prices | null): RunView {
  if (prices === null) return view;
  return { ...view, cases: view.cases.map((one) => ({ ...one, prices })) };
}

/** Of the documents that a row writes or reads; of its time alone where their size isn't known. Null without prices. */
export function costOf(row: RankedRow, one: CaseView): Estimate | null {
  if (!one.prices) return null;
  const { core, gb } = one.prices;
  const bytes = documentSize(row, one) ?? 0;
  const cost = (ns: number) => 1e6 * ((ns * core) / 3.6e12 + (bytes * gb) / 1e9);
  const { estimate, low, high, confidence } = row.nsPerOp;
  const end = (ns: number | null) => (ns === null ? null : cost(ns));
  return { estimate: cost(estimate), low: end(low), high: end(high), confidence };
}
