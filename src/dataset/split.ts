import { UserDataError, type UserDocument } from './document.ts';

const MOST_BYTES = 256 * 2 ** 20;

/** Classes of bytes. A byte order mark counts as white space, because concatenated files may have one between values. */
const [ORDINARY, SPACE, NEWLINE, QUOTE, BACKSLASH, OPEN, CLOSE] = [0, 1, 2, 3, 4, 5, 6] as const;
const KINDS = new Uint8Array(256);
for (const [kind, characters] of [' \t\r\xef\xbb\xbf', '\n', '"', '\\', '[{', ']}', ','].entries())
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind + 1;

const [GAP, WORD, WITHIN, TEXT] = [0, 1, 2, 3] as const;

/** States of the list whose elements are documents: for each state, the next state by character. */
const LIST: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  start: { '[': 'first' },
  first: { ']': 'closed' },
  after: { ',': 'next', ']': 'closed' },
  next: { ']': 'trailing' },
  closed: {},
};
const LIST_FAULTS: Readonly<Record<string, string>> = {
  start: "the top level isn't a list: leave --documents elements out",
  after: 'expected "," or "]" after an element of the list',
  trailing: 'a comma before "]": JSON has none there, take it out',
  closed: 'another value comes after the list: --documents root takes each as a document',
};

/**
 * Splits a stream of bytes into JSON values, or a list into its elements, by brackets, quotes and white space, without
 * parsing the values.
 */
export class Splitter {
  readonly #source: string;
  #list: string;
  #state: number = GAP;
  #depth = 0;
  #line = 1;
  #from = 1;
  #column = 1;
  #before = 0;
  /** Number of bytes to skip in the next chunk: 1 if a backslash ended the last one. */
  #skip = 0;
  #held: Uint8Array[] = [];
  #bytes = 0;
  count = 0;

  constructor(source: string, elements: boolean) {
    this.#source = source;
    this.#list = elements ? 'start' : '';
  }

  /** Returns the values that end in this chunk. Their bytes may share the chunk's memory. @throws UserDataError */
  feed(chunk: Uint8Array): UserDocument[] {
    const pieces: UserDocument[] = [];
    let state = this.#state;
    let start = 0;
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
        else if (kind === NEWLINE) this.#fail('the line ends inside a string (is the record cut off?)', -1);
        else if (kind === QUOTE) state = WITHIN;
      } else if (state === WITHIN) {
        if (kind === QUOTE) state = TEXT;
        else if (kind === OPEN) this.#depth++;
        else if (kind === CLOSE) this.#depth--;
      } else if (state === GAP && chunk[at]! > 0x7f && kind === SPACE) {
        // Editors don't count a byte order mark as a column.
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

  end(): UserDocument[] {
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

  #ended(last: Uint8Array): UserDocument {
    this.#hold(last);
    const bytes = this.#held.length === 1 ? last : Buffer.concat(this.#held);
    this.#held = [];
    this.count++;
    this.#bytes = 0;
    const element = this.#list === '' ? '' : `, element ${this.count}`;
    return { bytes, place: `${this.#source}:${this.#from}${element}`, column: this.#column };
  }

  #fail(what: string, lines = 0): never {
    throw new UserDataError(`${this.#source}:${this.#line + lines}`, what);
  }
}
