import { contenderName, type Plan, type PlannedCase } from '../plan/plan.ts';
import type { Contender, Deviation, Verdict } from '../plan/verdict.ts';
import type { Machine, RunOutcome, RunRecord, RunSettings, Sample, Sizes } from '../store/record.ts';
import { RUN_SCHEMA } from '../store/record.ts';
import type { RunWriter } from '../store/writer.ts';
import type { CaseOutcome } from './types.ts';

export interface RunFacts {
  readonly id: string;
  /** wiremark's own version. */
  readonly tool: string;
  readonly startedAt: Date;
  readonly machine: Machine;
  readonly settings: RunSettings;
  /** Digests by `dataset/size`. */
  readonly datasets: ReadonlyMap<string, string>;
}

/** Rows of a case in the order of the record: those that take part, then those that don't do the task. */
function rowsOf(planned: PlannedCase): Contender[] {
  return [...planned.contenders, ...planned.unsupported];
}

/** The record of a run that is about to begin. What doesn't do a case's task has its verdict already. */
export function plannedRecord(plan: Plan, facts: RunFacts): RunRecord {
  const all = [...new Set(plan.cases.flatMap(rowsOf))];
  const index = (contender: Contender) => all.indexOf(contender);
  return {
    schema: RUN_SCHEMA,
    id: facts.id,
    tool: facts.tool,
    startedAt: facts.startedAt.toISOString(),
    finishedAt: null,
    partial: true,
    suite: { name: plan.suite.name, title: plan.suite.title, style: plan.suite.style },
    machine: facts.machine,
    runtimes: {},
    settings: facts.settings,
    datasets: Object.fromEntries(facts.datasets),
    contenders: all.map(({ runtime, definition }) => ({
      runtime,
      serializer: definition.id,
      title: definition.title,
      version: null,
      format: definition.format,
      output: definition.output,
      deviations: definition.deviations,
      limit: null,
    })),
    cases: plan.cases.map((planned) => ({
      dataset: planned.dataset,
      size: planned.size,
      task: planned.task,
      batch: planned.batch,
      contenders: rowsOf(planned).map(index),
      baseline: index(planned.baseline),
    })),
    outcomes: plan.cases.flatMap((planned, number) =>
      planned.unsupported.map((contender) => ({
        case: number,
        contender: index(contender),
        verdict: { verdict: 'unsupported', reason: `does not do ${planned.task}` } as const,
        sizes: null,
        deviations: [],
        memory: null,
      })),
    ),
  };
}

/** Keeps a run's record current while it is measured: every fact is on disk before anything is derived from it. */
export class Recorder {
  #record: RunRecord;
  readonly #writer: RunWriter;
  readonly #sizes = new Map<string, Sizes>();
  readonly #deviations = new Map<string, Set<Deviation>>();

  constructor(record: RunRecord, writer: RunWriter) {
    this.#record = record;
    this.#writer = writer;
  }

  get record(): RunRecord {
    return this.#record;
  }

  /** Index of a contender in the record. */
  indexOf(contender: Contender): number {
    return this.#record.contenders.findIndex(
      ({ runtime, serializer }) => `${runtime}/${serializer}` === contenderName(contender),
    );
  }

  sample(sample: Sample): void {
    this.#writer.sample(sample);
  }

  hasSizes(number: number, contender: number): boolean {
    return this.#sizes.has(`${number} ${contender}`);
  }

  /** Sizes of a contender's outputs on a case; they go into its outcome. */
  sizes(number: number, contender: number, sizes: Sizes): void {
    this.#sizes.set(`${number} ${contender}`, sizes);
  }

  /** Declared deviations that a verification had to forgive. */
  forgiven(number: number, contender: number, used: Iterable<Deviation>): void {
    const key = `${number} ${contender}`;
    this.#deviations.set(key, new Set([...(this.#deviations.get(key) ?? []), ...used]));
  }

  /** Rows that can't take part in a case. */
  absent(number: number, rows: readonly (readonly [contender: number, verdict: Verdict])[]): void {
    this.#add(
      rows.map(([contender, verdict]) => ({
        case: number,
        contender,
        verdict,
        sizes: null,
        deviations: [],
        memory: null,
      })),
    );
  }

  /** A case that is over, in whatever way. */
  case(number: number, outcome: CaseOutcome): void {
    const runtimes = { ...this.#record.runtimes };
    const contenders = this.#record.contenders.map((contender, index) => {
      const versions = outcome.versions.get(index);
      if (!versions) return contender;
      runtimes[contender.runtime] = versions.runtime;
      return { ...contender, version: versions.serializer };
    });
    this.#record = { ...this.#record, runtimes, contenders };
    this.#add(
      [...outcome.verdicts].map(([contender, verdict]) => ({
        case: number,
        contender,
        verdict,
        sizes: this.#sizes.get(`${number} ${contender}`) ?? null,
        deviations:
          verdict.verdict === 'ok' ? [...(this.#deviations.get(`${number} ${contender}`) ?? [])] : [],
        memory: null,
      })),
    );
  }

  /** Ends the run; `complete` says whether every planned case ran to its end. */
  finish(complete: boolean): void {
    const finishedAt = new Date();
    this.#writer.finish(complete, finishedAt);
    this.#record = { ...this.#record, partial: !complete, finishedAt: finishedAt.toISOString() };
  }

  #add(outcomes: readonly RunOutcome[]): void {
    this.#record = { ...this.#record, outcomes: [...this.#record.outcomes, ...outcomes] };
    const { runtimes, contenders } = this.#record;
    this.#writer.save({ runtimes, contenders, outcomes: this.#record.outcomes });
  }
}
