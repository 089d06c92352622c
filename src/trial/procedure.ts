import { SLICE_NS } from '../stats/steady.ts';
import type { RunSettings } from '../store/record/record.ts';

/** The parts of a trial that depend on the settings, not on the runtime. */
export interface Procedure {
  /** Most blocks in a round. */
  readonly blocks: number;
  /** Intended length of a timed slice. */
  readonly sliceNs: number;
  /** Longest warm-up in milliseconds. */
  readonly warmup: number;
}

/** Quick rounds have fewer and shorter blocks; warm-ups are as long as in full rounds, except long ones of the JVM. */
export function procedureOf(settings: Pick<RunSettings, 'quick'>): Procedure {
  return settings.quick
    ? { blocks: 3, sliceNs: SLICE_NS / 2, warmup: 3_600 }
    : { blocks: Number.POSITIVE_INFINITY, sliceNs: SLICE_NS, warmup: Number.POSITIVE_INFINITY };
}
