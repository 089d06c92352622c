import type { Deviation } from '../define/types.ts';
import { Random } from '../stats/random.ts';
import { median, sortSamples } from '../stats/samples.ts';
import { isFullSlice, isWarm, SETTLING_SLICES, SLICE_NS, type WarmupSlice } from '../stats/steady.ts';
import type { Sample } from '../store/record/record.ts';
import { type RunnerClient, RunnerFailure, type SliceResult } from './client.ts';
import { ClockWatch } from './clock.ts';
import { Session } from './session.ts';
import { nextOps } from './slice-length.ts';
import { type MeasuredRow, type Procedure, RESUME_NS } from './types.ts';

/** Number of slices of unseen documents: several, because during the first one, a compiler may compile code again. */
const UNSEEN_SLICES = 4;

interface TrialPlace {
  readonly row: MeasuredRow;
  readonly case: number;
  readonly batch: number;
  readonly cores: number;
  readonly seed: number;
  readonly procedure: Procedure;
  readonly round: number;
  readonly group: number;
  readonly signal?: AbortSignal | undefined;
  readonly sample: (sample: Sample) => void;
}

type Times = Pick<Sample, 'ops' | 'ns' | 'cpuNs' | 'waitNs' | 'elapsedNs'>;

/**
 * All work of a row's process (docs/METHODOLOGY.md). A round calls `first`, `warmUp`, `settle`, `block` several times,
 * `endBlocks`, `verify`, `unseen` and `verifyHard`, in this order; checks and conversion.ts call some of these, or `rotate`.
 * Each may throw RunnerFailure, which ends the trial.
 */
export class Trial {
  readonly row: MeasuredRow;
  readonly #place: TrialPlace;
  readonly #client: RunnerClient;
  readonly #session: Session;
  readonly #clock: ClockWatch;
  #isTimed = false;
  #ops: number;
  #warmups = 0;

  constructor(place: TrialPlace, client: RunnerClient) {
    this.row = place.row;
    this.#place = place;
    this.#client = client;
    this.#session = new Session(place.row, client, place.signal);
    this.#ops = place.batch;
    this.#clock = new ClockWatch(place.cores);
  }

  async first(): Promise<void> {
    const { group } = this.#place;
    this.#sample('start', group, { ops: 0, ns: this.#client.startNs, cpuNs: 0, waitNs: null });
    await this.#session.give('documents');
    await this.#session.slice(1, 1, (result) => this.#sample('first', group, result));
  }

