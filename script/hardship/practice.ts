/** One way to be hard on wiremark. Endless and seeded: the same seed does the same attempts in the same order. */
export interface Practice {
  readonly name: string;
  /** Each yields when one attempt is over. What it writes stays below `scratch`. */
  attempts(place: { scratch: string; seed: number }): AsyncGenerator<Attempt>;
}

export interface Attempt {
  readonly what: string;
  /** How the invariant broke; null: it held. */
  readonly find: string | null;
  /** How to repeat it: a command. */
  readonly again: string;
}
