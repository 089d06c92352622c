/** What a person at a terminal sees while a run is measured. Nothing here writes but through Status. */
import { availableParallelism } from 'node:os';
import {
  type CaseProgress,
  expectedMemory,
  expectedRest,
  expectedRound,
  type Span,
} from '../measure/expected.ts';
import { processesThatFit } from '../measure/fit.ts';
import type { Progress } from '../measure/types.ts';
import { caseName, contenderName, type Plan, type PlannedCase } from '../plan/plan.ts';
import type { Contender, Verdict } from '../plan/verdict.ts';
import { compare, halfWidth, roundLogRatios } from '../stats/comparison.ts';
import type { RunSettings, Sample } from '../store/record.ts';
import { spelledSpan } from './span.ts';
import type { Status } from './status.ts';

export interface ProgressInput {
  readonly plan: Plan;
  readonly settings: RunSettings;
  readonly memory: boolean;
  readonly runner: (runtime: string) => {
    readonly warmup: { minimum: number; maximum: number };
    readonly blocks: number;
    readonly memory: number;
  };
}

/** Limits are measured beside the serializers but are not what is compared. */
const isSerializer = ({ limit }: Contender) => limit === null;

interface CaseState extends CaseProgress {
  rounds: number;
  took: number[];
  ended: boolean;
}

/** How each case of a plan stands before anything is measured. */
function casesOf({ plan, settings, memory, runner }: ProgressInput): CaseState[] {
  return plan.cases.map(({ contenders }) => {
    const rows = contenders.map(({ runtime }) => runner(runtime));
    const processes = processesThatFit(rows, process.availableMemory());
    return {
      round: expectedRound({ rows, settings, cores: availableParallelism(), processes }),
      memory: expectedMemory(memory ? contenders.filter(isSerializer).length : 0),
      rounds: 0,
      took: [],
      ended: false,
    };
  });
}

/** How long a plan takes in all. */
export function expectedPlan(input: ProgressInput): Span {
  return expectedRest(casesOf(input), input.settings.rounds, input.settings.budget);
}

/** `4 to 9 minutes expected: 2 cases, 10 to 30 rounds of 5 serializers`. */
export function spelledPlan(input: ProgressInput): string {
  const { plan, settings } = input;
  const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
  const rows = count(plan.contenders.filter(isSerializer).length, 'serializer');
  const { minimum, maximum } = settings.rounds;
  const rounds = minimum === maximum ? count(maximum, 'round') : `${minimum} to ${maximum} rounds`;
  return `${spelledSpan(expectedPlan(input))} expected: ${count(plan.cases.length, 'case')}, ${rounds} of ${rows}`;
}

/** Follows a run and shows where it is, what is left, and what each row looks like so far. */
export class RunProgress {
  readonly #input: ProgressInput;
  readonly #status: Status;
  readonly #cases: CaseState[];
  readonly #begin = performance.now();
  #slices = new Map<number, Sample[]>();
  #rows: string[] = [];
  #roundBegan = 0;

  /** @param input with the budget that is left, in `settings` */
  constructor(input: ProgressInput, status: Status) {
    this.#input = input;
    this.#status = status;
    this.#cases = casesOf(input);
  }

  /** A case that was measured before the run was resumed. */
  over(number: number): void {
    this.#cases[number]!.ended = true;
  }

  /** A case begins, or goes on after `rounds` whole rounds. */
  case(number: number, rounds: number, earlier: readonly Sample[]): void {
    this.#cases[number]!.rounds = rounds;
    this.#slices = new Map();
    this.#rows = [];
    for (const sample of earlier) this.sample(sample);
  }

  sample(sample: Sample): void {
    if (sample.phase !== 'block') return;
    const slices = this.#slices.get(sample.contender) ?? [];
    slices.push(sample);
    this.#slices.set(sample.contender, slices);
  }

  /** A whole round is in. */
  round(number: number, rounds: number): void {
    const state = this.#cases[number]!;
    if (rounds > state.rounds) state.took.push((performance.now() - this.#roundBegan) / 1000);
    state.rounds = rounds;
  }

  /** A round begins: the only time at which estimates are made, since nothing is being timed. */
  roundBegins(planned: PlannedCase, indexOf: Indices, verdictOf: Verdicts): void {
    this.#roundBegan = performance.now();
    this.#rows = this.#status.rows === 0 ? [] : this.#estimates(planned, indexOf, verdictOf);
  }

  show(number: number, planned: PlannedCase, progress: Progress): void {
    if (this.#status.rows === 0) return;
    const head = `${caseName(planned)}${this.#which(number)}: ${this.#left()}`;
    const room = Math.max(0, this.#status.rows - 3);
    const cut = this.#rows.length > room ? [`  … and ${this.#rows.length - room + 1} more`] : [];
    const rows = cut.length === 0 ? this.#rows : [...this.#rows.slice(0, Math.max(0, room - 1)), ...cut];
    this.#status.show([head, ...rows, this.#step(progress)].join('\n'));
  }

  /** The memory pass of a case reaches a contender. */
  memory(number: number, planned: PlannedCase, contender: Contender): void {
    if (this.#status.rows === 0) return;
    const head = `${caseName(planned)}${this.#which(number)}: ${this.#left()}`;
    this.#status.show(`${head}\n  counting what ${contenderName(contender)} allocates`);
  }

  #which(number: number): string {
    const { cases } = this.#input.plan;
    return cases.length > 1 ? ` (case ${number + 1} of ${cases.length})` : '';
  }

  #left(): string {
    const { rounds, budget } = this.#input.settings;
    const spent = (performance.now() - this.#begin) / 1000;
    const rest = expectedRest(this.#cases, rounds, budget === null ? null : budget - spent);
    return `${spelledSpan(rest)} left`;
  }

  #step({ round, group, groups, step, block, blocks }: Progress): string {
    const { minimum, maximum } = this.#input.settings.rounds;
    const of = minimum === maximum ? `of ${maximum}` : `of ${minimum} to ${maximum}`;
    const which = groups > 1 ? `, group ${group + 1} of ${groups}` : '';
    const where = block === undefined ? '' : ` ${block + 1}/${blocks}`;
    return `  round ${round + 1} ${of}${which}: ${step}${where}`;
  }

  #estimates(planned: PlannedCase, indexOf: Indices, verdictOf: Verdicts): string[] {
    const baseline = this.#slices.get(indexOf(planned.baseline)) ?? [];
    const serializers = planned.contenders.filter(isSerializer);
    const width = Math.max(...serializers.map((one) => contenderName(one).length));
    return serializers.map((contender) => {
      const index = indexOf(contender);
      const verdict = verdictOf(index);
      const failed = verdict !== null && verdict.verdict !== 'ok';
      const figure = contender === planned.baseline ? 'baseline' : this.#ratio(index, baseline);
      return `  ${contenderName(contender).padEnd(width)}  ${failed ? verdict.verdict : figure}`;
    });
  }

  #ratio(index: number, baseline: readonly Sample[]): string {
    const found = compare(roundLogRatios(this.#slices.get(index) ?? [], baseline));
    if (found === null) return '';
    const half = halfWidth(found.interval);
    const width = Number.isFinite(half) ? ` ± ${(100 * Math.expm1(half)).toFixed(1)} %` : '';
    return `${found.ratio.toFixed(found.ratio < 10 ? 3 : 1)}${width}`;
  }
}

type Indices = (contender: Contender) => number;
type Verdicts = (contender: number) => Verdict | null;
