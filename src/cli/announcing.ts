/** A long run says so before it begins, and gives anyone at the terminal a moment to stop it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Attendance } from './attended.ts';

/** What may take longer than this many seconds says so, in logs too. */
const LONG = 600;
/** Seconds in which a person at a terminal may stop it. */
const WAIT = 5;

export interface Announcement {
  /** How long it takes. */
  readonly seconds: number;
  /** The same in words, then how it would take less. */
  readonly lines: readonly string[];
}

export const isLong = (seconds: number): boolean => seconds > LONG;

/**
 * Says it; in a log only what is long. At a terminal, what is long waits a moment.
 *
 * @throws the signal's reason when it is stopped
 */
export async function announce(
  { seconds, lines }: Announcement,
  { status, signal }: Pick<Attendance, 'status' | 'signal'>,
): Promise<void> {
  const long = isLong(seconds);
  if (status.rows === 0 && !long) return;
  for (const line of lines) status.note(`wiremark: ${line}`);
  if (status.rows === 0) return;
  for (let left = long ? WAIT : 0; left > 0; left--) {
    status.show(`beginning in ${left} s (Ctrl-C stops it)`);
    await pause(1000, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  status.clear();
}
