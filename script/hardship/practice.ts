/** An endless way to try to break wiremark. The same seed makes the same attempts in the same order. */
export interface Practice {
  readonly name: string;
  /** Yields after each attempt. Writes only below `scratch`. */
  attempts(place: { scratch: string; seed: number }): AsyncGenerator<Attempt>;
}

export interface Attempt {
  readonly what: string;
  /** The violated invariant; null if all held. */
  readonly find: string | null;
  /** The command that repeats the attempt. */
  readonly again: string;
}
