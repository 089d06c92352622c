/** The status line on standard error: one line that is overwritten; nothing at all where there is no terminal. */
export interface Status {
  /** Shows a line instead of the last one. */
  show(text: string): void;
  /** Takes the line away, before anything else is printed. */
  clear(): void;
}

/** Redraws at most this often, in milliseconds. */
const INTERVAL = 100;

/**
 * @param stream where to; plain files, pipes and CI logs get nothing
 */
export async function openStatus(stream: NodeJS.WriteStream = process.stderr): Promise<Status> {
  if (!stream.isTTY || process.env.TERM === 'dumb') return { show() {}, clear() {} };
  const { createLogUpdate } = await import('log-update');
  const update = createLogUpdate(stream, { showCursor: true });
  let last = 0;
  return {
    show(text) {
      const now = Date.now();
      if (now - last < INTERVAL) return;
      last = now;
      const width = (stream.columns ?? 80) - 1;
      update(text.length > width ? `${text.slice(0, width - 1)}…` : text);
    },
    clear() {
      update.clear();
      last = 0;
    },
  };
}
