import { setImmediate as turn } from 'node:timers/promises';

/** So long one piece of work may keep everything else from its turn, in milliseconds. */
const LONGEST = 50;
let last = 0;

/**
 * For work that takes its time: lets all that waits have its turn now and then, above all an interrupt, which is heard of
 * between two turns only.
 *
 * @throws the signal's reason
 */
export async function giveWay(signal?: AbortSignal): Promise<void> {
  if (performance.now() - last < LONGEST) return;
  await turn();
  last = performance.now();
  signal?.throwIfAborted();
}
