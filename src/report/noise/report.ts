import type { Attempt, NoiseSummary } from '../../stats/noise-summary.ts';
import type { Machine } from '../../store/record.ts';
import type { OtherPrograms } from './busy.ts';
import type { DozingFact } from './dozing.ts';

/** All that `wiremark noise` did and found. */
export interface NoiseReport {
  readonly what: { readonly serializer: string; readonly dataset: string; readonly task: string };
  readonly plan: {
    readonly seed: number;
    readonly rounds: number;
    readonly blocks: number;
    /** Processes of our own load. */
    readonly load: number;
  };
  readonly machine: Machine;
  /** What else the machine did before it began; null where the system doesn't tell. */
  readonly use: OtherPrograms | null;
  readonly dozing: DozingFact;
  readonly seconds: number;
  readonly conditions: readonly NoiseCondition[];
  readonly attempts: readonly (Attempt & { readonly condition: string })[];
}

export interface NoiseCondition {
  readonly condition: 'quiet' | 'loaded';
  readonly summary: NoiseSummary;
}
