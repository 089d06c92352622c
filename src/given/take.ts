/** One pass over a person's documents: a seeded sample of them, and a callback with all that was decoded. */
import type { Decoded } from '../format/decoded.ts';
import { Random } from '../stats/random.ts';
import { decodeGiven } from './decode.ts';
import { GivenError } from './error.ts';
import { type GivenDocument, type GivenDocuments, type ReadOptions, readDocuments } from './read.ts';

/** Of a source so much is taken at most, but one document at least. */
export const MOST_CHOSEN = 1_000;
export const MOST_CHOSEN_BYTES = 16 * 2 ** 20;

/** Beyond this many bytes of documents, one in `ONE_IN` is decoded, and what is chosen. */
const ALL_UP_TO = 128 * 2 ** 20;
const ONE_IN = 16;
const SEED = 1;
const NEWLINE = 0x0a;
const LIST = 0x5b;

interface TakeOptions extends ReadOptions {
  /** Told every document that is decoded, those that are chosen among them, in the order of the source. */
  readonly each?: (decoded: Decoded, place: string) => void;
}

export interface Taken {
  /** `one` is a single value, `lines` are values on lines of their own. */
  readonly kind: 'one' | 'lines' | GivenDocuments['kind'];
  readonly leftOut: readonly string[];
  readonly total: number;
  /** Of these, those that were decoded. */
  readonly looked: number;
  /** In the order of the source. All of them were decoded, and their bytes are their own. */
  readonly chosen: readonly GivenDocument[];
}

/** The choice depends on nothing but the documents. @throws as `readDocuments` and `decodeGiven` */
export async function takeDocuments(source: string, options: TakeOptions = {}): Promise<Taken> {
  const { kind, leftOut, documents } = await readDocuments(source, options);
  const random = new Random(SEED);
  const choice = new Choice();
  let [total, looked, bytes, before, areLines] = [0, 0, 0, '', true];
  for await (const document of documents) {
    areLines &&= document.place !== before && !document.bytes.includes(NEWLINE);
    before = document.place;
    if (total === 0 && kind === 'values' && options.documents === 'root' && document.bytes[0] !== LIST)
      throw new GivenError(document.place, 'it has no list at its root: leave --documents root out');
    bytes += document.bytes.length;
    const isChosen = choice.offer(document, total++, random.fraction());
    if (!isChosen && bytes > ALL_UP_TO && !random.chance(1 / ONE_IN)) continue;
    const decoded = decodeGiven(document);
    looked++;
    options.each?.(decoded, document.place);
  }
  const chosen = choice.documents();
  const known = kind !== 'values' ? kind : total === 1 ? 'one' : areLines ? 'lines' : kind;
  return { kind: known, leftOut, total, looked, chosen };
}

/**
 * Keeps the documents of lowest rank, as many as fit. A rank is a random number, times its size for a document with more
 * than its share of the bytes: a few large ones don't take the place of many small ones.
 */
class Choice {
  readonly #kept: { readonly rank: number; readonly index: number; readonly document: GivenDocument }[] = [];
  #bytes = 0;
  #below = Number.POSITIVE_INFINITY;

  /** Whether the document is among the chosen ones so far. */
  offer(document: GivenDocument, index: number, fraction: number): boolean {
    const { length } = document.bytes;
    const rank = fraction * Math.max(1, (length * MOST_CHOSEN) / MOST_CHOSEN_BYTES);
    if (rank >= this.#below) return false;
    const above = this.#kept.findLastIndex((one) => one.rank <= rank) + 1;
    // A copy: the bytes may be part of a chunk, which then could go.
    const bytes = new Uint8Array(document.bytes);
    this.#kept.splice(above, 0, { rank, index, document: { ...document, bytes } });
    this.#bytes += length;
    while (this.#kept.length > MOST_CHOSEN || (this.#bytes > MOST_CHOSEN_BYTES && this.#kept.length > 1)) {
      const out = this.#kept.pop()!;
      this.#bytes -= out.document.bytes.length;
      this.#below = out.rank;
    }
    return rank < this.#below;
  }

  documents(): GivenDocument[] {
    return this.#kept.toSorted((a, b) => a.index - b.index).map(({ document }) => document);
  }
}
