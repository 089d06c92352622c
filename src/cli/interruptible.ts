import { Interrupted } from './errors.ts';
import { openStatus, type Status, withTime } from './status.ts';

interface Attendance {
  readonly status: Status;
  /** Shows a step with the time since the work began. */
  readonly progress: (what: string) => void;
  /** Aborts at the first Ctrl-C, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
  /** Called by the work when only printing is left: an interrupt then waits until printing ends. */
  readonly finished: () => void;
}

/** Milliseconds that an interrupt waits for the work to end. */
const GRACE = 1_500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Does the work of a verb with a status line. An interrupt aborts the work, so that results so far can be kept and printed,
 * and ends wiremark within two seconds.
 *
 * @param printedBy command that prints the results before an interrupt; absent if nothing is kept
 */
export async function attended<T>(
  work: (attendance: Attendance) => Promise<T>,
  printedBy?: string,
): Promise<T> {
  const status = await openStatus();
  let limit: NodeJS.Timeout | undefined;
  let isFinished = false;
  const controller = new AbortController();
  const { signal } = controller;
  const leave = () => {
    const how = printedBy === undefined ? '' : `; to print the results so far: ${printedBy}`;
    process.stderr.write(`wiremark: stopped without waiting for the rest${how}\n`);
    process.exit(130);
  };
  const stop = () => {
    if (signal.aborted) process.exit(130);
    const kept = printedBy === undefined ? '' : '; what was measured is kept';
    process.stderr.write(`\nwiremark: stopping${kept} (press Ctrl-C again to quit at once)\n`);
    controller.abort(new Interrupted('interrupted'));
    if (!isFinished) limit = setTimeout(leave, GRACE);
  };
  for (const name of SIGNALS) process.on(name, stop);
  const finished = () => {
    isFinished = true;
    clearTimeout(limit);
  };
  try {
    return await work({ status, progress: withTime(status), signal, finished });
  } finally {
    status.clear();
    finished();
    for (const name of SIGNALS) process.off(name, stop);
  }
}
