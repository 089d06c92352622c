import type { SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';
import { type Random, shuffled } from '../stats/random.ts';
import { documentOf } from './computed.ts';
import { giveWay } from './give-way.ts';
import { refilled } from './leaves.ts';
import { onceFor } from './once.ts';

/**
 * Makes documents quickly: of the shapes of known ones, with the values that others have at the same places. What is new in them
 * are values: some rows take several times as long for a shape that they meet for the first time, and keep nothing of documents.
 */
export class Dealer {
  readonly #model: SchemaModel;
  readonly #shapes: readonly Value[];
  readonly #values = new Map<string, Value[]>();

  /** @param shapes one at least */
  constructor(model: SchemaModel, shapes: readonly Value[], others: readonly Value[]) {
    this.#model = model;
    this.#shapes = shapes;
    for (const document of others)
      refilled(model, document, (_, value, place) => {
        onceFor(this.#values, place, () => []).push(value);
        return value;
      });
  }

  async deal(count: number, random: Random): Promise<Value[]> {
    const left = new Map(Array.from(this.#values, ([place, values]) => [place, inTurns(values, random)]));
    const shapes = inTurns(this.#shapes, random);
    const made: Value[] = [];
    while (made.length < count) {
      // Where no other has anything, what is there stays.
      const object = refilled(this.#model, shapes(), (_, value, place) => left.get(place)?.() ?? value);
      made.push(documentOf(this.#model, object));
      await giveWay();
    }
    return made;
  }
}

/** Each once, in an order drawn anew each time that all have had their turn. @param all one at least */
function inTurns<T>(all: readonly T[], random: Random): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = shuffled(all, random);
    return left.pop()!;
  };
}
