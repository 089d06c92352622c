/** How many processes may be alive at once. */
import type { MeasuredContender } from '../trial/types.ts';

/** Limit for any amount of memory: idle processes cost the scheduler a little. */
const MOST_PROCESSES = 24;

/** Share of the available memory that is used; the rest is for the system's cache and other programs. */
const USED_SHARE = 0.8;

const MIB = 2 ** 20;

/**
 * The number of processes that fit into memory at once, by the largest memory limit of the manifests: a process that swaps spoils
 * a round.
 *
 * @param available bytes that new processes may take
 * @returns at least 2, since there is nothing to compare with less
 */
export function processesThatFit(
  contenders: readonly Pick<MeasuredContender, 'memory'>[],
  available: number,
): number {
  const largest = Math.max(...contenders.map(({ memory }) => memory)) * MIB;
  return Math.min(MOST_PROCESSES, Math.max(2, Math.floor((available * USED_SHARE) / largest)));
}
