/** Simulated runners, which only report times from seeded noise and a clock of their own. */
import assert from 'node:assert/strict';
import type { SetKind, Verdict } from '../../src/plan/verdict.ts';
import { measureCase } from '../../src/run/case.ts';
import type { MeasureEvents, MeasureInput, Progress } from '../../src/run/types.ts';
import { Random } from '../../src/stats/random.ts';
import type { Sample } from '../../src/store/record/record.ts';
import { type RunnerClient, RunnerFailure, type SliceResult } from '../../src/trial/client.ts';
import type { GivenSet, MeasuredRow } from '../../src/trial/types.ts';

type Failure = Exclude<Verdict, { verdict: 'ok' }>;

/** Behaviour of a simulated serializer. Rounds and calls count from 0. */
export interface Behaviour {
  /** Steady time of an operation. */
  readonly nsPerOp: number;
  /** Relative noise of a slice, and of a whole process. */
  readonly noise?: { readonly slice?: number; readonly process?: number };
  /** Operations in which a process gets steadily faster, from ten times as long as in the end. */
  readonly coldOps?: number;
  /** How many times as long an operation takes while another process is at work. */
  readonly crowded?: number;
  /** How many times as long the first slice after one of another process takes. */
  readonly waking?: number;
  /** Number of first slices during which the runtime also compiles. */
  readonly compiling?: number;
  /** Failure of a process that the interrupt ended, instead of the interrupt's reason. */
  readonly interrupted?: Failure;
  /** Whether the result of operation `op` of a process is wrong. */
  readonly wrong?: (op: number) => boolean;
  /** How many times as long unseen documents take, by round and slice; 1 by default. */
  readonly unseen?: number | ((round: number, slice: number) => number);
  /** How many times as long an operation takes whose result is kept in a slice that keeps all of them. */
  readonly keeping?: number;
  /** Reported times for the real time of a slice; the truth by default. */
  readonly tells?: (ns: number, slice: number) => { readonly ns: number; readonly cpuNs?: number };
  /** Time from command to answer beyond the slice's own, and the part of it in which wiremark did other work. */
  readonly around?: (slice: number) => { readonly ns: number; readonly heldNs: number };
  readonly start?: (round: number) => Failure | null;
  readonly slice?: (round: number, slice: number) => Failure | Error | null;
  /** Share of a slice's time that it waits for a core; 0 by default; null: unknown. */
  readonly waits?: (round: number, slice: number) => number | null;
  readonly rehearsal?: Failure;
  /** Verdict on each set of verification after timing: 0 for timed documents, 1 for hard ones. */
  readonly verify?: (round: number, set: number) => Failure | null;
}

/** A behaviour whose times hardly vary. */
export const quiet = (nsPerOp: number): Behaviour => ({ nsPerOp, noise: { slice: 0.01, process: 0.01 } });

export interface SimulatedProcess {
  readonly contender: number;
  readonly round: number;
  slices: number;
  ended: boolean;
  /** The set that it was given last. */
  kind: SetKind;
  /** Slices over unseen documents. */
  unseen: number;
  operations: number;
  /** Operations whose results it keeps. */
  kept: number[];
}

/** A sample, and how many processes were timing at once while it was taken. */
export interface Taken extends Sample {
  readonly process: SimulatedProcess;
  readonly sideBySide: number;
}

export const START_NS = 40_000_000;
const DOCUMENTS = 10;
/** Documents of an unseen set: a slice for each. */
export const UNSEEN = 4;

export class Simulation {
  readonly processes: SimulatedProcess[] = [];
  readonly taken: Taken[] = [];
  readonly failures: [number, Verdict][] = [];
  readonly progress: Progress[] = [];
  /** Most processes alive, and most timing, at once. */
  mostAlive = 0;
  mostBusy = 0;
  time = 0;
  /** Starts and first operations of processes, in order. */
  readonly starts: string[] = [];
  readonly #behaviours: readonly Behaviour[];
  readonly #noise = new Random(99);
  readonly #busy = new Set<SimulatedProcess>();
  readonly #last = new Map<number, { sideBySide: number }>();
  #awake = 0;

  constructor(behaviours: readonly Behaviour[]) {
    this.#behaviours = behaviours;
  }

