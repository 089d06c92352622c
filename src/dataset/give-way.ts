import { setImmediate as turn } from 'node:timers/promises';

/** Maximum milliseconds without a turn of the event loop. */
const LONGEST_MS = 50;
let last = 0;

/**
 * Lets the event loop turn now and then during long work, so that timers and Ctrl-C are handled.
 *
 * @throws the signal's reason
 */
export async function giveWay(signal?: AbortSignal): Promise<void> {
  if (performance.now() - last < LONGEST_MS) return;
  await turn();
  last = performance.now();
  signal?.throwIfAborted();
}
