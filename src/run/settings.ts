import { randomInt } from 'node:crypto';
import { FULL_ROUNDS, QUICK_ROUNDS, USUAL_TARGET } from '../analysis/finding.ts';
import type { RunSettings } from '../store/record/record.ts';

/** What a user may say about measuring; everything else follows from it. */
export interface SettingOptions {
  readonly quick?: boolean;
  readonly full?: boolean;
  /** Exactly this number of rounds. */
  readonly rounds?: number;
  /** Half-width of the intervals at which it is enough: 0.02 is 2 %. */
  readonly target?: number;
  /** Seconds. */
  readonly budget?: number;
  /** A whole number from 0 to 2³² − 1; drawn when absent. */
  readonly seed?: number;
}

/** In how many rounds limits take part: they bound rows and rank nowhere, and by then they are known well enough. */
export const LIMIT_ROUNDS = 6;

/**
 * Resolves what is recorded as the run's settings, frozen.
 *
 * Full is 10 to 30 rounds; quick is 5 short ones, and its results are preliminary.
 *
 * @param suiteIsQuick what the suite says for when the user says nothing
 */
export function resolveSettings(options: SettingOptions, suiteIsQuick = false): RunSettings {
  const quick = options.quick ?? (options.full ? false : suiteIsQuick);
  const { rounds: exact } = options;
  const rounds = exact ? { minimum: exact, maximum: exact } : quick ? QUICK_ROUNDS : FULL_ROUNDS;
  return Object.freeze({
    seed: options.seed ?? randomInt(2 ** 32),
    quick,
    rounds: Object.freeze(rounds),
    target: options.target ?? USUAL_TARGET,
    budget: options.budget ?? null,
  });
}
