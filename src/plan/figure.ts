/** A figure, or why there is none; an unmeasured figure is never 0. */
export type Figure =
  | { readonly known: true; readonly value: number }
  | { readonly known: false; readonly reason: string };

/** Largest whole number that a double holds exactly; larger figures are refused. */
export const LARGEST_NUMBER = Number.MAX_SAFE_INTEGER;

/** The value; null if it is unknown or absent. */
export function known(figure: Figure | undefined): number | null {
  return figure?.known ? figure.value : null;
}
