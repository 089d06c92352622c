import { interruptSignal, type Kept } from './interrupt.ts';
import { openStatus, type Status } from './status.ts';

/** What a verb that takes its time has: a status line, and a signal that aborts when it is interrupted. */
export interface Attendance {
  readonly status: Status;
  readonly signal: AbortSignal;
  /** Tells that nothing is waited for any more, as when there is only to print: an interrupt leaves the time for that. */
  readonly finished: () => void;
}

/**
 * Does a verb's work with a status line that is gone afterwards, and with interrupts handled.
 *
 * @param kept what an interrupt leaves; null: nothing
 */
export async function attended<T>(
  kept: Kept | null,
  work: (attendance: Attendance) => Promise<T>,
): Promise<T> {
  const status = await openStatus();
  const { signal, finished, done } = interruptSignal(kept);
  try {
    return await work({ status, signal, finished });
  } finally {
    status.clear();
    done();
  }
}
