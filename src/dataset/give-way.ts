import { setImmediate as turn } from 'node:timers/promises';

const LONGEST_MS = 50;
let last = 0;

/** Lets Node handle timers and Ctrl-C. Long work calls this often; only one call in 50 ms waits. @throws the signal's reason */
export async function giveWay(signal?: AbortSignal): Promise<void> {
  if (performance.now() - last < LONGEST_MS) return;
  await turn();
  last = performance.now();
  signal?.throwIfAborted();
}
