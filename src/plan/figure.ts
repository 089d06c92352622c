/** A figure, or why there is none: never 0 for what wasn't measured. */
export type Figure =
  | { readonly known: true; readonly value: number }
  | { readonly known: false; readonly reason: string };
