/** Guards standard output and error: text from runs, runners and paths must not control the terminal. */
import { escaped } from '../report/text/width.ts';

/** The colors that wiremark itself uses, as picocolors writes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences
const OWN_COLORS = /(\u001b\[(?:1|2|9|22|29|31|32|39)m)/;

let before = (): void => {};

/** Sets a function that is called before each write, to remove the status line. */
export function beforeEachWrite(act: () => void): void {
  before = act;
}

type Write = NodeJS.WriteStream['write'];

const raw = new WeakMap<NodeJS.WriteStream, Write>();

/** Escapes control sequences in written text. @param spell rewrites the text first */
export function guardOutput(stream: NodeJS.WriteStream, spell = (text: string) => text): void {
  if (raw.has(stream)) return;
  const write = stream.write.bind(stream) as (...words: unknown[]) => boolean;
  raw.set(stream, write as Write);
  stream.write = ((chunk: unknown, ...rest: unknown[]) => {
    before();
    return write(typeof chunk === 'string' ? harmless(spell(chunk), stream.isTTY === true) : chunk, ...rest);
  }) as Write;
}

/** The unguarded stream, for the status line, which moves the cursor. */
export function withoutGuard(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  const write = raw.get(stream);
  return write === undefined ? stream : Object.create(stream, { write: { value: write } });
}

/** Escapes control sequences. @param colored whether wiremark's own colors are kept */
export function harmless(text: string, colored: boolean): string {
  if (!colored) return escaped(text);
  return text
    .split(OWN_COLORS)
    .map((part, i) => (i % 2 === 1 ? part : escaped(part)))
    .join('');
}

/** Width of a terminal, else COLUMNS, else `unless`. A terminal may report 0. */
export function columnsOr(unless: number, stream: NodeJS.WriteStream = process.stdout): number {
  const wanted = /^[1-9]\d{0,4}$/.test(process.env.COLUMNS ?? '') ? Number(process.env.COLUMNS) : unless;
  return stream.isTTY === true ? stream.columns || unless : wanted;
}
