import { interruptSignal, type Kept } from './interrupt.ts';
import { openStatus, type Status } from './status.ts';

/** For a verb that takes time: a status line, and a signal that aborts when it is interrupted. */
export interface Attendance {
  readonly status: Status;
  readonly signal: AbortSignal;
  /** Says that only printing is left: an interrupt leaves time for that. */
  readonly finished: () => void;
}

/**
 * Does a verb's work with a status line, which is removed afterwards, and handles interrupts.
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
