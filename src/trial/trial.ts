import type { Deviation } from '../define/types.ts';
import { Random } from '../stats/random.ts';
import { median, sortSamples } from '../stats/samples.ts';
import { isWarm, SETTLING_SLICES, SLICE_NS, tellsOfWarmth, type WarmupSlice } from '../stats/steady.ts';
import type { Sample } from '../store/record/record.ts';
import { type RunnerClient, RunnerFailure, type SliceResult } from './client.ts';
import { ClockWatch } from './clock.ts';
import type { Procedure } from './procedure.ts';
import { Session } from './session.ts';
import { nextOps } from './slice-length.ts';
import type { MeasuredContender, Rows } from './types.ts';

/** Slices that go over unseen documents: in the first a compiler may meet what no timed document has. */
const UNSEEN_SLICES = 4;

/** The round of a row that isn't timed. */
export const REHEARSAL = -1;

export interface TrialPlace<C extends MeasuredContender> {
  readonly rows: Pick<Rows<C>, 'give'>;
  readonly row: C;
  /** Index into the run's cases. */
  readonly case: number;
  readonly batch: number;
  readonly cores: number;
  /** Of the run. */
  readonly seed: number;
  readonly procedure: Procedure;
  readonly round: number;
  readonly group: number;
  readonly signal?: AbortSignal | undefined;
  /** Takes each sample as it arrives. */
  readonly sample: (sample: Sample) => void;
}

type Times = Pick<Sample, 'ops' | 'ns' | 'cpuNs' | 'waitNs' | 'elapsedNs'>;

/**
 * One trial: a fresh process of one serializer on one case, from its first operation to its last. The steps come in
 * the order of the methods; each may throw RunnerFailure, which ends the trial.
 */
export class Trial<C extends MeasuredContender> {
  readonly row: C;
  readonly #place: TrialPlace<C>;
  readonly #client: RunnerClient;
  readonly #session: Session<C>;
  readonly #clock: ClockWatch;
  #isTimed = false;
  #ops: number;
  #warmups = 0;

  constructor(place: TrialPlace<C>, client: RunnerClient) {
    this.row = place.row;
    this.#place = place;
    this.#client = client;
    this.#session = new Session(place.rows, place.row, client, place.signal);
    this.#ops = place.batch;
    this.#clock = new ClockWatch(place.cores);
  }

