import { documentsName, rowName, runtimeName } from '../define/names.ts';
import { present } from '../define/present.ts';
import type { Deviation, Task } from '../define/types.ts';
import { type Contender, contenderName } from '../plan/case.ts';
import type { Plan, PlannedCase } from '../plan/plan.ts';
import type { Verdict } from '../plan/verdict.ts';
import { SAMPLES_HEAD } from '../store/folder/samples.ts';
import type { RunWriter } from '../store/folder/writer.ts';
import { lastBegun } from '../store/newest.ts';
import {
  type CaseEnd,
  RUN_SCHEMA,
  type RunCase,
  type RunContender,
  type RunOutcome,
  type RunRecord,
  type Sample,
  type Sizes,
} from '../store/record/record.ts';
import type { CheckedRow } from '../trial/check.ts';
import { documentsFor, type Workbench } from '../trial/workbench.ts';

export type RunLabels = Pick<RunRecord, 'name' | 'tags' | 'published' | 'editions'>;
export type RunFacts = RunLabels &
  Pick<RunRecord, 'id' | 'tool' | 'startedAt' | 'request' | 'machine' | 'settings' | 'own'>;

type Origin = Pick<Workbench, 'datasets' | 'builds'>;

function rowsOf(planned: PlannedCase): Contender[] {
  return [...planned.contenders, ...planned.unsupported];
}

export function plannedRecord(plan: Plan, { datasets, builds }: Origin, facts: RunFacts): RunRecord {
  const { name, title, style, more } = plan.suite;
  const all = [...new Set(plan.cases.flatMap(rowsOf))];
  const index = (contender: Contender) => all.indexOf(contender);
  const isPlain = (one: Contender) =>
    [...datasets.values()].some((dataset) => documentsFor(dataset, one) !== dataset);
  return {
    schema: RUN_SCHEMA,
    ...facts,
    finishedAt: null,
    seconds: 0,
    samples: SAMPLES_HEAD.recorded,
    partial: true,
    suite: { name, title, style, ...(more !== undefined && { more }) },
    runtimes: {},
    datasets: Object.fromEntries([...datasets].map(([key, one]) => [key, (one.plain ?? one).digest])),
    contenders: all.map((one) => plannedContender(one, builds, isPlain(one))),
    cases: plan.cases.map((planned): RunCase => {
      const { dataset, size, task, batch, baseline, standIn } = planned;
      const { objects } = datasets.get(documentsName(planned))?.model ?? {};
      return {
        dataset,
        size,
        task,
        batch,
        keeps: true,
        ...(objects !== undefined && { objects }),
        contenders: rowsOf(planned).map(index),
        baseline: index(baseline),
        ...(standIn && { standIn: index(standIn) }),
      };
    }),
    outcomes: plan.cases.flatMap((planned, number) =>
      planned.unsupported.map((contender) => ({
        case: number,
        contender: index(contender),
        verdict: doesNot(planned.task),
        sizes: null,
        deviations: [],
        memory: null,
      })),
    ),
  };
}

const TREES: Partial<Record<Task, string>> = {
  'to-tree': 'write to a tree',
  'parse-tree': 'parse to a tree',
};

export function doesNot(task: Task): Verdict {
  return { verdict: 'unsupported', reason: `can't ${TREES[task] ?? task}` };
}

function plannedContender(contender: Contender, builds: Workbench['builds'], isPlain: boolean): RunContender {
  const { runtime, variant, definition, limit } = contender;
  const { id: serializer, title, format, output, deviations, ...declared } = definition;
  const { bound, varies, reuses, schema, objects, isAdded: added } = declared;
  return {
    ...{ runtime, variant, serializer, title, version: null, code: builds.code(contender) },
    ...{ format, output, deviations, limit },
    ...present({ bound, varies, reuses, plain: isPlain, objects: !isPlain && objects, schema, added }),
    ...present({ license: builds.license(contender) }),
  };
}

export function isMeasured({ cases }: RunRecord): boolean {
  return cases.every(({ ended }) => ended !== undefined);
}

export function isWhole({ cases, settings }: RunRecord): boolean {
  return cases.every(({ ended, rounds = 0 }) => ended !== 'budget' || rounds >= settings.rounds.minimum);
}

