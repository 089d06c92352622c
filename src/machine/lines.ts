import type { Readable } from 'node:stream';

/** Maximum characters of a line, and maximum number of unread lines. */
interface Bounds {
  readonly line: number;
  readonly waiting: number;
}

const OF_RUNNERS: Bounds = { line: 65_536, waiting: 16 };

/** Returned instead of a line when a bound is exceeded, because more output could fill wiremark's memory. */
export const FLOOD = Symbol();

export class LineReader {
  readonly #stream: Readable;
  readonly #bounds: Bounds;
  readonly #waiting: (string | typeof FLOOD)[] = [];
  #rest = '';
  #ended = false;
  #wake = (): void => {};

  constructor(stream: Readable, bounds = OF_RUNNERS) {
    this.#stream = stream;
    this.#bounds = bounds;
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => this.#take(chunk));
    const end = () => {
      this.#ended = true;
      this.#wake();
    };
    for (const event of ['end', 'close', 'error']) stream.on(event, end);
  }

  /** Returns the next line; null at the end of the stream. An unfinished last line is dropped, because its writer died. */
  async next(): Promise<string | typeof FLOOD | null> {
    while (this.#waiting.length === 0) {
      if (this.#ended) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#waiting.shift()!;
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

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
    this.#wake();
  }
}
