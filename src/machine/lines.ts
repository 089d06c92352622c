import type { Readable } from 'node:stream';

/** More than that is a flood. */
interface Bounds {
  /** Characters of a line. */
  readonly line: number;
  /** Lines that wait unread. */
  readonly waiting: number;
}

/** A runner's replies are short, and wiremark asks one question at a time. */
const OF_RUNNERS: Bounds = { line: 65_536, waiting: 16 };

/** In place of a line: there is more than anybody has to say. */
export const FLOOD = Symbol();

/**
 * Lines of a program's standard output, one `next()` at a time. Stops reading on a flood, so that a program that never
 * stops printing can't fill our memory.
 */
export class LineReader {
  readonly #stream: Readable;
  readonly #bounds: Bounds;
  readonly #waiting: (string | typeof FLOOD)[] = [];
  #rest = '';
  #ended = false;
  #wake: (() => void) | null = null;

  constructor(stream: Readable, bounds = OF_RUNNERS) {
    this.#stream = stream;
    this.#bounds = bounds;
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => this.#take(chunk));
    const end = () => {
      this.#ended = true;
      this.#wake?.();
    };
    for (const event of ['end', 'close', 'error']) stream.on(event, end);
  }

  /** The next line; null when the stream has ended. An unfinished last line is dropped: its writer died. */
  async next(): Promise<string | typeof FLOOD | null> {
    while (this.#waiting.length === 0) {
      if (this.#ended) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
    return this.#waiting.shift()!;
  }

  /** Lines that nobody asked for, e.g. between two commands. */
  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** What has come of a line that has no end yet. */
  get unfinished(): string {
    return this.#rest;
  }

  #take(chunk: string): void {
    const parts = (this.#rest + chunk).split('\n');
    this.#rest = parts.pop()!;
    this.#waiting.push(...parts);
    const { line, waiting } = this.#bounds;
    if (this.#rest.length > line || this.#waiting.length > waiting) {
      this.#waiting.splice(0, this.#waiting.length, FLOOD);
      this.#stream.pause();
      this.#stream.destroy();
    }
    this.#wake?.();
  }
}
