import type { Deviation } from '../define/types.ts';
import { documentTitle, type SetKind } from '../plan/verdict.ts';
import { OperationFailure, type RunnerClient, RunnerFailure, type SliceResult } from './client.ts';
import type { Compared, GivenSet, MeasuredRow } from './types.ts';

/** A process keeps results in memory. While it is timed, they are compared when they have about this many bytes. */
const KEPT_BYTES = 8 * 2 ** 20;

export class Session {
  readonly used = new Set<Deviation>();
  readonly #row: MeasuredRow;
  readonly #client: RunnerClient;
  readonly #signal: AbortSignal | undefined;
  #kind: SetKind = 'documents';
  #given: GivenSet | null = null;
  #operations = 0;
  #kept: number[] = [];

  constructor(row: MeasuredRow, client: RunnerClient, signal?: AbortSignal) {
    this.#row = row;
    this.#client = client;
    this.#signal = signal;
  }

  get documents(): Omit<GivenSet, 'compare'> {
    return this.#given!;
  }

  async give(kind: SetKind): Promise<boolean> {
    await this.compare();
    const given = await this.#row.give(this.#client, kind);
    this.#signal?.throwIfAborted();
    if (given === null) return false;
    [this.#kind, this.#given, this.#operations] = [kind, given, 0];
    return true;
  }

  async slice(ops: number, keep: number, take?: (result: SliceResult) => void): Promise<SliceResult> {
    this.#signal?.throwIfAborted();
    const { count, places } = this.#given!;
    const result = await this.#client.slice(ops, keep).catch((error) => {
      if (!(error instanceof OperationFailure)) throw error;
      const title = documentTitle(this.#kind, (this.#operations + error.operation) % count, places);
      throw new RunnerFailure({ verdict: 'crash', reason: `${title}: ${error.message}` });
    });
    take?.(result);
    this.#operations += ops;
    for (let back = keep; back > 0; back--) this.#kept.push((this.#operations - back) % count);
    return result;
  }

  /** Runs `ops` operations and keeps all results. A slice has at most `most` operations, or one if the row reuses its output. */
  async pass(ops: number, most: number, take?: (result: SliceResult) => void): Promise<void> {
    const length = this.#row.reuses ? 1 : most;
    for (let done = 0; done < ops; done += length) {
      const count = Math.min(length, ops - done);
      await this.slice(count, count, take);
    }
  }

  async compare(): Promise<Compared | null> {
    if (this.#kept.length === 0) return null;
    const compared = await this.#given!.compare(this.#kept.splice(0));
    this.#signal?.throwIfAborted();
    for (const deviation of compared.used) this.used.add(deviation);
    return compared;
  }

  async compareMuch(): Promise<void> {
    const { count, bytes } = this.documents;
    if ((this.#kept.length * bytes) / count > KEPT_BYTES) await this.compare();
  }

  async whole(): Promise<Compared> {
    await this.compare();
    const { count } = this.documents;
    await this.pass(count, count);
    return (await this.compare())!;
  }
}
