/** A figure, or why there is none: never 0 for what wasn't measured. */
export type Figure =
  | { readonly known: true; readonly value: number }
  | { readonly known: false; readonly reason: string };

/** No figure that is a whole number, and none that a runner tells, is larger: up to here each is exact. */
export const LARGEST_NUMBER = Number.MAX_SAFE_INTEGER;

/** Its value; null for what isn't known or isn't there. */
export function known(figure: Figure | undefined): number | null {
  return figure?.known ? figure.value : null;
}
