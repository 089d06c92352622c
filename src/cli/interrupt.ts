import { Interrupted } from './errors.ts';
import { clearStatus } from './status.ts';

/** After an interrupt, what doesn't end by itself is left so soon, in milliseconds. */
const GRACE = 1_500;

/**
 * A signal that aborts at the first Ctrl-C or SIGTERM, so that what was measured can be kept and printed. Whatever is
 * waited for then, wiremark ends within two seconds; a second one ends it at once. The runners go with it
 * (src/runner/group.ts).
 *
 * @param kept see `attended`
 */
export function interruptSignal(kept: string | null): {
  readonly signal: AbortSignal;
  /** Nothing is waited for any more: what is left to do takes as long as it takes. */
  readonly finished: () => void;
  readonly done: () => void;
} {
  let limit: NodeJS.Timeout | undefined;
  let isFinished = false;
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(130);
    clearStatus();
    process.stderr.write(
      `\nwiremark: stopping${kept === null ? '' : `; ${kept}`} (once more to quit at once)\n`,
    );
    controller.abort(new Interrupted('interrupted'));
    if (!isFinished) limit = setTimeout(() => process.exit(130), GRACE);
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
