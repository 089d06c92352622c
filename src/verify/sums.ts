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

/** What a runner does that gets its checksums wrong, as `a runner that …`, and what it tells. */
export interface Mistake {
  readonly does: string;
  readonly sum: OfSlice<number | bigint>;
}

/** What the checksums of a process's slices should be. */
export interface SliceSums {
  readonly sum: OfSlice<number>;
  /** How often its operations count each kind of value. */
  readonly kinds: OfSlice<ReadonlyMap<string, number>>;
  /** What each operation adds, and what that consists of. */
  readonly spell: OfSlice<string[]>;
  /** Made one after another: some hold all documents. */
  mistakes(): Iterable<Mistake>;
}

/** Of a serializer: each output counts its length and one of its units. */
export function outputSums(dump: Uint8Array, unit: TextUnit | 'bytes'): SliceSums {
  const frames = splitFrames(dump);
  return sampledSums(unit, (other) => frames.map((frame) => placeOfOutput(frame, other)));
}

/** Of `deserialize`: each object counts as one of its leaves. */
export function objectSums(model: SchemaModel, documents: readonly Value[], unit: TextUnit): SliceSums {
  return sampledSums(unit, (other) => {
    const places = new Places(model, other as TextUnit);
    return documents.map((document) => places.of(model.root, document));
  });
}

