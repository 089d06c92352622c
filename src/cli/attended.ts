import { Interrupted } from './errors.ts';
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

/** How long an interrupt waits for what doesn't end, in milliseconds. */
const GRACE = 1_500;

/** What an interrupt leaves, in words for the person. */
interface Kept {
  /** `what was measured is kept` */
  readonly what: string;
  /** The command that prints it if the verb can't: `wiremark report`. */
  readonly printedBy?: string;
}

/**
 * A signal that aborts at the first Ctrl-C or SIGTERM, so that what was measured can be kept and printed. Wiremark ends
 * within two seconds, whatever it waits for; a second one ends it at once. The runners end with it
 * (src/machine/group.ts).
 *
 * @param kept null: nothing
 * @returns the signal; `finished`: nothing is waited for anymore, the rest takes the time that it needs; and `done`
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
