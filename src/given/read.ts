/** Whatever a person has documents in → the documents, one after another. */
import { GivenError } from './error.ts';
import { beginning, type Chunks, headOf, openSource, type Watch } from './source.ts';

export interface ReadOptions extends Watch {
  /** Whether a list is one document or each of its elements is; by default the list decides. */
  readonly documents?: 'root' | 'elements';
}

export interface GivenDocument {
  /** One value, without white space around it. Not decoded: it may be faulty. */
  readonly bytes: Uint8Array;
  /** Where it begins, for people: `orders.ndjson:17`, `orders.json:17, element 3`. */
  readonly place: string;
  /** Of its first byte in its line: in bytes, from 1, without those of a byte order mark. */
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
  for await (const chunk of chunks) yield* splitter.feed(chunk);
  yield* splitter.end();
  if (splitter.count === 0) throw new GivenError(name, 'it has no document');
}

/** A single document with more isn't taken. */
const MOST_BYTES = 256 * 2 ** 20;

/** What a byte does. One of a byte order mark is white space between values, also where files were joined. */
const [ORDINARY, SPACE, NEWLINE, QUOTE, BACKSLASH, OPEN, CLOSE] = [0, 1, 2, 3, 4, 5, 6] as const;
const KINDS = new Uint8Array(256);
for (const [kind, characters] of [' \t\r\xef\xbb\xbf', '\n', '"', '\\', '[{', ']}', ','].entries()) {
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind + 1;
}

/** Where the scan stands: between values, in a number or word, in a list or object, in a text. */
const [GAP, WORD, WITHIN, TEXT] = [0, 1, 2, 3] as const;

/** Of a list whose elements are wanted: what comes after which of its own characters. */
const LIST: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  start: { '[': 'first' },
  first: { ']': 'closed' },
  after: { ',': 'next', ']': 'closed' },
  next: { ']': 'trailing' },
  closed: {},
};
const LIST_FAULTS: Readonly<Record<string, string>> = {
  start: 'it has no list at its root: leave --documents elements out',
  after: 'expected "," or "]" after an element of the list',
  trailing: 'a comma before "]": JSON has none there, take it out',
  closed: 'another value comes after the list: --documents root takes each as a document',
};

/** Bytes → the JSON values in them, found by their brackets and quotes alone. */
export class Splitter {
  readonly #source: string;
  #list: string;
  #state: number = GAP;
  #depth = 0;
  #line = 1;
  #from = 1;
  #column = 1;
  /** Bytes of the line before this chunk. */
  #before = 0;
  /** Bytes of the next chunk that belong to an escape. */
  #skip = 0;
  #held: Uint8Array[] = [];
  #bytes = 0;
  count = 0;

  /** @param elements whether the source is a list, whose elements are wanted */
  constructor(source: string, elements: boolean) {
    this.#source = source;
    this.#list = elements ? 'start' : '';
  }

  /** The values that end in a chunk, of which they are parts. @throws GivenError */
  feed(chunk: Uint8Array): GivenDocument[] {
    const pieces: GivenDocument[] = [];
    let state = this.#state;
    let start = 0;
    // Where the line begins that is read: in an earlier chunk if that is negative.
    let lineStart = -this.#before;
    let at = this.#skip;
    for (; at < chunk.length; at++) {
      const kind = KINDS[chunk[at]!]!;
      if (kind === ORDINARY && state !== GAP) continue;
      if (state === WORD && kind !== BACKSLASH) {
        pieces.push(this.#ended(chunk.subarray(start, at)));
        state = GAP;
      }
      if (kind === NEWLINE) {
        this.#line++;
        lineStart = at + 1;
      }
      if (state === TEXT) {
        if (kind === BACKSLASH) at++;
        else if (kind === NEWLINE)
          this.#fail('a text has no end in its line: write \\n for a line break', -1);
        else if (kind === QUOTE) state = WITHIN;
      } else if (state === WITHIN) {
        if (kind === QUOTE) state = TEXT;
        else if (kind === OPEN) this.#depth++;
        else if (kind === CLOSE) this.#depth--;
      } else if (state === GAP && chunk[at]! > 0x7f && kind === SPACE) {
        // No editor counts the bytes of a byte order mark.
        lineStart++;
      } else if (state === GAP && kind !== SPACE && kind !== NEWLINE && !this.#isOfList(chunk[at]!)) {
        start = at;
        this.#from = this.#line;
        this.#column = at - lineStart + 1;
        state = kind === QUOTE ? TEXT : kind === OPEN ? WITHIN : WORD;
        this.#depth = kind === OPEN ? 1 : 0;
      }
      if (state === WITHIN && this.#depth === 0) {
        pieces.push(this.#ended(chunk.subarray(start, at + 1)));
        state = GAP;
      }
    }
    this.#skip = at - chunk.length;
    this.#before = chunk.length - lineStart;
    this.#state = state;
    if (state !== GAP) this.#hold(chunk.subarray(start));
    return pieces;
  }

  /** What is left when the source has ended. @throws GivenError for a list without an end */
  end(): GivenDocument[] {
    if (!['', 'start', 'closed'].includes(this.#list)) this.#fail('the list is cut off: it has no "]"');
    return this.#state === GAP ? [] : [this.#ended(new Uint8Array(0))];
  }

  #isOfList(byte: number): boolean {
    if (this.#list === '') return false;
    const next = LIST[this.#list]![String.fromCharCode(byte)];
    const fault = LIST_FAULTS[next === undefined || next === 'trailing' ? (next ?? this.#list) : ''];
    if (fault !== undefined) this.#fail(fault);
    this.#list = next ?? 'after';
    return next !== undefined;
  }

  #hold(bytes: Uint8Array): void {
    this.#held.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes <= MOST_BYTES) return;
    const most = `more than ${MOST_BYTES / 2 ** 20} MiB`;
    this.#line = this.#from;
    this.#fail(
      `the document that begins here has ${most}: split it, take a list with --documents elements, or close its brackets`,
    );
  }

  #ended(last: Uint8Array): GivenDocument {
    this.#hold(last);
    const bytes = this.#held.length === 1 ? last : Buffer.concat(this.#held);
    this.#held = [];
    this.count++;
    this.#bytes = 0;
    const element = this.#list === '' ? '' : `, element ${this.count}`;
    return { bytes, place: `${this.#source}:${this.#from}${element}`, column: this.#column };
  }

  #fail(what: string, lines = 0): never {
    throw new GivenError(`${this.#source}:${this.#line + lines}`, what);
  }
}
