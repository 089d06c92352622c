import { grouped } from '../text/numbers.ts';

/** What was seen of memory after a sleep and right after work, and whether cores are kept awake while measuring. */
export interface DozingFact {
  readonly awakeNs: number;
  readonly sleptNs: number;
  readonly dozes: boolean;
  /** Why cores can't be kept awake here; null where they are. */
  readonly unkept: string | null;
}

/** A part of a sentence. */
export function dozingFact({ awakeNs, sleptNs, dozes, unkept }: DozingFact): string {
  const slower = `memory access takes ${grouped(sleptNs / awakeNs, 2)} times as long after a sleep`;
  const kept =
    unkept === null
      ? 'cores are kept awake while blocks are measured'
      : `and cores can't be kept awake: ${unkept}`;
  return dozes ? `it dozes: ${slower}; ${kept}` : `it does not doze (${slower})`;
}
