import { decodeDocument, UserDataError, type UserDocument } from '../dataset/document.ts';
import type { Decoded } from '../oracle/decoded.ts';
import { Random } from '../stats/random.ts';
import { type ReadOptions, readDocuments, type UserDocuments } from './read.ts';

/** Maximum documents and bytes of a sample. A sample of a single document may have more bytes. */
export const MOST_CHOSEN = 1_000;
export const MOST_CHOSEN_BYTES = 16 * 2 ** 20;

const SEED = 1;
const NEWLINE = 0x0a;
const LIST = 0x5b;

interface TakeOptions extends ReadOptions {
  readonly each?: (decoded: Decoded, place: string) => void;
}

export interface Taken {
  /** `one`: the source is a single value. `lines`: each line is a value. */
  readonly kind: 'one' | 'lines' | UserDocuments['kind'];
  readonly leftOut: readonly string[];
  readonly total: number;
  readonly chosen: readonly UserDocument[];
}

/** Takes a sample, which is always the same for the same documents. @throws as `readDocuments`, `decodeDocument` */
export async function takeDocuments(source: string, options: TakeOptions = {}): Promise<Taken> {
  const { kind, leftOut, documents } = await readDocuments(source, options);
  const random = new Random(SEED);
  const choice = new Choice();
  let [total, before, areLines] = [0, '', true];
  for await (const document of documents) {
    areLines &&= document.place !== before && !document.bytes.includes(NEWLINE);
    before = document.place;
    if (total === 0 && kind === 'values' && options.documents === 'root' && document.bytes[0] !== LIST)
      throw new UserDataError(document.place, "the top level isn't a list: leave --documents root out");
    choice.offer(document, total++, random.fraction());
    options.each?.(decodeDocument(document), document.place);
  }
  const chosen = choice.documents();
  const known = kind !== 'values' ? kind : total === 1 ? 'one' : areLines ? 'lines' : kind;
  return { kind: known, leftOut, total, chosen };
}

/**
 * Keeps the documents with the lowest random ranks. The rank of a document that is larger than its share of the bytes (16 KiB)
 * grows with its size, so that a few large documents don't displace many small ones.
 */
class Choice {
  readonly #kept: { readonly rank: number; readonly index: number; readonly document: UserDocument }[] = [];
  #bytes = 0;
  #below = Number.POSITIVE_INFINITY;

  offer(document: UserDocument, index: number, fraction: number): void {
    const { length } = document.bytes;
    const rank = fraction * Math.max(1, (length * MOST_CHOSEN) / MOST_CHOSEN_BYTES);
    if (rank >= this.#below) return;
    const above = this.#kept.findLastIndex((one) => one.rank <= rank) + 1;
    // Bytes are copied, so that the chunk around them can be freed.
    const bytes = new Uint8Array(document.bytes);
    this.#kept.splice(above, 0, { rank, index, document: { ...document, bytes } });
    this.#bytes += length;
    while (this.#kept.length > MOST_CHOSEN || (this.#bytes > MOST_CHOSEN_BYTES && this.#kept.length > 1)) {
      const out = this.#kept.pop()!;
      this.#bytes -= out.document.bytes.length;
      this.#below = out.rank;
    }
  }

  documents(): UserDocument[] {
    return this.#kept.toSorted((a, b) => a.index - b.index).map(({ document }) => document);
  }
}
