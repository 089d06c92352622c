import { availableParallelism } from 'node:os';
import { giveWay } from '../dataset/give-way.ts';
import type { Deviation } from '../define/types.ts';
import { type Contender, isReading } from '../plan/case.ts';
import { BenchError } from '../plan/error.ts';
import type { Plan, PlannedCase } from '../plan/plan.ts';
import { isTimeable, type Verdict } from '../plan/verdict.ts';
import { onceFor } from '../stats/group-by.ts';
import type { StoredRun } from '../store/folder/reader.ts';
import { wholeOf } from '../store/folder/writer.ts';
import type { Sample, Sizes } from '../store/record/record.ts';
import { checkRow } from '../trial/check.ts';
import type { RunnerClient } from '../trial/client.ts';
import { timeConversion } from '../trial/conversion.ts';
import { splitFrames } from '../trial/frames.ts';
import { measureMemory } from '../trial/memory.ts';
import type { MeasuredRow } from '../trial/types.ts';
import type { Workbench } from '../trial/workbench.ts';
import { measureCase } from './case.ts';
import type { RunEvents } from './events.ts';
import { isWhole, type Recorder } from './recorder.ts';
import { measureSizes, spread, timeCompression } from './sizes.ts';
import type { CaseOutcome, Progress } from './types.ts';

/** Sizes and a sample of the documents that a row wrote or read. Rows that read the same documents share one object. */
interface Documents {
  readonly sizes: Promise<Sizes>;
  readonly sample: readonly Uint8Array[];
}

interface Bench {
  readonly plan: Plan;
  readonly workbench: Workbench;
  readonly recorder: Recorder;
  readonly events: RunEvents;
  readonly signal: AbortSignal;
  /** Aborts `signal` with an error that isn't a runner's failure. */
  readonly fault: (error: unknown) => void;
  readonly before?: StoredRun | undefined;
}

/**
 * Measures the cases that haven't ended.
 * @returns false after an interrupt, and if the budget ended a case before its minimum number of rounds
 */
export async function measureAll(bench: Bench): Promise<boolean> {
  const { plan, recorder, events, before } = bench;
  const { budget } = recorder.record.settings;
  const begin = performance.now() - (before?.record.seconds ?? 0) * 1000;
  const isOpen = (number: number) => recorder.record.cases[number]!.ended === undefined;
  const open = [...plan.cases.keys()].filter(isOpen);
  for (const number of plan.cases.keys()) if (!isOpen(number)) events.over(number);
  for (const [position, number] of open.entries()) {
    const left = budget === null ? null : Math.max(0, budget - (performance.now() - begin) / 1000);
    const share = left === null ? null : left / (open.length - position);
    if (!(await new CaseOnBench(bench, number).measure(share))) return false;
    events.over(number);
  }
  return isWhole(recorder.record);
}

class CaseOnBench {
  readonly #bench: Bench;
  readonly #number: number;
  readonly #planned: PlannedCase;
  /** Rows that take part. The keys of this map and of the next three are the rows' indices in the record. */
  readonly #contenders = new Map<number, Contender>();
  readonly #beyond = new Map<number, string | null>();
  readonly #sizes = new Map<number, Sizes>();
  /** Some documents that each row wrote or read. Their compression is timed after the last round, when no runner is working. */
  readonly #samples = new Map<number, Documents['sample']>();
  readonly #measured = new WeakMap<object, Documents>();

  constructor(bench: Bench, number: number) {
    this.#bench = bench;
    this.#number = number;
    this.#planned = bench.plan.cases[number]!;
  }