  /** How long the start took, and the process's first operation: together the cold start. */
  async first(): Promise<void> {
    const { group, sample } = this.#place;
    sample(this.#sample('start', group, { ops: 0, ns: this.#client.startNs, cpuNs: 0, waitNs: null }));
    await this.#session.give('documents');
    await this.#session.slice(1, 1, (result) => sample(this.#sample('first', group, result)));
  }

  /**
   * Compares whole outputs of all timed documents, which the process still has.
   *
   * @param when words for a reason, where it matters that it was right before
   * @returns them, in the order of the documents
   */
  async verify(when = ''): Promise<readonly Uint8Array[]> {
    const { outputs } = await within(when, () => this.#session.whole());
    return outputs;
  }

  /** Compares the results of all hard documents: the last that the process is given. @returns the deviations that were forgiven so far */
  async verifyHard(when = ''): Promise<ReadonlySet<Deviation>> {
    await within(when, async () => {
      for (const kind of ['hard', 'respelled'] as const)
        if (await this.#session.give(kind)) await this.#session.whole();
    });
    return this.#session.used;
  }

  /** Slices that aren't recorded, over all documents and one more, twice. */
  async rotate(): Promise<void> {
    const { count } = this.#session.documents;
    for (let i = 0; i < 2; i++) await this.#session.slice(count + 1, 1, () => {});
    await this.#session.compare();
  }

  /**
   * Slices until the times are steady, at least and at most as long as the runtime asks for; ends with the operations
   * of a slice known. Waiting for a core doesn't count as warm-up, but neither may it go on for ever: by our own watch a
   * warm-up takes at most twice as long as it may.
   */
  async warmUp(): Promise<void> {
    const { warmup: longest } = this.#place.procedure;
    const { minimum, maximum } = this.row.warmup;
    const most = Math.max(minimum, Math.min(maximum, longest)) * 1e6;
    let telling: WarmupSlice[] = [];
    let times: number[] = [];
    let last: SliceResult | null = null;
    const { batch } = this.#place;
    let ran = 0;
    let passed = 0;
    while (ran < most && passed < 2 * most && !(ran >= minimum * 1e6 && isWarm(telling, batch))) {
      const slice = await this.#warmupSlice(0);
      if (tellsOfWarmth(slice, batch)) telling = [...telling.slice(-5), slice];
      ran += slice.ns - (slice.waitNs ?? 0);
      passed += slice.elapsedNs;
      times = [...times.slice(-2), slice.ns / slice.ops];
      this.#calibrate(slice, slice.ns / slice.ops, SLICE_NS);
      last = slice;
    }
    if (last !== null) this.#calibrate(last, median(sortSamples(times)), this.#place.procedure.sliceNs);
  }

  /**
   * Slices that don't count, measured alone: after waiting for the others, caches and clock rates come back first. The first ends
   * anywhere, so that in each process other documents are the last ones of slices, whose results are compared.
   */
  async settle(): Promise<void> {
    const { seed, case: number, round, group, procedure, batch } = this.#place;
    const random = new Random(seed, number, round, group, this.row.index);
    const batches = this.#session.documents.count / batch;
    const first = await this.#warmupSlice(
      1,
      this.#ops + batch * random.below(Math.max(1, Math.floor(batches))),
    );
    // Other processes were at work during the warm-up: only now the time of an operation is known. Once is enough.
    this.#calibrate(first, first.ns / first.ops, procedure.sliceNs);
    for (let i = 1; i < SETTLING_SLICES; i++) await this.#warmupSlice(0);
  }

  /** One slice that counts. */
  async block(number: number): Promise<void> {
    await this.#session.slice(this.#ops, 1, (result) => {
      this.#isTimed = true;
      this.#place.sample(this.#sample('block', number, result));
    });
    await within(TIMED, () => this.#session.compareMuch());
  }

  /** Compares what blocks kept. */
  async endBlocks(): Promise<void> {
    await within(TIMED, () => this.#session.compare());
  }

  /**
   * Times documents that the process has never seen, once each, and compares them whole. Known ones come first, in the same way: as
   * many operations, with as many results kept, since keeping a result may cost more than making it.
   */
  async unseen(): Promise<void> {
    const count = this.#session.documents.fresh;
    if (this.#isTimed && count > 0) {
      // It has waited for other rows.
      await this.#session.slice(Math.ceil(this.#ops / 8), 0, () => {});
      await this.#pass('again', count);
    }
    if (await this.#session.give('fresh')) await this.#pass('fresh', count);
  }

  async #pass(phase: 'fresh' | 'again', ops: number): Promise<void> {
    const { group, sample } = this.#place;
    await this.#session.pass(ops, Math.ceil(ops / UNSEEN_SLICES), (result) =>
      sample(this.#sample(phase, group, result)),
    );
    await within(phase === 'again' ? TIMED : '', () => this.#session.compare());
  }

  async end(): Promise<void> {
    await this.#client.end();
  }

  #calibrate({ ops, elapsedNs }: SliceResult, nsPerOp: number, sliceNs: number): void {
    const { batch } = this.#place;
    const documents = this.#session.documents.count;
    this.#ops = nextOps(ops, elapsedNs, { nsPerOp, sliceNs, documents, batch });
  }

  /** One that keeps nothing counts for the clock. Its sample has what the runtime compiled since the slice before, too. */
  async #warmupSlice(keep: 0 | 1, ops = this.#ops): Promise<SliceResult & WarmupSlice> {
    let told = {};
    const result = await this.#session.slice(ops, keep, (result) => {
      const compileNs = this.#client.compiled();
      told = compileNs === null ? {} : { compileNs };
      this.#place.sample({ ...this.#sample('warmup', this.#warmups++, result), ...told });
    });
    this.#clock.add(result);
    const reason = this.#clock.fault();
    if (reason !== null) throw new RunnerFailure({ verdict: 'clock', reason });
    await this.#session.compareMuch();
    return { ...result, ...told };
  }

  #sample(phase: Sample['phase'], block: number, times: Times): Sample {
    const { case: number, row, round } = this.#place;
    const { ops, ns, cpuNs, waitNs, elapsedNs } = times;
    const watched = elapsedNs === undefined ? {} : { elapsedNs };
    return {
      case: number,
      contender: row.index,
      round,
      phase,
      block,
      ops,
      ns,
      cpuNs,
      waitNs,
      ...watched,
    };
  }
}

/** What a reason begins with where it was right before. */
const TIMED = 'while timed: ';

function within<T>(when: string, work: () => Promise<T>): Promise<T> {
  return work().catch((error) => {
    if (!(error instanceof RunnerFailure) || error.verdict.verdict === 'ok') throw error;
    throw new RunnerFailure({ ...error.verdict, reason: when + error.verdict.reason });
  });
}
