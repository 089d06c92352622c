/**
 * What the checksums of slices should be (docs/PROTOCOL.md, "slice"), computed from what was dumped and verified. A slice
 * may have millions of operations, so each document is a tree of places in which a state finds its way.
 */
import type { TextUnit } from '../define/types.ts';
import type { SliceSums } from '../runner/client.ts';
import type { SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';
import { splitFrames } from './frames.ts';
import { type Place, Places, placeOfOutput } from './places.ts';

/** Of a serializer: each output counts its length and one of its units. */
export function outputSums(frames: Uint8Array, unit: TextUnit | 'bytes'): SliceSums {
  return new SampledSums(splitFrames(frames).map((frame) => placeOfOutput(frame, unit)));
}

/** Of `deserialize`: each object counts as one of its leaves. */
export function objectSums(model: SchemaModel, documents: readonly Value[], unit: TextUnit): SliceSums {
  const places = new Places(model, unit);
  return new SampledSums(documents.map((document) => places.of(model.root, document)));
}

/** Of tasks that give a library's own tree, and of limits: what an operation on each document counts is always the same. */
export function constantSums(counts: readonly number[]): SliceSums {
  return {
    sum(from, ops) {
      const rest = ops % counts.length;
      const begin = from % counts.length;
      // The operations beyond whole rotations, which may begin anywhere and go round the end.
      const window = [...counts, ...counts].slice(begin, begin + rest);
      return ((ops - rest) / counts.length) * total(counts) + total(window);
    },
  };
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

class SampledSums implements SliceSums {
  readonly #roots: readonly Place[];

  constructor(roots: readonly Place[]) {
    this.#roots = roots;
  }

  sum(from: number, ops: number, seed: number): number {
    const roots = this.#roots;
    let cursor = from % roots.length;
    let state = seed | 0;
    let way = 0;
    let sum = 0;
    for (let done = 0; done < ops; done++) {
      state = nextState(state);
      if (done % WAY_OPS === 0) way = state;
      sum += sampleOf(roots[cursor]!, way, state);
      if (++cursor === roots.length) cursor = 0;
    }
    return sum;
  }
}

/** For so many operations the way down an object stays the same, so that a processor can foresee it. */
const WAY_OPS = 64;

/** The states of a slice: Numerical Recipes' generator of 32 bits. */
function nextState(state: number): number {
  return (Math.imul(state, 1664525) + 1013904223) | 0;
}

/** From 0 to below `count`, by the state's upper 24 bits. */
function placeIn(state: number, count: number): number {
  return Math.floor(((state >>> 8) * count) / 2 ** 24);
}

function sampleOf(root: Place, from: number, state: number): number {
  let place = root;
  let way = from;
  for (let sum = 0; ; ) {
    sum += place.adds;
    const { units, parts } = place;
    if (units !== null) {
      const at = placeIn(state, units.length);
      return sum + (typeof units === 'string' ? units.charCodeAt(at) : units[at]!);
    }
    if (parts === null) return sum;
    place = parts.at(placeIn(way, parts.count));
    way = nextState(way);
  }
}
