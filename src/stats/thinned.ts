/** Some of very many slices, where all would be too many to draw or to carry. */

/** Where a slice was taken. */
interface Place {
  readonly round: number;
  readonly block: number;
}

/**
 * About `most` of so many, or all of fewer: picked evenly by the hash of their places, so that rows keep the same blocks and
 * no pattern of rounds and groups decides.
 */
export function thinned<P extends Place>(
  places: readonly P[],
  most: number,
  many = places.length,
): readonly P[] {
  return many <= most ? places : places.filter((place) => hashOf(place) < most / many);
}

/** From 0 to below 1. The mixing is that of MurmurHash3's end. */
function hashOf({ round, block }: Place): number {
  let hash = Math.imul(round + 1, 0x9e3779b1) ^ (block + 1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
