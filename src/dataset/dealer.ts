import type { SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';
import { type Random, shuffled } from '../stats/random.ts';
import { documentOf } from './computed.ts';
import { giveWay } from './give-way.ts';
import { Place, refilled } from './leaves.ts';
import { onceFor } from './once.ts';

/** Makes documents of others quickly: the values at each place are dealt anew. */
export class Dealer {
  readonly #model: SchemaModel;
  readonly #documents: readonly Value[];
  readonly #root = new Place<Value[]>();

  constructor(model: SchemaModel, documents: readonly Value[]) {
    this.#model = model;
    this.#documents = documents;
    for (const document of documents)
      refilled(model, document, this.#root, ({ kind }, value, place) => {
        place.leaves(kind, () => []).push(value);
        return value;
      });
  }

  /** @param count as many as there are at most */
  async deal(count: number, random: Random): Promise<Value[]> {
    const dealt = new Map<readonly Value[], Value[]>();
    const made: Value[] = [];
    for (const document of shuffled(this.#documents, random).slice(0, count)) {
      const object = refilled(this.#model, document, this.#root, ({ kind }, _, place) => {
        const values = place.leaves(kind, () => []);
        return onceFor(dealt, values, () => shuffled(values, random)).pop()!;
      });
      made.push(documentOf(this.#model, object));
      await giveWay();
    }
    return made;
  }
}
