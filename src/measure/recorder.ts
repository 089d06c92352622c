import { rowName, runtimeName } from '../define/names.ts';
import { contenderName, type Plan, type PlannedCase } from '../plan/plan.ts';
import type { Contender, Deviation, Verdict } from '../plan/verdict.ts';
import type {
  Machine,
  MemoryFigures,
  RunCase,
  RunContender,
  RunOutcome,
  RunRecord,
  RunRequest,
  RunSettings,
  Sample,
  Sizes,
} from '../store/record.ts';
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
  readonly request: RunRequest;
  /** Digests by `dataset/size`. */
  readonly datasets: ReadonlyMap<string, string>;
  /** Digest of the runner's own code that a contender runs; null where nobody tells. */
  code(contender: Contender): string | null;
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
    request: facts.request,
    machine: facts.machine,
    runtimes: {},
    settings: facts.settings,
    datasets: Object.fromEntries(facts.datasets),
    contenders: all.map((contender) => ({
      ...plannedContender(contender),
      code: facts.code(contender),
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

function plannedContender({ runtime, variant, definition, limit }: Contender): Omit<RunContender, 'code'> {
  const { id: serializer, title, format, output, deviations, bound } = definition;
  const facts = { runtime, variant, serializer, title, version: null, format, output, deviations, limit };
  return { ...facts, ...(bound && { bound }) };
}

/** Keeps a run's record current while it is measured: every fact is on disk before anything is derived from it. */
export class Recorder {
  #record: RunRecord;
  readonly #writer: RunWriter;
  readonly #sizes = new Map<string, Sizes>();
  readonly #deviations = new Map<string, Set<Deviation>>();
  readonly #memory = new Map<string, MemoryFigures>();

  constructor(record: RunRecord, writer: RunWriter) {
    this.#record = record;
    this.#writer = writer;
  }

  get record(): RunRecord {
    return this.#record;
  }

  /** Index of a contender in the record. */
  indexOf(contender: Contender): number {
    return this.#record.contenders.findIndex((one) => rowName(one) === contenderName(contender));
  }

  /** What is recorded of a row so far; null for nothing. */
  verdict(number: number, contender: number): Verdict | null {
    const outcomes = this.#record.outcomes;
    return outcomes.find((one) => one.case === number && one.contender === contender)?.verdict ?? null;
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

  /** Figures of a contender's memory on a case; they go into its outcome. */
  memory(number: number, contender: number, figures: MemoryFigures): void {
    this.#memory.set(`${number} ${contender}`, figures);
  }

  /** Rows that can't take part in a case, or whose part in it is over while the others go on. */
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

  /**
   * A runner of a contender has started. Its versions are recorded at once and must stay the same as long as the run
   * lasts, also when it is resumed.
   *
   * @returns what is another version than before; null when all is well
   */
  started(
    contender: number,
    versions: { readonly runtime: string; readonly serializer: string },
  ): string | null {
    const known = this.#record.contenders[contender]!;
    const started = runtimeName(known);
    const runtime = this.#record.runtimes[started];
    if (runtime !== undefined && runtime !== versions.runtime)
      return `${started} was ${runtime} and is ${versions.runtime} now`;
    if (known.version !== null && known.version !== versions.serializer)
      return `${rowName(known)} was ${known.version} and is ${versions.serializer} now`;
    if (runtime !== undefined && known.version !== null) return null;
    const runtimes = { ...this.#record.runtimes, [started]: versions.runtime };
    const contenders = this.#record.contenders.with(contender, { ...known, version: versions.serializer });
    this.#record = { ...this.#record, runtimes, contenders };
    this.#save();
    return null;
  }

  /** A case has `rounds` whole rounds. */
  rounds(number: number, rounds: number): void {
    this.#case(number, { rounds });
    this.#save();
  }

  /** A case that is over, in whatever way; one that was interrupted stays open. */
  case(number: number, outcome: CaseOutcome): void {
    const { ended } = outcome;
    if (ended !== 'aborted') this.#case(number, { rounds: outcome.rounds, ended });
    this.#add(
      [...outcome.verdicts].map(([contender, verdict]) => ({
        case: number,
        contender,
        verdict,
        sizes: this.#sizes.get(`${number} ${contender}`) ?? null,
        deviations:
          verdict.verdict === 'ok' ? [...(this.#deviations.get(`${number} ${contender}`) ?? [])] : [],
        memory: verdict.verdict === 'ok' ? (this.#memory.get(`${number} ${contender}`) ?? null) : null,
      })),
    );
  }

  /** Ends the run; `complete` says whether every planned case ran to its end. */
  finish(complete: boolean): void {
    const finishedAt = new Date();
    this.#writer.finish(complete, finishedAt);
    this.#record = { ...this.#record, partial: !complete, finishedAt: finishedAt.toISOString() };
  }

  #case(number: number, facts: Pick<RunCase, 'rounds' | 'ended'>): void {
    const cases = this.#record.cases.with(number, { ...this.#record.cases[number]!, ...facts });
    this.#record = { ...this.#record, cases };
  }

  /** A later outcome of the same row takes the place of an earlier one: of a case that was interrupted and resumed. */
  #add(outcomes: readonly RunOutcome[]): void {
    const replaced = (one: RunOutcome) =>
      outcomes.some((other) => other.case === one.case && other.contender === one.contender);
    const kept = this.#record.outcomes.filter((one) => !replaced(one));
    this.#record = { ...this.#record, outcomes: [...kept, ...outcomes] };
    this.#save();
  }

  #save(): void {
    const { runtimes, contenders, cases, outcomes } = this.#record;
    this.#writer.save({ runtimes, contenders, cases, outcomes });
  }
}
