/** A terminal with the features that a status uses: wrapping, scrolling, erasing, and moving the cursor. */
import { displayWidth } from '../../src/report/text/width.ts';

export class Screen {
  readonly isTTY = true;
  readonly columns: number;
  readonly rows: number;
  /** Lists of characters, including lines that scrolled away. */
  readonly #lines: string[][] = [[]];
  #row = 0;
  #column = 0;

  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
  }

  get text(): string {
    return this.#lines
      .map((line) => line.join('').trimEnd())
      .join('\n')
      .trimEnd();
  }

  write(text: string): boolean {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences
    for (const [part, steering] of text.matchAll(/\u001b\[([?\d;]*[A-Za-z])|[\s\S]/gu)) {
      if (steering !== undefined) this.#steer(steering);
      else if (part === '\n') this.#down();
      else this.#put(part);
    }
    return true;
  }

  #put(character: string): void {
    const width = displayWidth(character);
    if (this.#column + width > this.columns) this.#down();
    const line = this.#lines[this.#row]!;
    while (line.length < this.#column) line.push(' ');
    line.splice(this.#column, width, character, ...Array.from({ length: width - 1 }, () => ''));
    this.#column += width;
  }

  #down(): void {
    this.#row++;
    this.#column = 0;
    if (this.#row === this.#lines.length) this.#lines.push([]);
  }

  #steer(sequence: string): void {
    const count = Number(sequence.slice(0, -1)) || 1;
    const top = Math.max(0, this.#lines.length - this.rows);
    if (sequence.endsWith('A')) this.#row = Math.max(top, this.#row - count);
    else if (sequence === 'G') this.#column = 0;
    else if (sequence === '2K') this.#lines[this.#row] = [];
    else if (sequence === 'J') this.#lines.splice(this.#row + 1);
    else if (!/^\?\d+[hl]$/.test(sequence)) throw new Error(`unknown sequence ESC [ ${sequence}`);
  }
}