  /** Measures all behaviours as one case; contender i has behaviour i, and the first is the baseline. No process may be left. */
  async measure(change: Partial<MeasureInput> = {}, events: Partial<MeasureEvents> = {}) {
    const { earlier = [], failed = [] } = change;
    const verdicts = new Map<number, Verdict>(earlier.map(({ contender }) => [contender, { verdict: 'ok' }]));
    for (const [contender, verdict] of failed) verdicts.set(contender, verdict);
    const input: MeasureInput = {
      case: 0,
      batch: 1,
      contenders: this.#behaviours.map((_, index) => this.row(index, {}, change.signal)),
      baseline: 0,
      settings: { seed: 1, quick: false, rounds: { minimum: 10, maximum: 30 }, target: 0.02, budget: null },
      budget: null,
      cores: 2,
      now: () => this.time,
      processes: 24,
      rehearse: async ({ index }) => this.#behaviours[index]!.rehearsal ?? { verdict: 'ok' },
      ...change,
    };
    const outcome = await measureCase(input, {
      sample: (sample) => {
        const process = this.processes.findLast(({ contender }) => contender === sample.contender)!;
        // A start has no slice yet.
        const { sideBySide = 1 } = sample.phase === 'start' ? {} : this.#last.get(sample.contender)!;
        this.taken.push({ ...sample, process, sideBySide });
        events.sample?.(sample);
      },
      passed: (contender) => verdicts.set(contender, verdicts.get(contender) ?? { verdict: 'ok' }),
      failed: (contender, verdict) => {
        this.failures.push([contender, verdict]);
        verdicts.set(contender, verdict);
      },
      progress: (progress, rows) => {
        this.progress.push(progress);
        events.progress?.(progress, rows);
      },
    }).finally(() => assert.ok(this.processes.every(({ ended }) => ended)));
    return { ...outcome, verdicts };
  }

  /** The row of a behaviour, with some of its properties changed. */
  row(index: number, change: Partial<MeasuredRow> = {}, signal?: AbortSignal): MeasuredRow {
    return {
      index,
      warmup: { minimum: 300, maximum: 5000 },
      memory: 512,
      blocks: 12,
      start: () => this.#start(index, signal),
      give: (_, kind) => this.#set(index, kind),
      ...change,
    };
  }

  launches(contender: number): number {
    return this.processes.filter((process) => process.contender === contender).length;
  }

  samples(contender: number, phase: Sample['phase']): Taken[] {
    return this.taken.filter((one) => one.contender === contender && one.phase === phase);
  }

  /** Samples of the blocks, as `round/block: contenders in order`. */
  orders(): string[] {
    const blocks = new Map<string, number[]>();
    for (const { round, block, contender, phase } of this.taken) {
      if (phase !== 'block') continue;
      const key = `${round}/${block}`;
      blocks.set(key, [...(blocks.get(key) ?? []), contender]);
    }
    return [...blocks].map(([key, contenders]) => `${key}: ${contenders.join(' ')}`);
  }

