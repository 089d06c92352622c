import { type RunnerClient, RunnerFailure, type SliceResult, type ToldSlice } from '../runner/client.ts';
import { sliceTime } from '../stats/comparison.ts';
import { REMEMBERS } from '../stats/first-sight.ts';
import { median, sortSamples } from '../stats/samples.ts';
import { isWarm, SETTLING_SLICES, SLICE_NS, tellsOfWarmth, type WarmupSlice } from '../stats/steady.ts';
import type { RunSettings, Sample } from '../store/record.ts';
import { clockDoubt, clockFault } from './clock.ts';
import { IdleWatch } from './idle.ts';
import { randomAt, type SplitMix64 } from './random.ts';
import type { Procedure } from './settings.ts';
import { nextOps } from './slice-length.ts';
import type { MeasuredContender, MeasureInput } from './types.ts';

/** A row that is this many times slower on new documents gets others, after this many slices of the timed ones. */
const AGAIN = 3;
const AGAIN_SLICES = 4;

/** Before a row can be said to answer from memory, a round has looked so often. */
const LOOKS = 5;

/** Of this many consecutive slices of a warm-up, at most half may have wrong times. */
const WATCHED = 12;

/** No operation takes less: it would be many in one cycle of any processor. */
const FASTEST_NS = 0.01;

interface TrialPlace<C extends MeasuredContender> {
  readonly input: Pick<
    MeasureInput<C>,
    'case' | 'documents' | 'batch' | 'cores' | 'fresh' | 'verify' | 'signal' | 'now'
  > & { readonly settings: Pick<RunSettings, 'seed'> };
  readonly procedure: Procedure;
  readonly contender: C;
  readonly round: number;
  readonly group: number;
  /** Takes each sample as it arrives. */
  readonly sample: (sample: Sample) => void;
}

type Times = Pick<Sample, 'ops' | 'ns' | 'cpuNs' | 'waitNs' | 'elapsedNs'>;

/**
 * One trial: a fresh process of one serializer on one case, from its first operation to its last. The steps come in
 * the order of the methods; each may throw RunnerFailure, which ends the trial.
 */
export class Trial<C extends MeasuredContender> {
  readonly contender: C;
  readonly #place: TrialPlace<C>;
  readonly #client: RunnerClient;
  /** In their order. */
  readonly #told: ToldSlice[] = [];
  /** Where the results of slices are looked into is drawn from the run's seed. */
  readonly #seeds: SplitMix64;
  /** Those of blocks. */
  readonly #timedSlices: SliceResult[] = [];
  /** The last of the warm-up. */
  #recent: SliceResult[] = [];
  #idle: IdleWatch | null = null;
  #ops: number;
  #warmups = 0;
  /** Of fresh documents, so far. */
  #turns = 0;

  constructor(place: TrialPlace<C>, client: RunnerClient) {
    this.contender = place.contender;
    this.#place = place;
    this.#client = client;
    const { input, round, group, contender } = place;
    this.#seeds = randomAt(input.settings.seed, input.case, round, group, contender.index);
    this.#ops = place.input.batch;
  }

