/** Whatever a person has documents in → the documents, one after another. */
import { GivenError } from './error.ts';
import { beginning, type Chunks, headOf, openSource, type Watch } from './source.ts';
import { type Piece, Splitter } from './split.ts';

export interface ReadOptions extends Watch {
  /** Whether a list is one document or each of its elements is; by default the list decides. */
  readonly documents?: 'root' | 'elements';
}

export interface GivenDocument {
  /** Not decoded yet. */
  readonly bytes: Uint8Array;
  /** For people: `orders.ndjson:17`, `orders.json:17, element 3`. */
  readonly place: string;
  /** Of its first byte in its line, from 1. */
  readonly column: number;
}

export interface GivenDocuments {
  /** Elements of a list, values one after another (also a single one), or the files of a folder. */
  readonly kind: 'elements' | 'values' | 'files';
  readonly documents: AsyncIterable<GivenDocument>;
  /** Names of what is in the folder and isn't read. */
  readonly leftOut: readonly string[];
}

/** So much of a source is looked at to see what it is. */
const HEAD = 2 ** 20;
const RECORD = 0x7b;

/**
 * Reads a file, a folder of files, or standard input (`-`): JSON, or JSON values one after another, on lines of their own
 * or not, plain or packed with gzip or zstd. Holds one document and some MiB at a time.
 *
 * @throws GivenError for a source that can't be read, then and while it is read; the signal's reason
 */
export async function readDocuments(source: string, options: ReadOptions = {}): Promise<GivenDocuments> {
  const { folder, files, leftOut } = openSource(source, options);
  const read = async ({ name, chunks }: (typeof files)[number]) => {
    const rest = chunks();
    const head = await headOf(rest, HEAD);
    const elements =
      options.documents === undefined ? isListOfRecords(head) : options.documents === 'elements';
    return { elements, documents: split(name, beginning(head, rest), elements) };
  };
  if (!folder) {
    const { elements, documents } = await read(files[0]!);
    return { kind: elements ? 'elements' : 'values', documents, leftOut };
  }
  async function* all(): AsyncGenerator<GivenDocument> {
    for (const file of files) yield* (await read(file)).documents;
  }
  return { kind: 'files', documents: all(), leftOut };
}

/** Whether a source begins as a list with two records or more, and nothing else. */
function isListOfRecords(head: Uint8Array): boolean {
  try {
    const pieces = new Splitter('', true).feed(head);
    return pieces.length > 1 && pieces.every(({ bytes }) => bytes[0] === RECORD);
  } catch (error) {
    // No list, or a faulty one: told where it is read as what it is then.
    if (error instanceof GivenError) return false;
    throw error;
  }
}

/** @throws GivenError where there is none */
async function* split(name: string, chunks: Chunks, elements: boolean): AsyncGenerator<GivenDocument> {
  const splitter = new Splitter(name, elements);
  let count = 0;
  const placed = ({ bytes, line, column }: Piece): GivenDocument => {
    const place = `${name}:${line}${elements ? `, element ${++count}` : ''}`;
    return { bytes, place, column };
  };
  for await (const chunk of chunks) yield* splitter.feed(chunk).map(placed);
  yield* splitter.end().map(placed);
  if (splitter.count === 0) throw new GivenError(name, 'it has no document');
}