  async verify(when = ''): Promise<readonly Uint8Array[]> {
    const { outputs } = await within(when, () => this.#session.whole());
    return outputs;
  }

  /**
   * Runs hard documents (with rare values) and, if the row reads a format that has several spellings, the same in others, and
   * compares the results. @returns all deviations needed so far
   */
  async verifyHard(when = ''): Promise<ReadonlySet<Deviation>> {
    await within(when, async () => {
      for (const kind of ['hard', 'respelled'] as const)
        if (await this.#session.give(kind)) await this.#session.whole();
    });
    return this.#session.used;
  }

  /**
   * Runs two unrecorded slices, each of one operation more than there are documents, so that the last results,
   * which are compared, are of two different documents.
   */
  async rotate(): Promise<void> {
    const { count } = this.#session.documents;
    for (let i = 0; i < 2; i++) await this.#session.slice(count + 1, 1);
    await this.#session.compare();
  }

  /**
   * Runs slices until times are steady: at least for the runtime's minimum and at most for its maximum warm-up, which
   * is shorter in quick runs. Waiting for a core doesn't count, but after twice the maximum, the warm-up ends in any
   * case. Sets the number of operations per slice.
   */
  async warmUp(): Promise<void> {
    const { batch, procedure } = this.#place;
    const { minimum, maximum } = this.row.warmup;
    const most = Math.max(minimum, Math.min(maximum, procedure.warmup)) * 1e6;
    let telling: WarmupSlice[] = [];
    let times: number[] = [];
    let last: SliceResult | null = null;
    let ran = 0;
    let passed = 0;
    while (ran < most && passed < 2 * most && !(ran >= minimum * 1e6 && isWarm(telling, batch))) {
      const slice = await this.#warmupSlice(0);
      if (isFullSlice(slice, batch)) telling = [...telling.slice(-5), slice];
      ran += slice.ns - (slice.waitNs ?? 0);
      passed += slice.elapsedNs;
      times = [...times.slice(-2), slice.ns / slice.ops];
      this.#calibrate(slice, slice.ns / slice.ops, SLICE_NS);
      last = slice;
    }
    if (last !== null) this.#calibrate(last, median(sortSamples(times)), procedure.sliceNs);
  }

  /**
   * Warms up while no other row works, so that caches and clock rates recover. The first slice has a random
   * length, so that the blocks of different processes end at different documents, whose results are compared.
   */
  async settle(): Promise<void> {
    const { seed, case: number, round, group, procedure, batch } = this.#place;
    const random = new Random(seed, number, round, group, this.row.index);
    const batches = Math.max(1, Math.floor(this.#session.documents.count / batch));
    const first = await this.#warmupSlice(1, this.#ops + batch * random.below(batches));
    this.#calibrate(first, first.ns / first.ops, procedure.sliceNs);
    for (let i = 1; i < SETTLING_SLICES; i++) await this.#warmupSlice(0);
  }

  async block(number: number): Promise<void> {
    await this.#resume();
    await this.#session.slice(this.#ops, 1, (result) => {
      this.#isTimed = true;
      this.#sample('block', number, result);
    });
    await within(TIMED, () => this.#session.compareMuch());
  }

  async #resume(): Promise<void> {
    const { batch, procedure } = this.#place;
    const batches = Math.floor(((this.#ops / batch) * RESUME_NS) / procedure.sliceNs);
    if (batches > 0) await this.#session.slice(batches * batch, 0);
  }

  async endBlocks(): Promise<void> {
    await within(TIMED, () => this.#session.compare());
  }

  /**
   * Times each unseen document once. If the row was timed, as many operations on known documents come first
   * (`again`). All results of both phases are kept, so that the cost of keeping them doesn't differ.
   */
  async unseen(): Promise<void> {
    const count = this.#session.documents.unseen;
    if (this.#isTimed && count > 0) {
      await this.#resume();
      await this.#pass('again', count);
    }
    if (await this.#session.give('unseen')) await this.#pass('unseen', count);
  }

  async #pass(phase: 'unseen' | 'again', ops: number): Promise<void> {
    const { group } = this.#place;
    const take = (result: SliceResult) => this.#sample(phase, group, result);
    await this.#session.pass(ops, Math.ceil(ops / UNSEEN_SLICES), take);
    await within(phase === 'again' ? TIMED : '', () => this.#session.compare());
  }

  end(): Promise<void> {
    return this.#client.end();
  }

  #calibrate({ ops, elapsedNs }: SliceResult, nsPerOp: number, sliceNs: number): void {
    const { batch } = this.#place;
    const documents = this.#session.documents.count;
    this.#ops = nextOps(ops, elapsedNs, { nsPerOp, sliceNs, documents, batch });
  }

  async #warmupSlice(keep: 0 | 1, ops = this.#ops): Promise<SliceResult & WarmupSlice> {
    let compile = {};
    const result = await this.#session.slice(ops, keep, (result) => {
      const compileNs = this.#client.compiled();
      compile = compileNs === null ? {} : { compileNs };
      this.#sample('warmup', this.#warmups++, result, compile);
    });
    this.#clock.add(result);
    const reason = this.#clock.fault();
    if (reason !== null) throw new RunnerFailure({ verdict: 'clock', reason });
    await this.#session.compareMuch();
    return { ...result, ...compile };
  }

  #sample(phase: Sample['phase'], block: number, times: Times, more: Partial<Sample> = {}): void {
    const { case: number, row, round, sample } = this.#place;
    const { ops, ns, cpuNs, waitNs, elapsedNs } = times;
    sample({
      ...{ case: number, contender: row.index, round, phase, block, ops, ns, cpuNs, waitNs },
      ...(elapsedNs !== undefined && { elapsedNs }),
      ...more,
    });
  }
}

const TIMED = 'while timed: ';

function within<T>(when: string, work: () => Promise<T>): Promise<T> {
  return work().catch((error) => {
    if (!(error instanceof RunnerFailure)) throw error;
    throw new RunnerFailure({ ...error.verdict, reason: when + error.verdict.reason });
  });
}
