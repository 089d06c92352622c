import type { Deviation } from '../define/types.ts';
import { documentTitle, type SetKind } from '../plan/verdict.ts';
import { OperationFailure, type RunnerClient, RunnerFailure, type SliceResult } from './client.ts';
import type { Compared, GivenSet, MeasuredContender, Rows } from './types.ts';

/** Limit for kept results in the memory of a timed process. */
const KEPT_BYTES = 8 * 2 ** 20;

/** Gives documents to a process, runs slices over them and compares the results that it keeps. */
export class Session<C extends MeasuredContender> {
  /** Declared deviations that were forgiven so far. */
  readonly used = new Set<Deviation>();
  readonly #rows: Pick<Rows<C>, 'give'>;
  readonly #row: C;
  readonly #signal: AbortSignal | undefined;
  readonly #client: RunnerClient;
  #kind: SetKind = 'documents';
  #given: GivenSet | null = null;
  #operations = 0;
  /** The document's index for each kept result, oldest first. */
  #kept: number[] = [];

  constructor(rows: Pick<Rows<C>, 'give'>, row: C, client: RunnerClient, signal?: AbortSignal) {
    this.#rows = rows;
    this.#row = row;
    this.#client = client;
    this.#signal = signal;
  }

  /** The current documents. */
  get documents(): Omit<GivenSet, 'compare'> {
    return this.#given!;
  }

  /** Other documents, instead of those before. @returns whether there are any */
  async give(kind: SetKind): Promise<boolean> {
    await this.compare();
    const given = await this.#rows.give(this.#row, this.#client, kind);
    this.#signal?.throwIfAborted();
    if (given === null) return false;
    [this.#kind, this.#given, this.#operations] = [kind, given, 0];
    return true;
  }

  /** @param take takes the result before it is doubted, so that it is kept whatever comes of it */
  async slice(ops: number, keep: number, take: (result: SliceResult) => void): Promise<SliceResult> {
    this.#signal?.throwIfAborted();
    const { count } = this.#given!;
    const result = await this.#client.slice(ops, keep).catch((error) => {
      if (!(error instanceof OperationFailure)) throw error;
      const title = documentTitle(this.#kind, (this.#operations + error.operation) % count);
      throw new RunnerFailure({ verdict: 'crash', reason: `${title}: ${error.message}` });
    });
    take(result);
    this.#operations += ops;
    for (let back = keep; back > 0; back--) this.#kept.push((this.#operations - back) % count);
    return result;
  }

  /**
   * Runs over documents in order and keeps every result.
   *
   * @param most operations of a slice; one for a row that can keep no more results
   */
  async pass(ops: number, most: number, take: (result: SliceResult) => void): Promise<void> {
    const length = this.#row.reuses ? 1 : most;
    for (let done = 0; done < ops; done += length) {
      const count = Math.min(length, ops - done);
      await this.slice(count, count, take);
    }
  }

  /** What is kept, with its documents. @returns null where nothing is */
  async compare(): Promise<Compared | null> {
    if (this.#kept.length === 0) return null;
    const of = this.#kept;
    this.#kept = [];
    const compared = await this.#given!.compare(of);
    this.#signal?.throwIfAborted();
    for (const deviation of compared.used) this.used.add(deviation);
    return compared;
  }

  /** Compares kept results if they take much memory. */
  async compareMuch(): Promise<void> {
    const { count, bytes } = this.documents;
    if ((this.#kept.length * bytes) / count > KEPT_BYTES) await this.compare();
  }

  /** Compares the output for each document. */
  async whole(): Promise<Compared> {
    await this.compare();
    const { count } = this.documents;
    await this.pass(count, count, () => {});
    return (await this.compare())!;
  }
}
