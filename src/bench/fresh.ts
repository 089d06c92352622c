/** The documents that are made for one run and never seen before it, on disk as long as wiremark runs. */
import { join } from 'node:path';
import { encodeFixture } from '../dataset/fixture.ts';
import { makeFresh } from '../dataset/fresh.ts';
import { once, onceFor } from '../dataset/once.ts';
import type { PreparedDataset } from '../dataset/prepare.ts';
import type { Format } from '../define/types.ts';
import { keep } from '../files/kept.ts';
import { randomAt } from '../measure/random.ts';
import type { DocumentFile } from '../runner/job.ts';
import { scratchFor } from '../runner/scratch.ts';
import type { Value } from '../schema/value.ts';
import { writeInputs } from '../verify/frames.ts';
import type { GivenFiles } from './given.ts';

/** The number of seeds that a dataset may have (dataset.toml). */
const SEEDS = 2 ** 32;

export class FreshSets {
  readonly #seed: number;
  readonly #given: GivenFiles;
  readonly #folder = once(() => scratchFor('fresh'));
  /** The file that was handed out last. */
  #last: string | null = null;
  readonly #sets = new Map<string, Promise<readonly Value[]>>();

  /** @param seed of the run: what its documents are, follows from it */
  constructor(seed: number, given: GivenFiles) {
    this.#seed = seed;
    this.#given = given;
  }

  /** Those of a dataset in a size, others each turn; made when first asked for. */
  of(dataset: PreparedDataset, turn: number): Promise<readonly Value[]> {
    const key = nameOf(dataset, turn);
    const seed = randomAt(this.#seed, ...Buffer.from(key)).below(SEEDS);
    return onceFor(this.#sets, key, () => makeFresh(dataset, seed, turn));
  }

  /** The fixture, or the same documents encoded in a format. */
  async file(dataset: PreparedDataset, turn: number, format: Format | null): Promise<DocumentFile> {
    const { model } = dataset;
    const documents = await this.of(dataset, turn);
    const path = join(this.#folder(), `${nameOf(dataset, turn)}.${format ?? 'fixture'}`);
    this.#given.make(path, () => {
      if (format === null) keep(path, encodeFixture(model, documents));
      else writeInputs(model, format, documents, path);
    });
    this.#given.restore([path]);
    this.#last = path;
    return { count: documents.length, path };
  }

  /** Those that runners are at. */
  get files(): readonly string[] {
    return this.#last === null ? [] : [this.#last];
  }
}

/** Names of datasets and sizes have no dots. */
function nameOf({ definition, size }: PreparedDataset, turn: number): string {
  return `${definition.name}.${size.name}.${turn}`;
}