/** Of tasks that give a library's own tree, and of limits: what an operation on each document counts is always the same. */
export function constantSums(counts: readonly number[]): SliceSums {
  const sumOf =
    (counts: readonly number[]): OfSlice<number> =>
    (from, ops) => {
      const rest = ops % counts.length;
      const begin = from % counts.length;
      // The operations beyond whole rotations, which may begin anywhere and go round the end.
      const window = [...counts, ...counts].slice(begin, begin + rest);
      return ((ops - rest) / counts.length) * total(counts) + total(window);
    };
  const places = counts.map((adds): Place => ({ kind: 'result', adds, units: null, parts: null }));
  return {
    sum: sumOf(counts),
    kinds: (_, ops) => new Map([['result', ops]]),
    spell: (...slice) => spelled(places, ...slice),
    mistakes: () => displaced(counts, sumOf),
  };
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function sampledSums(unit: TextUnit | 'bytes', rootsIn: (unit: TextUnit | 'bytes') => Place[]): SliceSums {
  const roots = rootsIn(unit);
  const sumOf =
    (some: readonly Place[], manner = RIGHT): OfSlice<number> =>
    (...slice) =>
      sampled(some, manner, slice);
  return {
    sum: sumOf(roots),
    kinds(...slice) {
      const kinds = new Map<string, number>();
      sampled(roots, RIGHT, slice, ({ kind }) => kinds.set(kind, (kinds.get(kind) ?? 0) + 1));
      return kinds;
    },
    spell: (...slice) => spelled(roots, ...slice),
    *mistakes() {
      for (const other of TEXT_UNITS)
        if (other !== (unit === 'bytes' ? 'utf-8' : unit))
          yield { does: `counts units of ${other}, not of ${unit}`, sum: sumOf(rootsIn(other)) };
      for (const [does, change] of MISREAD) yield { does, sum: sumOf(roots, { ...RIGHT, ...change }) };
      yield* displaced(roots, sumOf);
    },
  };
}

/** Works on other documents than it should. */
function displaced<T>(list: readonly T[], sumOf: (list: readonly T[]) => OfSlice<number>): Mistake[] {
  const [right, first, last] = [sumOf(list), list.slice(0, 1), list.slice(-1)];
  return [
    { does: 'begins each slice with document 0', sum: (_, ops, seed) => right(0, ops, seed) },
    { does: 'is one document ahead', sum: sumOf([...list.slice(1), ...first]) },
    {
      does: 'counts the result before, as of a buffer that is used again',
      sum: sumOf([...last, ...list.slice(0, -1)]),
    },
    { does: 'works on document 0 alone', sum: sumOf(first) },
  ];
}

/** What there is to get wrong. */
interface Manner {
  /** The state before the first operation. */
  begin(seed: number): number;
  /** Where the way down begins, in operation `k`; `way` is that of the one before. */
  way(k: number, state: number, way: number): number;
  deeper(way: number): number;
  place(state: number, count: number): number;
  /** Which of them chooses a unit. */
  chooser(state: number, way: number): number;
  adds(length: number, unit: number): number;
}

/** For so many operations the way down an object stays the same, so that a processor can foresee it. */
const WAY_OPS = 64;

const RIGHT: Manner = {
  begin: (seed) => seed | 0,
  way: (k, state, way) => (k % WAY_OPS === 0 ? state : way),
  deeper: nextState,
  place: (state, count) => Math.floor(((state >>> 8) * count) / 2 ** 24),
  chooser: (state) => state,
  adds: (length, unit) => length + unit,
};

/** 1664525⁻¹ modulo 2³². */
const BACK = 4276115653;

const MISREAD: readonly (readonly [does: string, change: Partial<Manner>])[] = [
  ['steps s after each operation, not before', { begin: (seed) => Math.imul(seed - 1013904223, BACK) }],
  ['steps s twice before the first operation', { begin: nextState }],
  ['leaves SEED aside and begins with 0', { begin: () => 0 }],
  ['takes no SEED above 2^31 - 1', { begin: (seed) => Math.min(seed, 2 ** 31 - 1) }],
  ['takes s mod n for place(n)', { place: (state, count) => (state >>> 0) % count }],
  ['takes s · n / 2^32 for place(n)', { place: (s, count) => Math.floor(((s >>> 0) * count) / 2 ** 32) }],
  ['cuts (s div 2^8) · n to 32 bits', { place: (state, count) => Math.imul(state >>> 8, count) >>> 24 }],
  ['renews w at each operation, not at each 64th', { way: (_, state) => state }],
  ['renews w once a slice, not at each 64th operation', { way: (k, s, way) => (k === 0 ? s : way) }],
  ['takes no step of w on the way down', { deeper: (way) => way }],
  ['chooses units by w, not by s', { chooser: (_, way) => way }],
  ['adds lengths alone, without units', { adds: (length) => length }],
  ['adds units alone, without lengths', { adds: (_, unit) => unit }],
];

/** The states of a slice: Numerical Recipes' generator of 32 bits. */
function nextState(state: number): number {
  return (Math.imul(state, 1664525) + 1013904223) | 0;
}

/** Told each place that is counted, which of its parts or units is chosen, and that unit. */
type See = (place: Place, at: number, unit: number) => void;

function sampled(
  roots: readonly Place[],
  manner: Manner,
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

function sampleOf(root: Place, from: number, state: number, manner: Manner, see?: See): number {
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
    see?.(place, at, 0);
    if (parts === null) return sum;
    place = parts.at(at);
    way = manner.deeper(way);
  }
}

/** Of each operation, such as `108 = 3 (list) + 5 (length) + 100 (unit 2), document 7 at /tags/1`. */
function spelled(roots: readonly Place[], from: number, ops: number, seed: number): string[] {
  const texts: string[] = [];
  let [sum, pointer, terms] = [0, '', [] as string[]];
  sampled(roots, RIGHT, [from, ops, seed], ({ kind, adds, units, parts }, at, unit) => {
    sum += adds + unit;
    if (parts !== null) pointer += `/${parts.name(at)}`;
    if (units !== null) terms.push(`${adds} (length) + ${unit} (unit ${at})`);
    else if (parts === null || adds > 0) terms.push(`${adds} (${kind})`);
    if (parts !== null) return;
    const document = (from + texts.length) % roots.length;
    texts.push(`${sum} = ${terms.join(' + ')}, document ${document}${pointer && ` at ${pointer}`}`);
    [sum, pointer, terms] = [0, '', []];
  });
  return texts;
}
