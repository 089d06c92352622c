import { cut, FixableError } from '../define/error.ts';

/** A person's documents that can't be taken as they are: one line with the place, what is wrong and what to do. */
export class GivenError extends FixableError {
  override readonly name = 'GivenError';

  /** @param place `orders.ndjson:17`. @param pointer RFC 6901, of the value within the document; empty for the whole */
  constructor(place: string, what: string, pointer = '') {
    super(`${place}${pointer === '' ? '' : ` (${cut(pointer, LONGEST)})`}: ${cut(what, LONGEST)}`);
  }
}

/** Keys and texts of documents may be pages long. */
const LONGEST = 400;
