/** Whatever a person has documents in → the documents, one after another. */
import { GivenError } from './error.ts';
import { type Chunks, openSource, type Watch } from './source.ts';
import { type Piece, Splitter } from './split.ts';

export interface ReadOptions extends Watch {
  /** Whether a list is one document or each of its elements is; seen from the list unless told. */
  readonly documents?: 'root' | 'elements';
}

export interface GivenDocument {
  /** Not decoded yet. */
  readonly bytes: Uint8Array;
  /** For people: `orders.ndjson:17`, `orders.json, element 3`. */
  readonly place: string;
  /** Where it begins in its file, from 1. */
  readonly line?: number;
}

export interface GivenDocuments {
  /** One document; the elements of a list; values one after another; the files of a folder. */
  readonly kind: 'one' | 'elements' | 'lines' | 'files';
  readonly documents: AsyncIterable<GivenDocument>;
  /** Names of what is in the folder and isn't read. */
  readonly leftOut: readonly string[];
}

const RECORD = 0x7b;

/**
 * Reads a file, a folder of files, or standard input (`-`): JSON, or JSON values one after another, on lines of their own
 * or not, plain or packed with gzip or zstd. Holds one document and some MiB at a time.
 *
 * @throws GivenError for a source that can't be read, then and while it is read; the signal's reason
 */
export async function readDocuments(source: string, options: ReadOptions = {}): Promise<GivenDocuments> {
  const { folder, files, leftOut } = openSource(source, options);
  const read = ({ name, chunks }: (typeof files)[number]) => documentsIn(name, chunks(), options.documents);
  if (!folder) return { ...(await read(files[0]!)), leftOut };
  async function* all(): AsyncGenerator<GivenDocument> {
    for (const file of files) yield* (await read(file)).documents;
  }
  return { kind: 'files', documents: all(), leftOut };
}

async function documentsIn(
  name: string,
  chunks: Chunks,
  taken: ReadOptions['documents'],
): Promise<Omit<GivenDocuments, 'leftOut'>> {
  const begun = new Begun(chunks);
  if (taken === 'elements' || (taken === undefined && (await isListOfRecords(begun)))) {
    return { kind: 'elements', documents: split(name, begun.whole(), 'elements') };
  }
  // Which it is shows after the first: what is looked at twice is held in between.
  const looking = split(name, begun.again(), 'lines');
  await looking.next();
  const kind = (await looking.next()).done ? 'one' : 'lines';
  return { kind, documents: split(name, begun.whole(), kind) };
}

/** Whether it begins as a list with two records or more, and nothing else so far. */
async function isListOfRecords(begun: Begun): Promise<boolean> {
  const splitter = new Splitter('', true);
  let seen = 0;
  for await (const chunk of begun.again()) {
    const pieces = elementsIn(splitter, chunk);
    if (pieces.some(({ bytes }) => bytes[0] !== RECORD)) return false;
    seen += pieces.length;
    if (seen > 1) return true;
  }
  return false;
}

/** One that is no record where there is no list, or a faulty one: it is told where it is read as what it is then. */
function elementsIn(splitter: Splitter, chunk: Uint8Array): readonly Piece[] {
  try {
    return splitter.feed(chunk);
  } catch (error) {
    if (error instanceof GivenError) return [{ bytes: chunk.subarray(0, 0), line: 1 }];
    throw error;
  }
}

/** @throws GivenError where there is none */
async function* split(
  name: string,
  chunks: Chunks,
  kind: Exclude<GivenDocuments['kind'], 'files'>,
): AsyncGenerator<GivenDocument, void> {
  const splitter = new Splitter(name, kind === 'elements');
  const place = (line: number, index: number) =>
    kind === 'one' ? name : kind === 'lines' ? `${name}:${line}` : `${name}, element ${index}`;
  let count = 0;
  for await (const chunk of chunks) {
    for (const { bytes, line } of splitter.feed(chunk)) yield { bytes, line, place: place(line, ++count) };
  }
  for (const { bytes, line } of splitter.end()) yield { bytes, line, place: place(line, ++count) };
  if (count === 0) throw new GivenError(name, 'there is no document in it');
}

/** A source whose beginning can be looked at before the whole is read. */
class Begun {
  readonly #seen: Uint8Array[] = [];
  readonly #rest: Chunks;

  constructor(rest: Chunks) {
    this.#rest = rest;
  }

  /** From the beginning, as far as it is asked for; what it gives is held until the whole is read. */
  async *again(): Chunks {
    for (let at = 0; ; at++) {
      if (at === this.#seen.length) {
        const { value } = await this.#rest.next();
        if (value === undefined) return;
        this.#seen.push(value);
      }
      yield this.#seen[at]!;
    }
  }

  /** Once. */
  async *whole(): Chunks {
    while (this.#seen.length > 0) yield this.#seen.shift()!;
    yield* this.#rest;
  }
}
