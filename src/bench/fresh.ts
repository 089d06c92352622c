/** The documents that are made for one run and never seen before it, on disk as long as wiremark runs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type FreshDocuments, makeFresh } from '../dataset/fresh.ts';
import type { PreparedDataset } from '../dataset/prepare.ts';
import type { Format } from '../define/types.ts';
import { randomAt } from '../measure/random.ts';
import type { DocumentFile } from '../runner/job.ts';
import { scratchFor } from '../runner/scratch.ts';
import { writeInputs } from '../verify/inputs.ts';

/** So many seeds a dataset may have (dataset.toml). */
const SEEDS = 2 ** 32;

export class FreshSets {
  readonly #seed: number;
  #folder: string | null = null;
  readonly #sets = new Map<string, Promise<FreshDocuments>>();

  /** @param seed of the run: what its documents are, follows from it */
  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Those of a dataset in a size, others each turn; made when first asked for. */
  of(dataset: PreparedDataset, turn: number): Promise<FreshDocuments> {
    const key = nameOf(dataset, turn);
    const known = this.#sets.get(key) ?? makeFresh(dataset, this.#seedOf(key), this.#path(`${key}.fixture`));
    this.#sets.set(key, known);
    return known;
  }

  /** The fixture, or the same documents encoded in a format. */
  async file(dataset: PreparedDataset, turn: number, format: Format | null): Promise<DocumentFile> {
    const { documents, file } = await this.of(dataset, turn);
    const count = documents.length;
    if (format === null) return { count, path: file };
    const path = this.#path(`${nameOf(dataset, turn)}.${format}`);
    if (!existsSync(path)) writeInputs(dataset.model, format, documents, path);
    return { count, path };
  }

  #seedOf(key: string): number {
    return randomAt(this.#seed, ...Buffer.from(key)).below(SEEDS);
  }

  #path(name: string): string {
    this.#folder ??= scratchFor('fresh');
    return join(this.#folder, name);
  }
}

/** Names of datasets and sizes have no dots. */
function nameOf({ definition, size }: PreparedDataset, turn: number): string {
  return `${definition.name}.${size.name}.${turn}`;
}
