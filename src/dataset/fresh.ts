/** Documents of a dataset that nobody has seen before: of the same size and shape with values of another seed, or held back. */
import type { Value } from '../schema/value.ts';
import { Random } from '../stats/random.ts';
import { Dealer } from './dealer.ts';
import { generateDocuments } from './generate.ts';
import { Likeness } from './likeness.ts';
import { once, onceFor } from './once.ts';
import type { PreparedDataset } from './prepare.ts';

/** They are used only once: small ones must be many, so that the cost of beginning doesn't matter; of large ones a few tell. */
const ENOUGH_BYTES = 64 * 1024;
const MOST = 1_000;
const LEAST = 2;
/** Of given ones, which may be large. */
const MOST_GIVEN_BYTES = 4 * 2 ** 20;

/** The number of seeds that a dataset may have (dataset.toml). */
const SEEDS = 2 ** 32;

export class FreshDocuments {
  readonly dataset: PreparedDataset;
  /** In each set. */
  readonly count: number;
  readonly #seed: number;
  /** By look: to make documents takes longer than to deal their values, and no process sees any of these twice. */
  readonly #dealers = new Map<number, Promise<Dealer>>();
  readonly #likeness = once(() => {
    const { model, documents, held } = this.dataset;
    return new Likeness(model, [...documents, ...held]);
  });

  /** @param seed of a run */
  constructor(dataset: PreparedDataset, seed: number) {
    this.dataset = dataset;
    this.#seed = seed;
    const { definition, size, fixtures } = dataset;
    const bytes = fixtures.documents.length / size.documents;
    const enough = Math.max(LEAST, Math.min(MOST, Math.ceil(ENOUGH_BYTES / bytes)));
    const isMade = definition.documents === undefined;
    this.count = isMade ? enough : Math.min(enough, Math.max(1, Math.floor(MOST_GIVEN_BYTES / bytes)));
  }

  /**
   * Makes as many as are enough, canonical. Of given documents the first looks have the next of those that are held back, in order,
   * and where these are too few, others in the likeness of all that are given.
   *
   * @param row by its name: others for each, so that none could tell another of them
   * @param process of the row's, from 0
   * @param look how many sets the process has seen
   */
  async of(row: string, process: number, look: number): Promise<readonly Value[]> {
    const { dataset, count } = this;
    const random = new Random(this.#seed, process, look, ...Buffer.from(row));
    if (dataset.definition.documents === undefined) {
      const dealer = await onceFor(this.#dealers, look, () => this.#dealer(look));
      return dealer.deal(count, random);
    }
    const next = look > 0 ? [] : dataset.held.slice(process * count, (process + 1) * count);
    return [...next, ...(await this.#likeness().draw(count - next.length, random))];
  }

  /** Of documents of a seed that isn't the dataset's own, which would make the timed ones again. */
  async #dealer(look: number): Promise<Dealer> {
    const { definition, model, size } = this.dataset;
    const drawn = new Random(this.#seed, look).below(SEEDS);
    const seed = drawn === definition.seed ? drawn + 1 : drawn;
    const all = { ...size, documents: this.count };
    const others = await generateDocuments({ ...definition, seed }, model, all);
    return new Dealer(model, this.dataset.objects, others);
  }
}
