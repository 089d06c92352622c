import type { SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';
import { type Random, shuffled } from '../stats/random.ts';
import { documentOf } from './computed.ts';
import { giveWay } from './give-way.ts';
import { refilled } from './leaves.ts';
import { onceFor } from './once.ts';

/** Makes documents of others quickly: the values at each place are dealt anew. */
export class Dealer {
  readonly #model: SchemaModel;
  readonly #documents: readonly Value[];
  readonly #values = new Map<string, Value[]>();

  constructor(model: SchemaModel, documents: readonly Value[]) {
    this.#model = model;
    this.#documents = documents;
    for (const document of documents)
      refilled(model, document, (_, value, place) => {
        onceFor(this.#values, place, () => []).push(value);
        return value;
      });
  }

  /** @param count as many as there are at most */
  async deal(count: number, random: Random): Promise<Value[]> {
    const left = new Map(Array.from(this.#values, ([place, values]) => [place, shuffled(values, random)]));
    const made: Value[] = [];
    for (const document of shuffled(this.#documents, random).slice(0, count)) {
      const object = refilled(this.#model, document, (_, __, place) => left.get(place)!.pop()!);
      made.push(documentOf(this.#model, object));
      await giveWay();
    }
    return made;
  }
}
