import { ERROR_ROUNDS } from '../view/figures.ts';
import type { RankedRow } from '../view/rows.ts';

/** Why some rows have no error of 99.9 %. */
export function errorNotes(ranked: readonly RankedRow[]): string[] {
  const few = ranked.filter(({ rounds }) => rounds < ERROR_ROUNDS).map(({ name }) => name);
  if (few.length === 0) return [];
  const which = few.length === ranked.length ? '' : ` of ${few.join(', ')}`;
  return [
    `The error${which} is blank: an interval of 99.9 % from fewer than ${ERROR_ROUNDS} rounds is wider than the figure itself.`,
  ];
}