  /**
   * @param budget seconds for the case; null for no limit. @returns false after an interrupt: the case can be resumed after its
   * complete rounds
   */
  async measure(budget: number | null): Promise<boolean> {
    const { recorder } = this.#bench;
    const rows = this.#rows();
    const { rounds, ended } =
      rows.length === 0
        ? ({ rounds: 0, ended: 'no contenders left' } as const)
        : await this.#time(rows, budget);
    recorder.rounds(this.#number, rounds);
    if (ended === 'aborted' || !(await this.#addFigures(rows))) return false;
    recorder.over(this.#number, ended);
    return true;
  }

  #rows(): MeasuredRow[] {
    const { workbench, recorder } = this.#bench;
    const rows: MeasuredRow[] = [];
    for (const contender of this.#planned.contenders) {
      const index = recorder.indexOf(contender);
      const { verdict } = recorder.outcome(this.#number, index) ?? {};
      if (verdict && verdict.verdict !== 'ok' && !(this.#timesUnverified && isTimeable(verdict))) continue;
      const reason = workbench.unavailable(this.#planned, contender);
      if (reason) recorder.failed(this.#number, index, reason);
      else {
        rows.push(workbench.row(this.#planned, contender, index));
        this.#contenders.set(index, contender);
      }
    }
    return rows;
  }

  get #timesUnverified(): boolean {
    return this.#bench.recorder.record.request.timeUnverified ?? false;
  }

  #failedBefore(rows: readonly MeasuredRow[]): Map<number, Verdict> {
    const { recorder } = this.#bench;
    const outcomes = rows.flatMap(({ index }) => recorder.outcome(this.#number, index) ?? []);
    const failed = outcomes.filter(({ verdict }) => verdict.verdict !== 'ok');
    return new Map(failed.map(({ contender, verdict }) => [contender, verdict]));
  }

  #time(rows: readonly MeasuredRow[], budget: number | null): Promise<CaseOutcome> {
    const { recorder, signal, fault, before } = this.#bench;
    const number = this.#number;
    const { baseline, standIn } = recorder.record.cases[number]!;
    const known = before ? wholeOf(before.record.cases[number]!, number, before.samples) : [];
    // Only samples of rows that still take part: others failed before the run was resumed.
    const taking = new Set(rows.map(({ index }) => index));
    const earlier = known.filter(({ contender }) => taking.has(contender));
    return measureCase(
      {
        case: number,
        batch: this.#planned.batch,
        contenders: rows,
        baseline,
        standIn,
        settings: recorder.record.settings,
        budget,
        earlier,
        cores: availableParallelism(),
        timeUnverified: this.#timesUnverified,
        failed: this.#failedBefore(rows),
        rehearse: ({ index }) => this.#rehearse(index),
        signal,
      },
      {
        sample: (sample) => recorder.sample(sample),
        started: (index, client) => this.#started(index, client),
        wrote: (index, outputs) => this.#wrote(index, outputs),
        passed: (index, used) => this.#passed(index, used),
        // Recorded at once, so that a resumed run doesn't try the row again.
        failed: (index, verdict) => recorder.failed(number, index, verdict),
        fault,
        progress: (progress, rows) => this.#follow(progress, rows),
      },
    );
  }

  async #rehearse(index: number): Promise<Verdict> {
    const started = (client: RunnerClient) => this.#started(index, client);
    const contender = this.#contenders.get(index)!;
    const checked = await checkRow(this.#bench.workbench, this.#planned, contender, started);
    this.#beyond.set(index, checked.beyond);
    return checked.verdict;
  }

  #started(index: number, { runtimeVersion: runtime, serializerVersion: serializer }: RunnerClient): void {
    const changed = this.#bench.recorder.started(index, { runtime, serializer });
    if (changed !== null)
      throw new BenchError(`${changed}: this run can't continue with another version; begin a new one`);
  }

  async #wrote(index: number, outputs: readonly Uint8Array[]): Promise<void> {
    const { recorder, workbench } = this.#bench;
    const contender = this.#contenders.get(index)!;
    if (contender.limit !== null || this.#samples.has(index)) return;
    const known = recorder.outcome(this.#number, index)?.sizes;
    const inputs = isReading(this.#planned.task) && (await workbench.inputs(this.#planned, contender)).bytes;
    const { sizes, sample } = onceFor(this.#measured, inputs || outputs, () => {
      const documents = inputs ? splitFrames(inputs) : outputs;
      // Copied: otherwise these few documents would keep the memory of all results of the row.
      return { sizes: measureSizes(documents), sample: spread(documents).map((bytes) => bytes.slice()) };
    });
    this.#sizes.set(index, known ?? (await sizes));
    if (known?.gzipNs === undefined) this.#samples.set(index, sample);
  }

  #passed(index: number, used: ReadonlySet<Deviation>): void {
    const sizes = this.#sizes.get(index) ?? null;
    this.#bench.recorder.verified(this.#number, index, used, sizes, this.#beyond.get(index));
  }

  /** Passes progress to `events`. When a round begins, also records that all rounds before it are complete and verified. */
  #follow(progress: Progress, rows: () => ReadonlyMap<number, readonly Sample[]>): void {
    const { recorder, events } = this.#bench;
    const number = this.#number;
    if (progress.step === 'starting' && progress.group === 0) {
      recorder.rounds(number, progress.round);
      const slices = rows();
      events.round(number, progress.round, (contender) => {
        const index = recorder.indexOf(contender);
        const { verdict = 'ok' } = recorder.outcome(number, index)?.verdict ?? {};
        return { slices: slices.get(index) ?? [], ...(verdict !== 'ok' && { failed: verdict }) };
      });
    }
    events.step(number, progress);
  }

  /** After all rounds: times compression; if requested, times plain objects and counts allocations. @returns false if aborted */
  async #addFigures(rows: readonly MeasuredRow[]): Promise<boolean> {
    const { workbench, recorder, events, signal } = this.#bench;
    const { memory, data } = recorder.record.request;
    try {
      const times = new Map<Documents['sample'], ReturnType<typeof timeCompression>>();
      for (const [index, sample] of this.#samples) {
        const { verdict, sizes = null } = recorder.outcome(this.#number, index) ?? {};
        if (verdict?.verdict !== 'ok' || sizes === null) continue;
        await giveWay(signal);
        const compression = await onceFor(times, sample, () => timeCompression(sample));
        recorder.figures(this.#number, index, { sizes: { ...sizes, ...compression } });
      }
      for (const row of rows) {
        const outcome = recorder.outcome(this.#number, row.index);
        if (row.limit || outcome?.verdict.verdict !== 'ok') continue;
        const contender = this.#contenders.get(row.index)!;
        const isWanted = outcome.conversion === undefined && (memory || data?.objects === 'typed');
        const plain = isWanted && workbench.plainRow(this.#planned, contender);
        const conversion = plain && (await timeConversion([row, plain], this.#planned.batch, signal));
        if (conversion) recorder.figures(this.#number, row.index, { conversion });
        if (!memory || outcome.memory !== null) continue;
        signal.throwIfAborted();
        events.memory(this.#number, contender);
        const figures = await measureMemory(row, this.#planned.batch, signal);
        recorder.figures(this.#number, row.index, { memory: figures });
      }
      return true;
    } catch (error) {
      if (signal.aborted && error === signal.reason) return false;
      throw error;
    }
  }
}
