import { randomInt } from 'node:crypto';
import { FULL_ROUNDS, QUICK_ROUNDS, USUAL_TARGET } from '../analysis/finding.ts';
import type { RunSettings } from '../store/record/record.ts';

export interface SettingOptions {
  readonly quick?: boolean;
  readonly full?: boolean;
  readonly rounds?: number;
  readonly target?: number;
  /** Maximum time of the run in seconds. */
  readonly budget?: number;
  readonly seed?: number;
}

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
