/** Escapes control characters in all output: text from runs, runners and paths must not control the terminal. */
import { escaped } from '../report/text/width.ts';

/** Terminal sequences of wiremark's own colors, as picocolors writes them. They aren't escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences
const OWN_COLORS = /(\u001b\[(?:1|2|9|22|29|31|32|39)m)/;

let before = (): void => {};

export function beforeEachWrite(act: () => void): void {
  before = act;
}

type Write = NodeJS.WriteStream['write'];

const raw = new WeakMap<NodeJS.WriteStream, Write>();

/**
 * Escapes control characters in all text that is written to the stream from now on.
 * @param spell rewrites text before it is escaped
 */
export function guardOutput(stream: NodeJS.WriteStream, spell = (text: string) => text): void {
  if (raw.has(stream)) return;
  const write = stream.write.bind(stream) as (...words: unknown[]) => boolean;
  raw.set(stream, write as Write);
  stream.write = ((chunk: unknown, ...rest: unknown[]) => {
    before();
    return write(typeof chunk === 'string' ? harmless(spell(chunk), stream.isTTY === true) : chunk, ...rest);
  }) as Write;
}

/** Returns the stream without escaping. The status line needs it to move the cursor. */
export function withoutGuard(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  const write = raw.get(stream);
  return write === undefined ? stream : Object.create(stream, { write: { value: write } });
}

export function harmless(text: string, colored: boolean): string {
  if (!colored) return escaped(text);
  return text
    .split(OWN_COLORS)
    .map((part, i) => (i % 2 === 1 ? part : escaped(part)))
    .join('');
}

/**
 * Returns the width of a terminal in characters, or the variable COLUMNS for other streams. If that is unknown (some terminals
 * report 0), returns `unless`.
 */
export function columnsOr(unless: number, stream: NodeJS.WriteStream = process.stdout): number {
  const wanted = /^[1-9]\d{0,4}$/.test(process.env.COLUMNS ?? '') ? Number(process.env.COLUMNS) : unless;
  return stream.isTTY === true ? stream.columns || unless : wanted;
}
