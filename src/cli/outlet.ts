/**
 * Where text goes out. Only wiremark's own sequences steer a terminal: those of a run, a runner or a path are printed as
 * readable escapes.
 */
import { escaped } from '../report/text/width.ts';

/** The colors that wiremark itself uses, as picocolors writes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const OWN_COLORS = /(\u001b\[(?:1|2|9|22|29|31|32|39)m)/;

let before = (): void => {};

/** What is done before anything else is written: the status is removed. */
export function beforeEachWrite(act: () => void): void {
  before = act;
}

type Write = NodeJS.WriteStream['write'];

const raw = new WeakMap<NodeJS.WriteStream, Write>();

/**
 * From now on the stream lets nothing through that steers a terminal, except our own colors where it is one.
 *
 * @param spell what else becomes of texts
 */
export function guardOutlet(stream: NodeJS.WriteStream, spell = (text: string) => text): void {
  if (raw.has(stream)) return;
  const write = stream.write.bind(stream) as (...words: unknown[]) => boolean;
  raw.set(stream, write as Write);
  stream.write = ((chunk: unknown, ...rest: unknown[]) => {
    before();
    return write(typeof chunk === 'string' ? harmless(spell(chunk), stream.isTTY === true) : chunk, ...rest);
  }) as Write;
}

/** The stream as it was: for the status, which moves the cursor and escapes its texts itself. */
export function withoutGuard(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  const write = raw.get(stream);
  if (write === undefined) return stream;
  return new Proxy(stream, {
    get: (of, key) => {
      if (key === 'write') return write;
      const value: unknown = Reflect.get(of, key, of);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
}

/** @param colored whether our own colors may stay */
export function harmless(text: string, colored: boolean): string {
  if (!colored) return escaped(text);
  return text
    .split(OWN_COLORS)
    .map((part, i) => (i % 2 === 1 ? part : escaped(part)))
    .join('');
}

/** Columns of a stream: of its terminal, which may not know its size and say 0, else as COLUMNS says. */
export function columnsOr(unless: number, stream: NodeJS.WriteStream = process.stdout): number {
  const told = /^[1-9]\d{0,4}$/.test(process.env.COLUMNS ?? '') ? Number(process.env.COLUMNS) : unless;
  return stream.isTTY === true ? stream.columns || unless : told;
}
