import { Interrupted } from './errors.ts';
import { clearStatus } from './status.ts';

/** After an interrupt, what doesn't end by itself is left so soon, in milliseconds. */
const GRACE = 1_500;

/** What an interrupt leaves, in words for who interrupts. */
export interface Kept {
  /** `what was measured is kept` */
  readonly what: string;
  /** What prints it if something doesn't end, so that the verb can't: `wiremark report`. */
  readonly printedBy?: string;
}

/**
 * A signal that aborts at the first Ctrl-C or SIGTERM, so that what was measured can be kept and printed. Whatever is
 * waited for then, wiremark ends within two seconds; a second one ends it at once. The runners go with it
 * (src/runner/group.ts).
 *
 * @param kept null: nothing
 */
export function interruptSignal(kept: Kept | null): {
  readonly signal: AbortSignal;
  /** Nothing is waited for any more: what is left to do takes as long as it takes. */
  readonly finished: () => void;
  readonly done: () => void;
} {
  let limit: NodeJS.Timeout | undefined;
  let isFinished = false;
  const controller = new AbortController();
  const leave = () => {
    clearStatus();
    const how = kept?.printedBy === undefined ? '' : `; what there is, ${kept.printedBy} prints`;
    process.stderr.write(`wiremark: not waiting any longer for what doesn't end${how}\n`);
    process.exit(130);
  };
  const stop = () => {
    if (controller.signal.aborted) process.exit(130);
    clearStatus();
    process.stderr.write(
      `\nwiremark: stopping${kept === null ? '' : `; ${kept.what}`} (once more to quit at once)\n`,
    );
    controller.abort(new Interrupted('interrupted'));
    if (!isFinished) limit = setTimeout(leave, GRACE);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, stop);
  const finished = () => {
    isFinished = true;
    clearTimeout(limit);
  };
  return {
    signal: controller.signal,
    finished,
    done: () => {
      finished();
      for (const name of signals) process.off(name, stop);
    },
  };
}
