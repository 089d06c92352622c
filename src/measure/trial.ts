import { type RunnerClient, RunnerFailure, type SliceResult } from '../runner/client.ts';
import { median, sortSamples } from '../stats/samples.ts';
import { isWarm, type WarmupSlice } from '../stats/steady.ts';
import type { Sample } from '../store/record.ts';
import { type Checksums, checksumsOf } from './checksums.ts';
import type { Procedure } from './settings.ts';
import { sliceOps } from './slice-length.ts';
import type { MeasuredContender, MeasureInput } from './types.ts';

/** Ramping up from one batch, a slice has at most as many times the operations of the one before. */
const RAMP = 10;

/** No operation takes less: it would be many in one cycle of any processor. */
const FASTEST_NS = 0.01;

export interface TrialPlace<C extends MeasuredContender> {
  readonly input: Pick<
    MeasureInput<C>,
    'case' | 'task' | 'documents' | 'batch' | 'counts' | 'verify' | 'signal'
  >;
  readonly procedure: Procedure;
  readonly contender: C;
  readonly round: number;
  readonly group: number;
  /** Takes each sample as it arrives. */
  readonly sample: (sample: Sample) => void;
}

/**
 * One trial: a fresh process of one serializer on one case, from its first operation to its last. The steps come in
 * the order of the methods; each may throw RunnerFailure, which ends the trial.
 */
export class Trial<C extends MeasuredContender> {
  readonly contender: C;
  readonly #place: TrialPlace<C>;
  readonly #client: RunnerClient;
  readonly #checksums: Checksums;
  #ops: number;
  #warmups = 0;

  constructor(place: TrialPlace<C>, client: RunnerClient) {
    this.contender = place.contender;
    this.#place = place;
    this.#client = client;
    const { input, contender } = place;
    this.#checksums = checksumsOf(input.task, input.documents, input.counts?.(contender) ?? null);
    this.#ops = place.input.batch;
  }

  /** How long the start took, and the process's first operation: together the cold start. */
  async first(): Promise<void> {
    const { group, sample } = this.#place;
    sample(this.#sample('start', group, { ops: 0, ns: this.#client.startNs, cpuNs: 0, waitNs: null }));
    await this.#timed(1, (result) => sample(this.#sample('first', group, result)));
  }

  /**
   * Whole output on all documents, ordinary and hard.
   *
   * @param when words for a reason, where it matters that it was right before
   */
  async verify(when = ''): Promise<void> {
    const { input } = this.#place;
    const verdict = await input.verify(this.contender, this.#client);
    input.signal?.throwIfAborted();
    if (verdict.verdict !== 'ok') throw new RunnerFailure({ ...verdict, reason: when + verdict.reason });
  }

  /** Slices that aren't recorded, over all documents and over them again, so that their checksums can disagree. */
  async rotate(): Promise<void> {
    for (let i = 0; i < 2; i++) await this.#timed(this.#place.input.documents, () => {});
  }

  /**
   * Slices until the times are steady, at least and at most as long as the runtime asks for; ends with the operations
   * of a slice known. Waiting for a core doesn't count as warm-up, but neither may it go on for ever: a warm-up takes
   * at most twice as long as it may.
   */
  async warmUp(): Promise<void> {
    const { warmup: longest } = this.#place.procedure;
    const { minimum, maximum } = this.contender.warmup;
    const most = Math.max(minimum, Math.min(maximum, longest)) * 1e6;
    const slices: WarmupSlice[] = [];
    const { batch } = this.#place.input;
    let ran = 0;
    let passed = 0;
    while (ran < most && passed < 2 * most && !(ran >= minimum * 1e6 && isWarm(slices, batch))) {
      const slice = await this.#warmupSlice();
      slices.push(slice);
      ran += slice.ns - (slice.waitNs ?? 0);
      passed += slice.ns;
      this.#calibrate(slice.ns / slice.ops);
    }
    if (slices.length > 0)
      this.#calibrate(median(sortSamples(slices.slice(-3).map(({ ns, ops }) => ns / ops))));
  }

  /** Slices that don't count, measured alone: after waiting for the others, caches and clock rates come back first. */
  async settle(): Promise<void> {
    for (let i = 0; i < this.#place.procedure.discarded; i++) {
      const { ops, ns } = await this.#warmupSlice();
      // Other processes were at work during the warm-up: only now the time of an operation is known. Once is enough.
      if (i === 0) this.#calibrate(ns / ops);
    }
  }

  /** One slice that counts. */
  async block(number: number): Promise<void> {
    await this.#timed(this.#ops, (result) => this.#place.sample(this.#sample('block', number, result)));
  }

  async end(): Promise<void> {
    await this.#client.end();
  }

  #calibrate(nsPerOp: number): void {
    const { documents, batch } = this.#place.input;
    const ops = sliceOps({ nsPerOp, sliceNs: this.#place.procedure.sliceNs, documents, batch });
    this.#ops = Math.min(ops, this.#ops * RAMP);
  }

  /** Tells, too, how much the runtime compiled since the slice before. */
  async #warmupSlice(): Promise<Sample> {
    let taken!: Sample;
    await this.#timed(this.#ops, (result) => {
      const compileNs = this.#client.compiled();
      taken = {
        ...this.#sample('warmup', this.#warmups++, result),
        ...(compileNs === null ? {} : { compileNs }),
      };
      this.#place.sample(taken);
    });
    return taken;
  }

  /** @param keep takes the result before it is doubted, so that it is kept whatever comes of it */
  async #timed(ops: number, keep: (result: SliceResult) => void): Promise<SliceResult> {
    this.#place.input.signal?.throwIfAborted();
    const result = await this.#client.slice(ops);
    keep(result);
    const { ns, checksum } = result;
    // Checked at once: slices would get longer and longer without ever reaching their length.
    if (ns / ops < FASTEST_NS)
      throw new RunnerFailure({ verdict: 'crash', reason: `claims that ${ops} operations took ${ns} ns` });
    const wrong = this.#checksums.add(ops, checksum);
    if (wrong !== null) throw new RunnerFailure({ verdict: 'mismatch', reason: wrong });
    return result;
  }

  #sample(phase: Sample['phase'], block: number, times: Omit<SliceResult, 'checksum'>): Sample {
    const { input, contender, round } = this.#place;
    const { ops, ns, cpuNs, waitNs } = times;
    return { case: input.case, contender: contender.index, round, phase, block, ops, ns, cpuNs, waitNs };
  }
}
