import { randomInt } from 'node:crypto';
import { FULL_ROUNDS, QUICK_ROUNDS, USUAL_TARGET } from '../analysis/finding.ts';
import type { RunSettings } from '../store/record/record.ts';

/** A user's options of measuring. */
export interface SettingOptions {
  readonly quick?: boolean;
  readonly full?: boolean;
  /** Exactly this number of rounds. */
  readonly rounds?: number;
  /** Half-width of intervals at which measuring ends: 0.02 is 2 %. */
  readonly target?: number;
  /** Seconds. */
  readonly budget?: number;
  /** A whole number from 0 to 2³² − 1; drawn when absent. */
  readonly seed?: number;
}

/** Rounds with limits: their times need no more precision. */
export const LIMIT_ROUNDS = 6;

/**
 * Resolves the run's settings, which are recorded; frozen.
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
