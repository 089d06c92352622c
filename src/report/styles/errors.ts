/** Why some rows have no error of 99.9 %. */
import { ERROR_ROUNDS } from '../view/figures.ts';
import type { RankedRow } from '../view/rows.ts';

export function errorNotes(ranked: readonly RankedRow[]): string[] {
  const few = ranked.filter(({ rounds }) => rounds < ERROR_ROUNDS).map(({ name }) => name);
  if (few.length === 0) return [];
  const who = few.length === ranked.length ? '' : ` of ${few.join(', ')}`;
  return [
    `The error${who} is blank: an interval of 99.9 % from fewer than ${ERROR_ROUNDS} rounds is wider than the figure itself.`,
  ];
}
