/** A person's documents that can't be taken as they are: one line with the place, what is wrong and what to do. */
export class GivenError extends Error {
  override readonly name = 'GivenError';

  constructor(message: string) {
    super(message.length <= LONGEST ? message : `${message.slice(0, LONGEST - 400)} … ${message.slice(-400)}`);
  }
}

/** Keys and texts of documents may be pages long. */
const LONGEST = 1_000;

/** `orders.ndjson:17 (/items/3/price)`; the pointer is empty for the whole document. */
export function placeWithin(place: string, pointer: string): string {
  return pointer === '' ? place : `${place} (${pointer})`;
}
