/** A measured number, or the reason why it is missing. A missing number is never 0. */
export type Figure =
  | { readonly known: true; readonly value: number }
  | { readonly known: false; readonly reason: string };

/** Largest integer up to which a double holds all integers exactly; a runner's reply with a larger number is refused. */
export const LARGEST_NUMBER = Number.MAX_SAFE_INTEGER;

/** The figure's value; null if the figure is unknown or absent. */
export function known(figure: Figure | undefined): number | null {
  return figure?.known ? figure.value : null;
}
