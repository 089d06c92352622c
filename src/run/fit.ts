/** How many processes may be alive at once. */
import type { MeasuredContender } from '../trial/types.ts';

/** However much memory there is: idle processes cost the scheduler little, but not nothing. */
const MOST_PROCESSES = 24;

/** Share of the available memory that is used; the rest is for the system's cache and for what others start. */
const USED_SHARE = 0.8;

const MIB = 2 ** 20;

/**
 * Most processes of these contenders that fit into memory at once: as many as of the largest, by what its runner's
 * manifest says that it may hold and not by what it happens to use, for a process that swaps silently spoils a round.
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
