import { randomInt } from 'node:crypto';
import { FULL_ROUNDS } from '../stats/judgement.ts';
import type { RunSettings } from '../store/record.ts';

/** What a user may say about measuring; everything else follows from it. */
export interface SettingOptions {
  readonly quick?: boolean;
  readonly full?: boolean;
  /** Just as many rounds. */
  readonly rounds?: number;
  /** Half-width of the intervals at which it is enough: 0.02 is 2 %. */
  readonly target?: number;
  /** Seconds. */
  readonly budget?: number;
  /** A whole number from 0 to 2³² − 1; drawn when absent. */
  readonly seed?: number;
}

export const QUICK_ROUNDS = { minimum: 3, maximum: 3 };
const TARGET = 0.02;

/** In how many rounds limits take part: they bound rows and rank nowhere, and by then they are known well enough. */
export const LIMIT_ROUNDS = 6;

/**
 * Resolves what is recorded as the run's settings, frozen.
 *
 * Full is 10 to 30 rounds; quick is 3, which find only what is large, and its results are preliminary.
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
    target: options.target ?? TARGET,
    budget: options.budget ?? null,
  });
}

/** How a trial goes, as far as the settings and not the runtime decide it. */
export interface Procedure {
  /** At most as many blocks a round, whatever the runtimes ask for. */
  readonly blocks: number;
  /** Longest warm-up in milliseconds, whatever the runtime asks for. */
  readonly warmup: number;
}

/** Quick: 6 blocks a round instead of 12, warm-ups of 6 s at most on the JVM instead of 10. */
export function procedureOf(settings: Pick<RunSettings, 'quick'>): Procedure {
  return settings.quick
    ? { blocks: 6, warmup: 6_000 }
    : { blocks: Number.POSITIVE_INFINITY, warmup: Number.POSITIVE_INFINITY };
}