  /** How long the start took, and the process's first operation: together the cold start. */
  async first(): Promise<void> {
    const { group, sample } = this.#place;
    sample(this.#sample('start', group, { ops: 0, ns: this.#client.startNs, cpuNs: 0, waitNs: null }));
    await this.#timed(1, (result) => sample(this.#sample('first', group, result)));
  }

  /**
   * Whole output on all documents, ordinary, hard and fresh; and of what was put out while it was timed, the checksums.
   *
   * @param when words for a reason, where it matters that it was right before
   */
  async verify(when = ''): Promise<void> {
    const { input } = this.#place;
    const { verdict, wrongChecksum } = await input.verify(this.contender, this.#client, this.#turns);
    input.signal?.throwIfAborted();
    if (verdict.verdict !== 'ok') throw new RunnerFailure({ ...verdict, reason: when + verdict.reason });
    const wrong = (await wrongChecksum?.(this.#told)) ?? null;
    input.signal?.throwIfAborted();
    if (wrong !== null) throw new RunnerFailure({ verdict: 'mismatch', reason: wrong });
  }

  /** Slices that aren't recorded, twice over all documents: their checksums are compared with the dump afterwards. */
  async rotate(): Promise<void> {
    const slices: SliceResult[] = [];
    const { documents } = this.#place.input;
    for (let i = 0; i < 2; i++) await this.#timed(documents, (result) => slices.push(result));
    doubt(clockDoubt(slices, 1));
  }

  /**
   * Slices until the times are steady, at least and at most as long as the runtime asks for; ends with the operations
   * of a slice known. Waiting for a core doesn't count as warm-up, but neither may it go on for ever: by our own watch a
   * warm-up takes at most twice as long as it may.
   */
  async warmUp(): Promise<void> {
    const { warmup: longest } = this.#place.procedure;
    const { minimum, maximum } = this.contender.warmup;
    const most = Math.max(minimum, Math.min(maximum, longest)) * 1e6;
    let telling: WarmupSlice[] = [];
    let times: number[] = [];
    const { batch } = this.#place.input;
    let ran = 0;
    let passed = 0;
    while (ran < most && passed < 2 * most && !(ran >= minimum * 1e6 && isWarm(telling, batch))) {
      const slice = await this.#warmupSlice();
      if (tellsOfWarmth(slice, batch)) telling = [...telling.slice(-5), slice];
      ran += slice.ns - (slice.waitNs ?? 0);
      passed += slice.elapsedNs;
      times = [...times.slice(-2), slice.ns / slice.ops];
      this.#calibrate(slice.ns / slice.ops, SLICE_NS);
    }
    if (times.length > 0) this.#calibrate(median(sortSamples(times)), this.#place.procedure.sliceNs);
  }

  /** Slices that don't count, measured alone: after waiting for the others, caches and clock rates come back first. */
  async settle(): Promise<void> {
    for (let i = 0; i < SETTLING_SLICES; i++) {
      const { ops, ns } = await this.#warmupSlice();
      // Other processes were at work during the warm-up: only now the time of an operation is known. Once is enough.
      if (i === 0) this.#calibrate(ns / ops, this.#place.procedure.sliceNs);
    }
  }

  /** From here to `endBlocks` it is seen what the process burns while others are timed. */
  beginBlocks(): void {
    const now = this.#place.input.now ?? (() => performance.now());
    this.#idle = new IdleWatch(() => this.#client.cpuNs(), now);
  }

  /** One slice that counts. */
  async block(number: number): Promise<void> {
    const slice = () =>
      this.#timed(this.#ops, (result) => {
        this.#timedSlices.push(result);
        this.#place.sample(this.#sample('block', number, result));
      });
    await (this.#idle?.working(slice) ?? slice());
  }

  /** The blocks are over: the CPU time that it used is recorded, and its times are compared with wiremark's clock. */
  endBlocks(): void {
    const { input, group, sample } = this.#place;
    const idle = this.#idle?.end() ?? null;
    if (idle !== null) sample(this.#sample('idle', group, { ops: 0, ...idle, waitNs: null }));
    doubt(clockFault(this.#timedSlices, input.cores));
  }

  /**
   * Once through documents that the process has never seen; what comes of it is verified with all else. A row that is
   * slow at them may only have met what no timed document has (another script, an escape) and have it compiled anew, or
   * have been disturbed: after a few more slices it gets others, and yet others as long as it looks like a memory, which
   * gains nothing by that.
   */
  async fresh(): Promise<void> {
    const times = this.#timedSlices.map(sliceTime);
    const warm = times.length === 0 ? null : median(sortSamples(times));
    for (let look = 1; ; look++) {
      const time = await this.#see();
      if (time === null || warm === null || look === LOOKS) return;
      if (time <= (look === 1 ? AGAIN : REMEMBERS) * warm) return;
      for (let i = 0; i < AGAIN_SLICES; i++) await this.#timed(this.#ops, () => {});
    }
  }

  /** @returns ns that each document took; null where there are none */
  async #see(): Promise<number | null> {
    const { input, group, sample } = this.#place;
    const file = (await input.fresh?.(this.contender, this.#turns)) ?? null;
    input.signal?.throwIfAborted();
    if (file === null) return null;
    this.#turns++;
    const result = await this.#client.fresh(file);
    sample(this.#sample('fresh', group, result));
    return sliceTime(result);
  }

  async end(): Promise<void> {
    await this.#client.end();
  }

  #calibrate(nsPerOp: number, sliceNs: number): void {
    const { documents, batch } = this.#place.input;
    const { ops, elapsedNs } = this.#recent.at(-1)!;
    this.#ops = nextOps(ops, elapsedNs, { nsPerOp, sliceNs, documents, batch });
  }

  /** Tells, too, how much the runtime compiled since the slice before. */
  async #warmupSlice(): Promise<SliceResult & WarmupSlice> {
    let told = {};
    const result = await this.#timed(this.#ops, (result) => {
      const compileNs = this.#client.compiled();
      told = compileNs === null ? {} : { compileNs };
      this.#place.sample({ ...this.#sample('warmup', this.#warmups++, result), ...told });
    });
    this.#recent = [...this.#recent.slice(1 - WATCHED), result];
    doubt(clockDoubt(this.#recent, WATCHED / 2));
    return { ...result, ...told };
  }

  /** @param keep takes the result before it is doubted, so that it is kept whatever comes of it */
  async #timed(ops: number, keep: (result: SliceResult) => void): Promise<SliceResult> {
    this.#place.input.signal?.throwIfAborted();
    const seed = this.#seeds.below(2 ** 32);
    const result = await this.#client.slice(ops, seed);
    keep(result);
    const { ns, checksum } = result;
    // Checked at once: slices would get longer and longer without ever reaching their length.
    if (ns / ops < FASTEST_NS)
      throw new RunnerFailure({ verdict: 'crash', reason: `claims that ${ops} operations took ${ns} ns` });
    this.#told.push({ ops, seed, checksum });
    return result;
  }

  #sample(phase: Sample['phase'], block: number, times: Times): Sample {
    const { input, contender, round } = this.#place;
    const { ops, ns, cpuNs, waitNs, elapsedNs } = times;
    const watched = elapsedNs === undefined ? {} : { elapsedNs };
    return {
      ...{ case: input.case, contender: contender.index, round, phase, block, ops, ns, cpuNs, waitNs },
      ...watched,
    };
  }
}

function doubt(fault: string | null): void {
  if (fault !== null) throw new RunnerFailure({ verdict: 'clock', reason: fault });
}