export class Recorder {
  #record: RunRecord;
  readonly #writer: RunWriter;
  readonly #now: () => number;
  /** Reading of the clock `now`, in ms, at which the run would have begun if it had never been interrupted. */
  readonly #begin: number;
  /** Time of day minus `now`, in ms. It is fixed at the start, because the computer's clock may be set during a run. */
  readonly #ahead: number;

  constructor(record: RunRecord, writer: RunWriter, now: () => number = () => performance.now()) {
    this.#record = record;
    this.#writer = writer;
    this.#now = now;
    this.#begin = now() - record.seconds * 1000;
    this.#ahead = lastBegun(record) - now();
  }

  get record(): RunRecord {
    return this.#record;
  }

  indexOf(contender: Contender): number {
    const name = contenderName(contender);
    return this.#record.contenders.findIndex((one) => rowName(one) === name);
  }

  outcome(number: number, contender: number): RunOutcome | undefined {
    return this.#record.outcomes.find((one) => one.case === number && one.contender === contender);
  }

  sample(sample: Sample): void {
    this.#writer.sample(sample);
  }

  failed(number: number, contender: number, verdict: Verdict): void {
    const sizes = this.outcome(number, contender)?.sizes ?? null;
    this.#put({ case: number, contender, verdict, sizes, deviations: [], memory: null });
  }

  /**
   * Records the verdict `ok` with deviations and sizes, unless the row has failed.
   * @param found how the row fails for values beyond the bounds of the dataset's schema; null if it doesn't
   */
  verified(
    number: number,
    contender: number,
    used: Iterable<Deviation>,
    sizes: Sizes | null,
    found: string | null = null,
  ): void {
    const before = this.outcome(number, contender);
    if (before !== undefined && before.verdict.verdict !== 'ok') return;
    const deviations = [...new Set([...(before?.deviations ?? []), ...used])];
    if (before !== undefined && deviations.length === before.deviations.length) return;
    const beyond = before?.beyond ?? found;
    const facts = { case: number, contender, verdict: { verdict: 'ok' } as const, sizes, deviations };
    this.#put({ ...before, ...facts, memory: before?.memory ?? null, ...(beyond !== null && { beyond }) });
  }

  figures(number: number, contender: number, figures: Partial<RunOutcome>): void {
    this.#put({ ...this.outcome(number, contender)!, ...figures });
  }

  /** Records the versions of a runner and its library. @returns a message if one has changed, else null */
  started(contender: number, versions: NonNullable<CheckedRow['versions']>): string | null {
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
    this.#save({ runtimes, contenders });
    return null;
  }

  /** Records the number of complete rounds, unless the case had more before it was resumed. */
  rounds(number: number, rounds: number): void {
    if (rounds > (this.#record.cases[number]!.rounds ?? 0)) this.#case(number, { rounds });
  }

  over(number: number, ended: CaseEnd): void {
    this.#case(number, { rounds: this.#record.cases[number]!.rounds ?? 0, ended });
  }

  finish(complete: boolean, finishedAt = new Date(this.#now() + this.#ahead), fault?: string): void {
    const interrupt = isMeasured(this.#record) ? undefined : ({ why: 'interrupt' } as const);
    this.#save({});
    this.#writer.finish(complete, finishedAt, fault ? { why: 'crash', message: fault } : interrupt);
    this.#record = this.#writer.record;
  }

  #case(number: number, facts: Pick<RunCase, 'rounds' | 'ended'>): void {
    this.#save({ cases: this.#record.cases.with(number, { ...this.#record.cases[number]!, ...facts }) });
  }

  #put(outcome: RunOutcome): void {
    const { outcomes } = this.#record;
    const kept = outcomes.filter((one) => one.case !== outcome.case || one.contender !== outcome.contender);
    this.#save({ outcomes: [...kept, outcome] });
  }

  #save(facts: Partial<Pick<RunRecord, 'runtimes' | 'contenders' | 'cases' | 'outcomes'>>): void {
    const seconds = Math.round(this.#now() - this.#begin) / 1000;
    this.#record = { ...this.#record, ...facts, seconds };
    this.#writer.save({ ...facts, seconds });
  }
}
