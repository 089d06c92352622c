/** A measured number, or the reason why it is missing. A missing number is never 0. */
export type Figure =
  | { readonly known: true; readonly value: number }
  | { readonly known: false; readonly reason: string };

/** Largest number that a runner may report: doubles hold all integers up to it exactly. */
export const LARGEST_NUMBER = Number.MAX_SAFE_INTEGER;

export function known(figure: Figure | undefined): number | null {
  return figure?.known ? figure.value : null;
}
