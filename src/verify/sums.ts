/**
 * What the checksums of slices should be (docs/PROTOCOL.md, "slice"), computed from what was dumped and verified, and what
 * runners tell that misread the page. A slice may have millions of operations, so each document is a tree of places in
 * which a state finds its way.
 */
import { TEXT_UNITS, type TextUnit } from '../define/types.ts';
import type { SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';
import { splitFrames } from './frames.ts';
import { type Place, Places, placeOfOutput } from './places.ts';

/**
 * Of a slice.
 *
 * @param from number of its first operation, over all slices of the process
 * @param seed as the slice was given it
 */
type OfSlice<T> = (from: number, ops: number, seed: number) => T;

/** What the checksums of a process's slices should be. */
export interface SliceSums {
  readonly documents: number;
  readonly sum: OfSlice<number>;
  /** The way of its first operation. */
  walk(from: number, seed: number, see: See): void;
  /** What runners do that misread the page, and what they tell. Made one after another: some hold all documents. */
  misread(): Generator<readonly [does: string, sum: OfSlice<number>]>;
}

/** Told of each place that is counted, which of its parts or units is chosen, and that unit, if it has any. */
type See = (place: Place, at: number, unit: number | null) => void;

/** Of a serializer: each output counts its length and one of its units. */
export function outputSums(dump: Uint8Array, unit: TextUnit | 'bytes'): SliceSums {
  const frames = splitFrames(dump);
  return sampledSums(unit, (other) => frames.map((frame) => placeOfOutput(frame, other)));
}

/** Of `deserialize`: each object counts as one of its leaves. */
export function objectSums(model: SchemaModel, documents: readonly Value[], unit: TextUnit): SliceSums {
  return sampledSums(unit, (other) => {
    const places = new Places(model, other);
    return documents.map((document) => places.of(model.root, document));
  });
}

/** Of tasks that give a library's own tree, and of limits: what an operation on each document counts is always the same. */
export function constantSums(counts: readonly number[]): SliceSums {
  const places = counts.map((adds): Place => ({ kind: 'result', adds, units: null, parts: null }));
  const sum: OfSlice<number> = (from, ops) => {
    const rest = ops % counts.length;
    const begin = from % counts.length;
    // The operations beyond whole rotations, which may begin anywhere and go round the end.
    const window = [...counts, ...counts].slice(begin, begin + rest);
    return ((ops - rest) / counts.length) * total(counts) + total(window);
  };
  return {
    documents: counts.length,
    sum,
    walk: (from, seed, see) => void sampled(places, RIGHT, [from, 1, seed], see),
    misread: () => cutShort(sum),
  };
}

function* cutShort(sum: OfSlice<number>): ReturnType<SliceSums['misread']> {
  for (const bits of [16, 32]) yield [`cuts sums to ${bits} bits`, (...slice) => sum(...slice) % 2 ** bits];
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function sampledSums<Unit extends TextUnit | 'bytes'>(
  unit: Unit,
  rootsIn: (unit: Unit | TextUnit) => Place[],
): SliceSums {
  const roots = rootsIn(unit);
  const sumOf =
    (some: readonly Place[], change = {}): OfSlice<number> =>
    (...slice) =>
      sampled(some, { ...RIGHT, ...change }, slice);
  const sum = sumOf(roots);
  return {
    documents: roots.length,
    sum,
    walk: (from, seed, see) => void sampled(roots, RIGHT, [from, 1, seed], see),
    *misread() {
      for (const other of TEXT_UNITS)
        yield [`counts units of ${other}, not of ${unit}`, sumOf(rootsIn(other))];
      for (const [does, change] of MISREAD) yield [does, sumOf(roots, change)];
      yield ['begins each slice with document 0', (_, ops, seed) => sum(0, ops, seed)];
      yield ['works on document 0 alone', sumOf(roots.slice(0, 1))];
      yield ['is one document ahead', sumOf([...roots.slice(1), roots[0]!])];
      yield [
        'counts the result before, as of a buffer that is used again',
        sumOf([roots.at(-1)!, ...roots.slice(0, -1)]),
      ];
      yield* cutShort(sum);
    },
  };
}

/** What there is to get wrong. For 64 operations the way down stays the same, so that a processor can foresee it. */
const RIGHT = {
  begin: (seed: number) => seed | 0,
  way: (k: number, state: number, before: number) => (k % 64 === 0 ? state : before),
  deeper: nextState,
  place: (state: number, count: number) => Math.floor(((state >>> 8) * count) / 2 ** 24),
  chooser: (state: number, _way: number) => state,
  adds: (length: number, unit: number) => length + unit,
};

const MISREAD: readonly (readonly [does: string, change: Partial<typeof RIGHT>])[] = [
  // 4276115653 is 1664525⁻¹ modulo 2³²: the step back.
  ['steps s after each operation, not before', { begin: (seed) => Math.imul(seed - 1013904223, 4276115653) }],
  ['leaves SEED aside and begins with 0', { begin: () => 0 }],
  ['takes no SEED above 2^31 - 1', { begin: (seed) => Math.min(seed, 2 ** 31 - 1) }],
  ['takes s mod n for place(n)', { place: (state, count) => (state >>> 0) % count }],
  ['cuts (s div 2^8) · n to 32 bits', { place: (state, count) => Math.imul(state >>> 8, count) >>> 24 }],
  ['renews w at each operation, not at each 64th', { way: (_, state) => state }],
  ['renews w once a slice, not at each 64th operation', { way: (k, s, before) => (k === 0 ? s : before) }],
  ['takes no step of w on the way down', { deeper: (way) => way }],
  ['chooses units by w, not by s', { chooser: (_, way) => way }],
  ['adds lengths alone, without units', { adds: (length) => length }],
  ['adds units alone, without lengths', { adds: (_, unit) => unit }],
];

/** The states of a slice: Numerical Recipes' generator of 32 bits. */
function nextState(state: number): number {
  return (Math.imul(state, 1664525) + 1013904223) | 0;
}

function sampled(
  roots: readonly Place[],
  manner: typeof RIGHT,
  [from, ops, seed]: Parameters<OfSlice<number>>,
  see?: See,
): number {
  let cursor = from % roots.length;
  let state = manner.begin(seed);
  let way = 0;
  let sum = 0;
  for (let k = 0; k < ops; k++) {
    state = nextState(state);
    way = manner.way(k, state, way);
    sum += sampleOf(roots[cursor]!, way, state, manner, see);
    if (++cursor === roots.length) cursor = 0;
  }
  return sum;
}

function sampleOf(root: Place, from: number, state: number, manner: typeof RIGHT, see?: See): number {
  let place = root;
  let way = from;
  for (let sum = 0; ; ) {
    const { adds, units, parts } = place;
    if (units !== null) {
      const at = manner.place(manner.chooser(state, way), units.length);
      const unit = typeof units === 'string' ? units.charCodeAt(at) : units[at]!;
      see?.(place, at, unit);
      return sum + manner.adds(adds, unit);
    }
    sum += adds;
    const at = parts === null ? 0 : manner.place(way, parts.count);
    see?.(place, at, null);
    if (parts === null) return sum;
    place = parts.at(at);
    way = manner.deeper(way);
  }
}
