import { Interrupted } from './errors.ts';
import { openStatus, type Status } from './status.ts';

/** Status line and signal of a verb that takes time. */
export interface Attendance {
  readonly status: Status;
  readonly signal: AbortSignal;
  /** Call when only printing is left: an interrupt then waits for it. */
  readonly finished: () => void;
}

/**
 * Does the work of a verb with a status line, and handles interrupts.
 *
 * @param kept what remains after an interrupt; null for nothing
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

/** Milliseconds that an interrupt waits for the work to end. */
const GRACE = 1_500;

/** What remains after an interrupt. */
interface Kept {
  /** `what was measured is kept` */
  readonly what: string;
  /** The command that prints it: `wiremark report`. */
  readonly printedBy?: string;
}

/**
 * A signal that aborts at the first Ctrl-C or SIGTERM, so that measured samples can be kept and printed. wiremark ends within
 * two seconds; a second signal ends it at once. Runners end with it (src/machine/process-group.ts).
 *
 * @returns the signal; `finished`, after which there is no time limit; and `done`
 */
export function interruptSignal(kept: Kept | null) {
  let limit: NodeJS.Timeout | undefined;
  let isFinished = false;
  const controller = new AbortController();
  const leave = () => {
    const how = kept?.printedBy === undefined ? '' : `; to print what there is: ${kept.printedBy}`;
    process.stderr.write(`wiremark: stopped without waiting for the rest${how}\n`);
    process.exit(130);
  };
  const stop = () => {
    if (controller.signal.aborted) process.exit(130);
    const left = kept === null ? '' : `; ${kept.what}`;
    process.stderr.write(`\nwiremark: stopping${left} (press Ctrl-C again to quit at once)\n`);
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
