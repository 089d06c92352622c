/** What a person at a terminal sees while a run is measured. Nothing here writes but through Status. */
import type { Begun, RunEvents, Standing } from '../../bench/events.ts';
import { type ExpectedRun, expectedCases } from '../../bench/expecting.ts';
import { caseName } from '../../define/names.ts';
import { type CaseProgress, expectedRest } from '../../measure/expected.ts';
import type { Progress } from '../../measure/types.ts';
import { type Contender, contenderName } from '../../plan/case.ts';
import type { PlannedCase } from '../../plan/plan.ts';
import { busyLine } from '../../report/noise/busy.ts';
import { compare, halfWidth, roundLogRatios } from '../../stats/comparison.ts';
import type { Sample } from '../../store/record.ts';
import type { Status } from '../status.ts';
import { spelledSpan } from './span.ts';

/** Limits are measured beside the serializers but are not what is compared. */
const isSerializer = ({ limit }: Contender) => limit === null;

interface CaseState extends CaseProgress {
  rounds: number;
  readonly took: number[];
  ended: boolean;
}

/** Follows a run and shows where it is, what is left, and what each row looks like so far. */
export class RunProgress implements RunEvents {
  readonly preparing: (what: string) => void;
  readonly #run: ExpectedRun;
  readonly #status: Status;
  readonly #cases: CaseState[];
  #begin = performance.now();
  #budget: number | null = null;
  #rows: string[] = [];
  #roundBegan = 0;

  constructor(run: ExpectedRun, status: Status) {
    this.#run = run;
    this.#status = status;
    this.#cases = expectedCases(run).map((one) => ({ ...one, took: [] }));
    this.preparing = status.show;
  }

  note(what: string): void {
    this.#status.clear();
    this.#status.note(`wiremark: ${what}`);
  }

  begins({ record, budgetLeft, use, warnings }: Begun): void {
    this.#begin = performance.now();
    this.#budget = budgetLeft;
    if (warnings !== null)
      for (const line of [...warnings, `going on with ${record.id}`]) this.#status.note(`wiremark: ${line}`);
    const busy = use && busyLine(use, record.machine.cores);
    if (busy) this.#status.note(`wiremark: ${busy}`);
  }

  over(number: number): void {
    this.#cases[number]!.ended = true;
  }

  case(number: number, rounds: number): void {
    this.#cases[number]!.rounds = rounds;
    this.#rows = [];
  }

  /** The only time at which estimates are made, since nothing is being timed. */
  round(number: number, rounds: number, standing: (contender: Contender) => Standing): void {
    const state = this.#cases[number]!;
    const now = performance.now();
    if (rounds > state.rounds) state.took.push((now - this.#roundBegan) / 1000);
    state.rounds = rounds;
    this.#roundBegan = now;
    this.#rows = this.#status.rows === 0 ? [] : this.#estimates(this.#run.plan.cases[number]!, standing);
  }

  step(number: number, progress: Progress): void {
    const head = this.#head(number);
    const step = this.#step(progress);
    // Without a terminal, who reads a log wants no figures of every row.
    const room = Math.max(0, this.#status.rows - 3);
    const cut = this.#rows.length > room ? [`  … and ${this.#rows.length - room + 1} more`] : [];
    const rows = cut.length === 0 ? this.#rows : [...this.#rows.slice(0, Math.max(0, room - 1)), ...cut];
    this.#status.show([head, ...rows, step].join('\n'));
  }

  memory(number: number, contender: Contender): void {
    this.#status.show(`${this.#head(number)}\n  counting what ${contenderName(contender)} allocates`);
  }

  /** `users/small, serialize (case 1 of 3): 4 to 9 minutes left`. */
  #head(number: number): string {
    const { cases } = this.#run.plan;
    const which = cases.length > 1 ? ` (case ${number + 1} of ${cases.length})` : '';
    const spent = (performance.now() - this.#begin) / 1000;
    const budget = this.#budget === null ? null : this.#budget - spent;
    const rest = expectedRest(this.#cases, budget);
    return `${caseName(cases[number]!)}${which}: ${spelledSpan(rest)} left`;
  }

  #step({ round, group, groups, step, block, blocks }: Progress): string {
    const { minimum, maximum } = this.#run.settings.rounds;
    const of = minimum === maximum ? `of ${maximum}` : `of ${minimum} to ${maximum}`;
    const which = groups > 1 ? `, group ${group + 1} of ${groups}` : '';
    const where = block === undefined ? '' : ` ${block + 1}/${blocks}`;
    return `  round ${round + 1} ${of}${which}: ${step}${where}`;
  }

  #estimates(planned: PlannedCase, standing: (contender: Contender) => Standing): string[] {
    const baseline = standing(planned.baseline).slices;
    const serializers = planned.contenders.filter(isSerializer);
    const width = Math.max(...serializers.map((one) => contenderName(one).length));
    return serializers.map((contender) => {
      const { verdict, slices } = standing(contender);
      const failed = verdict !== null && verdict.verdict !== 'ok';
      const figure = contender === planned.baseline ? 'baseline' : ratioOf(slices, baseline);
      return `  ${contenderName(contender).padEnd(width)}  ${failed ? verdict.verdict : figure}`;
    });
  }
}

function ratioOf(slices: readonly Sample[], baseline: readonly Sample[]): string {
  const found = compare(roundLogRatios(slices, baseline));
  if (found === null) return '';
  const half = halfWidth(found.interval);
  const width = Number.isFinite(half) ? ` ± ${(100 * Math.expm1(half)).toFixed(1)} %` : '';
  return `${found.ratio.toFixed(found.ratio < 10 ? 3 : 1)}${width}`;
}
