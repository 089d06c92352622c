import { Interrupted } from './errors.ts';
import { openStatus, type Status, withTime } from './status.ts';

/** Status line and signal of a verb that takes time. */
interface Attendance {
  readonly status: Status;
  /** Shows a step with the time since the first. */
  readonly progress: (what: string) => void;
  /** Aborts at an interrupt. */
  readonly signal: AbortSignal;
  /** Call when only printing is left: an interrupt then waits for it. */
  readonly finished: () => void;
}

/**
 * Does the work of a verb with a status line, and handles interrupts.
 *
 * @param printedBy command that prints what was measured before an interrupt; absent if nothing is kept
 */
export async function attended<T>(
  work: (attendance: Attendance) => Promise<T>,
  printedBy?: string,
): Promise<T> {
  const status = await openStatus();
  const { signal, finished, done } = interruptSignal(printedBy);
  try {
    return await work({ status, progress: withTime(status), signal, finished });
  } finally {
    status.clear();
    done();
  }
}

/** Milliseconds that an interrupt waits for the work to end. */
const GRACE = 1_500;

/**
 * A signal that aborts at the first Ctrl-C or SIGTERM, so that measured samples can be kept and printed. wiremark ends within
 * two seconds; a second signal ends it at once. Runners end with it (src/machine/process-group.ts).
 *
 * @returns the signal; `finished`, after which there is no time limit; and `done`
 */
export function interruptSignal(printedBy?: string) {
  let limit: NodeJS.Timeout | undefined;
  let isFinished = false;
  const controller = new AbortController();
  const leave = () => {
    const how = printedBy === undefined ? '' : `; to print the results so far: ${printedBy}`;
    process.stderr.write(`wiremark: stopped without waiting for the rest${how}\n`);
    process.exit(130);
  };
  const stop = () => {
    if (controller.signal.aborted) process.exit(130);
    const kept = printedBy === undefined ? '' : '; what was measured is kept';
    process.stderr.write(`\nwiremark: stopping${kept} (press Ctrl-C again to quit at once)\n`);
    controller.abort(new Interrupted('interrupted'));
    if (!isFinished) limit = setTimeout(leave, GRACE);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, stop);
  const finished = () => {
    isFinished = true;
    clearTimeout(limit);
  };
  const done = () => {
    finished();
    for (const name of signals) process.off(name, stop);
  };
  return { signal: controller.signal, finished, done };
}