  async #set(index: number, kind: SetKind): Promise<GivenSet> {
    await turn();
    const process = this.processes.findLast(({ contender }) => contender === index)!;
    process.kind = kind;
    const { verify, wrong } = this.#behaviours[index]!;
    const compare: GivenSet['compare'] = async (of) => {
      await turn();
      const isWhole = of.length === DOCUMENTS && new Set(of).size === DOCUMENTS;
      const late = kind === 'hard' ? 1 : kind === 'documents' && isWhole ? 0 : null;
      const failure = late === null ? null : verify?.(process.round, late);
      if (failure) throw new RunnerFailure(failure);
      if (kind === 'documents' && process.kept.splice(0).some((op) => wrong?.(op) ?? false))
        throw new RunnerFailure({ verdict: 'mismatch', reason: 'another value' });
      return { used: new Set(), outputs: [] };
    };
    return { count: kind === 'unseen' ? UNSEEN : DOCUMENTS, bytes: 1000, unseen: UNSEEN, compare };
  }

  async #start(index: number, signal: AbortSignal | undefined): Promise<RunnerClient> {
    await turn();
    const round = this.processes.filter(({ contender }) => contender === index).length;
    this.starts.push(`start ${index}`);
    const failure = this.#behaviours[index]!.start?.(round);
    if (failure) throw new RunnerFailure(failure);
    const process: SimulatedProcess = {
      ...{ contender: index, round, slices: 0, ended: false },
      ...{ kind: 'documents', unseen: 0, operations: 0, kept: [] },
    };
    this.processes.push(process);
    this.mostAlive = Math.max(this.mostAlive, this.processes.filter(({ ended }) => !ended).length);
    return this.#client(process, signal);
  }

  #client(process: SimulatedProcess, signal: AbortSignal | undefined): RunnerClient {
    const behaviour = this.#behaviours[process.contender]!;
    const own = 1 + (behaviour.noise?.process ?? 0) * this.#draw();
    return {
      runtimeVersion: 'simulation 1',
      serializerVersion: `${process.contender}.0`,
      startNs: START_NS,
      compiled: () =>
        behaviour.compiling === undefined ? null : process.slices <= behaviour.compiling ? 50e6 : 0,
      set: () => assert.fail('sets are given by what is measured'),
      slice: (ops, keep) => this.#slice(process, behaviour, { ops, keep, own }, signal),
      kept: () => assert.fail('so is what is kept'),
      memory: () => assert.fail('nothing is counted'),
      peakResident: () => assert.fail('nothing is counted'),
      end: async () => {
        process.ended = true;
      },
    };
  }

  async #slice(
    process: SimulatedProcess,
    behaviour: Behaviour,
    { ops, keep, own }: { ops: number; keep: number; own: number },
    signal: AbortSignal | undefined,
  ): Promise<SliceResult> {
    if (process.kind !== 'documents' || keep === DOCUMENTS)
      return this.#untimed(process, behaviour, ops, own);
    const number = process.slices++;
    const from = process.operations;
    process.operations += ops;
    for (let op = from + ops - keep; op < from + ops; op++) process.kept.push(op);
    if (number === 0) this.starts.push(`first ${process.contender}`);
    const failure = behaviour.slice?.(process.round, number);
    if (failure instanceof Error) throw failure;
    if (failure) throw new RunnerFailure(failure);
    this.#busy.add(process);
    const before = this.#busy.size;
    await turn();
    // A runner that the interrupt ended answers as the real client does.
    if (signal?.aborted)
      throw behaviour.interrupted ? new RunnerFailure(behaviour.interrupted) : signal.reason;
    const sideBySide = Math.max(before, this.#busy.size);
    this.mostBusy = Math.max(this.mostBusy, sideBySide);
    this.#busy.delete(process);
    this.#last.set(process.contender, { sideBySide });
    const crowd = sideBySide > 1 ? (behaviour.crowded ?? 1) : 1;
    const isAgain = ops === 1 && keep === 1 && number > 0;
    const slept = this.#awake === process.contender ? 1 : (behaviour.waking ?? 1);
    this.#awake = process.contender;
    const noise =
      crowd *
      slept *
      (isAgain ? (behaviour.keeping ?? 1) : 1) *
      (1 + (behaviour.noise?.slice ?? 0) * this.#draw());
    const extra = coldness(from + ops, behaviour.coldOps) - coldness(from, behaviour.coldOps);
    const ns = Math.max(1, Math.round(behaviour.nsPerOp * own * noise * (ops + extra)));
    const around = behaviour.around?.(number) ?? { ns: 100_000, heldNs: 0 };
    const elapsedNs = ns + around.ns;
    this.time += elapsedNs / 1e6;
    const share = behaviour.waits === undefined ? 0 : behaviour.waits(process.round, number);
    const waitNs = share === null ? null : Math.round(share * ns);
    const told = { cpuNs: ns, ...(behaviour.tells?.(ns, number) ?? { ns }) };
    return { ops, keep, ...told, waitNs, elapsedNs, heldNs: (waitNs ?? 0) + around.heldNs };
  }

  /** A slice outside of the timed blocks: unseen and hard documents, and verification after timing. */
  async #untimed(
    process: SimulatedProcess,
    { nsPerOp, waits, unseen = 1, keeping = 1 }: Behaviour,
    ops: number,
    own: number,
  ): Promise<SliceResult> {
    await turn();
    const { kind, round, slices } = process;
    const slower = () => (typeof unseen === 'number' ? unseen : unseen(round, process.unseen++));
    const times = kind === 'unseen' ? slower() * keeping : 1;
    const ns = Math.max(1, Math.round(ops * nsPerOp * own * times));
    const share = waits === undefined ? 0 : waits(round, slices);
    const waitNs = share === null ? null : Math.round(share * ns);
    return { ops, keep: ops, ns, cpuNs: ns, waitNs, elapsedNs: ns, heldNs: 0 };
  }

  /** Evenly between −1 and 1. */
  #draw(): number {
    return this.#noise.below(2 ** 30) / 2 ** 29 - 1;
  }
}

/** Extra time of the first `ops` operations, in steady operations. */
function coldness(ops: number, coldOps = 0): number {
  const cold = Math.min(ops, coldOps);
  return coldOps === 0 ? 0 : 9 * (cold - cold ** 2 / (2 * coldOps));
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
