import { SLICE_NS } from '../stats/steady.ts';
import type { RunSettings } from '../store/record/record.ts';

/** How a trial goes, as far as the settings and not the runtime decide it. */
export interface Procedure {
  /** Blocks a round at most, whatever the runtimes ask for. */
  readonly blocks: number;
  /** Length of a timed slice that is aimed at. */
  readonly sliceNs: number;
  /** Longest warm-up in milliseconds, whatever the runtime asks for. */
  readonly warmup: number;
}

/** Quick rounds are short: warm-ups are as long as in full ones, but for the longest of the JVM. */
export function procedureOf(settings: Pick<RunSettings, 'quick'>): Procedure {
  return settings.quick
    ? { blocks: 3, sliceNs: SLICE_NS / 2, warmup: 3_600 }
    : { blocks: Number.POSITIVE_INFINITY, sliceNs: SLICE_NS, warmup: Number.POSITIVE_INFINITY };
}
