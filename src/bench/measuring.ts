/** Measures a plan, case after case, and keeps its record current. */
import { availableParallelism } from 'node:os';
import type { Deviation } from '../define/types.ts';
import { measureCase } from '../measure/case.ts';
import { measureMemory } from '../measure/memory.ts';
import type { CaseOutcome, MeasuredContender, Progress } from '../measure/types.ts';
import type { Contender } from '../plan/case.ts';
import type { Plan, PlannedCase } from '../plan/plan.ts';
import { isTimeable, type Verdict } from '../plan/verdict.ts';
import { type RunnerClient, RunnerFailure } from '../runner/client.ts';
import type { Sample, Sizes } from '../store/record/record.ts';
import { checkRow } from './checking.ts';
import { isReading } from './documents.ts';
import { BenchError } from './error.ts';
import type { RunEvents } from './events.ts';
import { isWhole, type Recorder } from './recorder.ts';
import { measureSizes } from './sizes.ts';
import type { Workbench } from './workbench.ts';

export interface Bench {
  readonly plan: Plan;
  readonly workbench: Workbench;
  readonly recorder: Recorder;
  readonly events: RunEvents;
  readonly signal: AbortSignal;
  /** Told of the first error that no runner caused: it must abort `signal` with it. */
  readonly fault: (error: unknown) => void;
  /** Samples of a case's complete rounds from before the run was resumed; none in a new one. */
  readonly earlier: (number: number) => readonly Sample[];
  /** Seconds of the budget that were spent before. */
  readonly spent: number;
}

/** Measures all cases that aren't over. @returns whether every case ran to its end, and not short of rounds */
export async function measureAll(bench: Bench): Promise<boolean> {
  const { plan, recorder, events, spent } = bench;
  const { budget } = recorder.record.settings;
  const begin = performance.now() - spent * 1000;
  const isOpen = (number: number) => recorder.record.cases[number]!.ended === undefined;
  const open = [...plan.cases.keys()].filter(isOpen);
  for (const number of plan.cases.keys()) if (!isOpen(number)) events.over(number);
  for (const [position, number] of open.entries()) {
    const left = budget === null ? null : Math.max(0, budget - (performance.now() - begin) / 1000);
    // Each case gets an equal share of what is left: one that ends early leaves its time to the others.
    const share = left === null ? null : left / (open.length - position);
    if (!(await new CaseOnBench(bench, number).measure(share))) return false;
    events.over(number);
  }
  return isWhole(recorder.record);
}

interface Entrant extends MeasuredContender {
  readonly contender: Contender;
}

const NOBODY: Pick<CaseOutcome, 'rounds' | 'ended'> = { rounds: 0, ended: 'no contenders left' };

class CaseOnBench {
  readonly #bench: Bench;
  readonly #number: number;
  readonly #planned: PlannedCase;
  /** As the rehearsals found it: recorded with what passes after timing. */
  readonly #beyond = new Map<number, string | null>();
  /** Of its outputs. */
  readonly #sizes = new Map<number, Sizes>();

  constructor(bench: Bench, number: number) {
    this.#bench = bench;
    this.#number = number;
    this.#planned = bench.plan.cases[number]!;
  }

