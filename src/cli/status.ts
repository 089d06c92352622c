import { visible } from '../report/text/width.ts';
import { withoutGuard } from './outlet.ts';

/** The status on standard error: a few lines that are overwritten; nothing at all where there is no terminal. */
export interface Status {
  /** Lines that there is room for; 0 where there is no terminal and nothing is shown. */
  readonly rows: number;
  /** Shows lines instead of the last ones. */
  show(text: string): void;
  /** Takes the lines away, before anything else is printed. */
  clear(): void;
  /** Prints a line that stays, above what is shown. */
  note(text: string): void;
}

/** Redraws at most this often, in milliseconds. */
const INTERVAL = 100;

/**
 * @param stream where to; plain files, pipes and CI logs get nothing
 */
export async function openStatus(stream: NodeJS.WriteStream = process.stderr): Promise<Status> {
  if (!stream.isTTY || process.env.TERM === 'dumb') return { rows: 0, show() {}, clear() {}, note() {} };
  const { createLogUpdate } = await import('log-update');
  const update = createLogUpdate(withoutGuard(stream), { showCursor: true });
  let last = 0;
  const clear = () => {
    update.clear();
    last = 0;
  };
  return {
    get rows() {
      return (stream.rows ?? 24) - 1;
    },
    show(text) {
      const now = Date.now();
      if (now - last < INTERVAL) return;
      last = now;
      const width = (stream.columns ?? 80) - 1;
      const fitting = (line: string) => (line.length > width ? `${line.slice(0, width - 1)}…` : line);
      // Drawn anew as a whole: a partial redraw leaves lines behind when the number of lines changes.
      update.clear();
      update(text.split('\n').map(visible).map(fitting).join('\n'));
    },
    clear,
    note(text) {
      clear();
      stream.write(`${text}\n`);
    },
  };
}
