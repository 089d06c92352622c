import { Interrupted } from './errors.ts';

/**
 * A signal that aborts at the first Ctrl-C or SIGTERM, so that what was measured can be kept and printed. A second one
 * ends wiremark at once; the runners go with it (src/runner/group.ts).
 *
 * @param kept see `attended`
 */
export function interruptSignal(kept: string | null): {
  readonly signal: AbortSignal;
  readonly done: () => void;
} {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(130);
    process.stderr.write(
      `\nwiremark: stopping${kept === null ? '' : `; ${kept}`} (once more to quit at once)\n`,
    );
    controller.abort(new Interrupted('interrupted'));
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, stop);
  return {
    signal: controller.signal,
    done: () => {
      for (const name of signals) process.off(name, stop);
    },
  };
}