  /** @param budget seconds. @returns false when it was interrupted: then it stays open, with the rounds that are whole */
  async measure(budget: number | null): Promise<boolean> {
    const { recorder } = this.#bench;
    const entrants = this.#entrants();
    const { rounds, ended } = entrants.length === 0 ? NOBODY : await this.#time(entrants, budget);
    recorder.rounds(this.#number, rounds);
    if (ended === 'aborted' || !(await this.#countMemory(entrants))) return false;
    recorder.over(this.#number, ended);
    return true;
  }

  /** The rows that take part. An unavailable row, or one that failed before a resumption, has its verdict in the record. */
  #entrants(): Entrant[] {
    const { workbench, recorder } = this.#bench;
    const entrants: Entrant[] = [];
    for (const contender of this.#planned.contenders) {
      const index = recorder.indexOf(contender);
      const { verdict } = recorder.outcome(this.#number, index) ?? {};
      if (verdict && verdict.verdict !== 'ok' && !(this.#timesUnverified && isTimeable(verdict))) continue;
      const reason = workbench.unavailable(this.#planned, contender);
      if (reason) recorder.failed(this.#number, index, reason);
      else entrants.push({ contender, index, limit: contender.limit, ...workbench.manner(contender) });
    }
    return entrants;
  }

  get #timesUnverified(): boolean {
    return this.#bench.recorder.record.request.timeUnverified ?? false;
  }

  #failedBefore(entrants: readonly Entrant[]): Map<number, Verdict> {
    const { recorder } = this.#bench;
    const outcomes = entrants.flatMap(({ index }) => recorder.outcome(this.#number, index) ?? []);
    const failed = outcomes.filter(({ verdict }) => verdict.verdict !== 'ok');
    return new Map(failed.map(({ contender, verdict }) => [contender, verdict]));
  }

  #time(entrants: readonly Entrant[], budget: number | null): Promise<CaseOutcome> {
    const { workbench, recorder, events, signal } = this.#bench;
    const number = this.#number;
    const planned = this.#planned;
    const { baseline, standIn } = recorder.record.cases[number]!;
    // What failed before is out with its verdict; its earlier samples must not bring it back.
    const taking = new Set(entrants.map(({ index }) => index));
    const earlier = this.#bench.earlier(number).filter(({ contender }) => taking.has(contender));
    events.case(number, recorder.record.cases[number]!.rounds ?? 0);
    return measureCase<Entrant>(
      {
        case: number,
        batch: planned.batch,
        contenders: entrants,
        baseline,
        standIn,
        settings: recorder.record.settings,
        budget,
        earlier,
        cores: availableParallelism(),
        start: (entrant) => this.#ours(() => this.#start(entrant)),
        timeUnverified: this.#timesUnverified,
        failed: this.#failedBefore(entrants),
        set: ({ contender }, client, kind) =>
          this.#ours(() => workbench.set(planned, contender, client, kind)),
        rehearse: (entrant) => this.#ours(() => this.#rehearse(entrant)),
        wrote: (...wrote) => this.#ours(() => this.#wrote(...wrote)),
        passed: (...passed) => this.#ours(async () => this.#passed(...passed)),
        signal,
      },
      {
        sample: (sample) => recorder.sample(sample),
        // At once, so that a resumed run doesn't try again what has failed.
        failed: (index, verdict) => recorder.failed(number, index, verdict),
        progress: (progress, rows) => this.#follow(progress, rows),
      },
    );
  }

  /** Others run meanwhile, and would be waited for: an error of wiremark ends them. */
  #ours<T>(work: () => Promise<T>): Promise<T> {
    return work().catch((error) => {
      const { signal, fault } = this.#bench;
      if (!(error instanceof RunnerFailure) && !signal.aborted) fault(error);
      throw error;
    });
  }

  async #rehearse(entrant: Entrant): Promise<Verdict> {
    const start = () => this.#start(entrant);
    const checked = await checkRow(this.#bench.workbench, this.#planned, entrant.contender, start);
    this.#beyond.set(entrant.index, checked.beyond);
    return checked.verdict;
  }

  /** @throws BenchError when a version isn't that of the rounds before: the two can't be one run */
  async #start({ contender, index }: Entrant): Promise<RunnerClient> {
    const client = await this.#bench.workbench.start(this.#planned, contender);
    try {
      const { runtimeVersion: runtime, serializerVersion: serializer } = client;
      const changed = this.#bench.recorder.started(index, { runtime, serializer });
      if (changed === null) return client;
      throw new BenchError(`${changed}: this run can't continue with another version; begin a new one`);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async #wrote({ contender, index }: Entrant, outputs: readonly Uint8Array[]): Promise<void> {
    if (contender.limit !== null || isReading(this.#planned.task)) return;
    const known = this.#bench.recorder.outcome(this.#number, index)?.sizes;
    this.#sizes.set(index, known ?? (await measureSizes(outputs)));
  }

  /** Recorded at once: a run that is killed keeps it. */
  #passed({ index }: Entrant, used: ReadonlySet<Deviation>): void {
    const sizes = this.#sizes.get(index) ?? null;
    this.#bench.recorder.verified(this.#number, index, used, sizes, this.#beyond.get(index));
  }

  /** A round that begins says that the one before is whole, verified to its end. */
  #follow(progress: Progress, rows: () => ReadonlyMap<number, readonly Sample[]>): void {
    const { recorder, events } = this.#bench;
    const number = this.#number;
    if (progress.step === 'start' && progress.group === 0) {
      recorder.rounds(number, progress.round);
      const slices = rows();
      events.round(number, progress.round, (contender) => {
        const index = recorder.indexOf(contender);
        const verdict = recorder.outcome(number, index)?.verdict ?? null;
        return { verdict, slices: slices.get(index) ?? [] };
      });
    }
    events.step(number, progress);
  }

  /**
   * The memory pass of the serializers that are fine and weren't counted before, before the case is over: a resumed run
   * makes it if this one can't.
   *
   * @returns false when it was interrupted
   */
  async #countMemory(entrants: readonly Entrant[]): Promise<boolean> {
    const { workbench, recorder, events, signal } = this.#bench;
    if (!recorder.record.request.memory) return true;
    const contenders = entrants.filter(({ contender, index }) => {
      const outcome = recorder.outcome(this.#number, index);
      return contender.limit === null && outcome?.verdict.verdict === 'ok' && outcome.memory === null;
    });
    const { batch } = this.#planned;
    const set = async ({ contender }: Entrant, client: RunnerClient) =>
      (await workbench.set(this.#planned, contender, client, 'documents'))!.count;
    const start = ({ contender }: Entrant) => {
      events.memory(this.#number, contender);
      return workbench.start(this.#planned, contender);
    };
    try {
      await measureMemory<Entrant>({ batch, contenders, start, set, signal }, (index, figures) =>
        recorder.memory(this.#number, index, figures),
      );
      return true;
    } catch (error) {
      if (signal.aborted && error === signal.reason) return false;
      throw error;
    }
  }
}
