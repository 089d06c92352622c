import { Interrupted } from './errors.ts';
import { openStatus, type Status, withTime } from './status.ts';

interface Attendance {
  readonly status: Status;
  readonly progress: (what: string) => void;
  /** Aborts at the first Ctrl-C, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
  /** Call this when only printing is left. From then on, a first interrupt doesn't end wiremark before everything is printed. */
  readonly finished: () => void;
}

/** Milliseconds after an interrupt until wiremark exits, even if the work hasn't ended. */
const GRACE = 1_500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs the work of a verb. The first interrupt aborts `signal`, so that the work can stop and print its results. wiremark exits
 * `GRACE` milliseconds later, unless `finished` was called, and at once after a second interrupt.
 * @param printedBy command that prints the results later; absent if the work stores no results
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
