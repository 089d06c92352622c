import { counted, spelledSeconds } from '../report/numbers.ts';
import { displayWidth, visible, wrap } from '../report/text/width.ts';
import { beforeEachWrite, columnsOr, withoutGuard } from './output.ts';

export interface Status {
  /** Number of status lines that fit; 0 without a terminal. */
  readonly rows: number;
  /**
   * Replaces the status lines. A function is called every second, which would disturb timing: pass a string while something is
   * timed.
   */
  show(text: string | (() => string)): void;
  clear(): void;
  note(text: string): void;
}

/** Minimum milliseconds between redraws. */
const INTERVAL = 100;
/** Milliseconds between redraws if the status is a function. */
const TICK = 1_000;
/** Milliseconds between status lines if there is no terminal. */
const LOG_INTERVAL = 60_000;

const INDENT = '  ';

export function withTime(status: Status): (what: string) => void {
  const begin = performance.now();
  return (what) => status.show(() => `${what}, ${spelledSeconds((performance.now() - begin) / 1000)} so far`);
}

export async function openStatus(
  stream: NodeJS.WriteStream = process.stderr,
  every = LOG_INTERVAL,
): Promise<Status> {
  if (!stream.isTTY || process.env.TERM === 'dumb') return plainStatus(stream, every);
  const { createLogUpdate } = await import('log-update');
  const update = createLogUpdate(withoutGuard(stream), { showCursor: true });
  let last = 0;
  let ticking: NodeJS.Timeout | undefined;
  const draw = (text: string) => {
    const now = performance.now();
    if (now - last < INTERVAL) return;
    last = now;
    const width = columnsOr(80, stream) - 1;
    const all = text.split('\n');
    const more = all.length - rowsOf(stream) + 1;
    const lines = more > 1 ? [...all.slice(0, -more), `  … ${counted(more, 'more row')}`] : all;
    // All lines are cleared: a partial redraw leaves lines behind when their number changes.
    update.clear();
    update(lines.map((line) => fitting(visible(line), width)).join('\n'));
  };
  const wipe = () => {
    update.clear();
    last = 0;
  };
  beforeEachWrite(wipe);
  return {
    get rows() {
      return rowsOf(stream);
    },
    show(text) {
      clearInterval(ticking);
      if (typeof text === 'function') ticking = setInterval(() => draw(text()), TICK).unref();
      draw(textOf(text));
    },
    clear() {
      clearInterval(ticking);
      wipe();
    },
    note(text) {
      wipe();
      stream.write(noteText(text, columnsOr(80, stream)));
    },
  };
}

const rowsOf = (stream: NodeJS.WriteStream) => Math.max(1, (stream.rows || 24) - 1);

const noteText = (text: string, width: number) =>
  `${wrap(text, width - INDENT.length).join(`\n${INDENT}`)}\n`;

const textOf = (text: string | (() => string)) => (typeof text === 'string' ? text : text());

/** Cuts a line to the terminal's width: a line that the terminal has wrapped couldn't be cleared. */
function fitting(line: string, width: number): string {
  if (displayWidth(line) <= width) return line;
  const characters = [...line];
  while (characters.length > 0 && displayWidth(characters.join('')) >= width) characters.pop();
  return `${characters.join('')}…`;
}

function plainStatus(stream: NodeJS.WriteStream, every: number): Status {
  const begin = performance.now();
  let current: string | (() => string) | null = null;
  setInterval(() => {
    if (current === null) return;
    const seconds = (performance.now() - begin) / 1000;
    const lines = textOf(current).split('\n');
    stream.write(
      `wiremark: after ${spelledSeconds(seconds)}: ${lines.map((line) => line.trim()).join(', ')}\n`,
    );
  }, every).unref();
  return {
    rows: 0,
    show(text) {
      current = text;
    },
    clear() {
      current = null;
    },
    note(text) {
      stream.write(noteText(text, columnsOr(Number.POSITIVE_INFINITY, stream)));
    },
  };
}

export function about(seconds: number): string {
  return seconds < FEW ? 'a few seconds' : `about ${rough(seconds)}`;
}

export function aboutFrom(least: number, most: number): string {
  const [from, to] = [about(least), about(most)];
  return from === to ? from : `${from} to ${rough(most)}`;
}

const FEW = 7.5;

function rough(seconds: number): string {
  const rounded = (value: number, step: number) => Math.round(value / step) * step;
  if (seconds < 115) return `${rounded(seconds, seconds < 57.5 ? 5 : 10)} s`;
  if (seconds < 5370) return `${rounded(seconds / 60, seconds < 585 ? 0.5 : 1)} min`;
  return `${rounded(seconds / 3600, 0.5)} h`;
}
