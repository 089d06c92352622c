/** What a person at a terminal sees while a run is measured; a log gets a line for each case of a long one. */
import type { Begun, RunEvents, Standing } from '../../bench/events.ts';
import type { Expectation, ExpectedRun } from '../../bench/expecting.ts';
import { caseName } from '../../define/names.ts';
import { type CaseProgress, expectedRest, neededRounds, slowdown } from '../../measure/expected.ts';
import type { Progress, Step } from '../../measure/types.ts';
import { type Contender, contenderName } from '../../plan/case.ts';
import { busyLine } from '../../report/machine.ts';
import { spelledSeconds } from '../../report/numbers.ts';
import { runLabel } from '../../store/record/run-label.ts';
import { type Status, withTime } from '../status.ts';
import { about, Countdown } from './span.ts';
import { type LiveRow, liveTable } from './standing.ts';

/** From how many seconds on a log is told of each case. */
const LONG = 60;
/** So many times as long as it was said, and so many seconds more, is said anew. */
const SLOWER = { times: 1.5, seconds: 10 };
const BAR = 24;

const WORDS: Readonly<Record<Step, string>> = {
  rehearse: 'checking that every row does the work',
  start: 'starting',
  'warm up': 'warming up',
  time: 'timing',
  verify: 'verifying',
};

/** Follows a run and shows where it is, what is left, and what each row looks like so far. */
export class RunProgress implements RunEvents {
  readonly #prepares: (what: string) => void;
  readonly #run: ExpectedRun;
  readonly #expectation: Expectation;
  readonly #status: Status;
  readonly #cases: CaseProgress[];
  /** Seconds from any fixed moment. */
  readonly #now: () => number;
  #begin: number | null = null;
  #countdown = new Countdown(0, 0);
  /** What it takes as a whole, as it was last said. */
  #told = 0;
  /** How earlier runs would have got on alone, and what else the machine does now. */
  #pace: number;
  #share = 0;
  #isBusy = false;
  #rows: readonly LiveRow[] = [];
  #roundBegan: number | null = null;

  constructor(
    run: ExpectedRun,
    expectation: Expectation,
    status: Status,
    now: () => number = () => performance.now() / 1000,
  ) {
    this.#run = run;
    this.#expectation = expectation;
    this.#status = status;
    this.#now = now;
    this.#pace = expectation.pace;
    this.#cases = expectation.cases.map((one) => ({ ...one }));
    this.#prepares = withTime(status);
  }

  /** What is made ready while it is measured is part of a step that is shown. */
  readonly preparing = (what: string): void => {
    if (this.#begin === null) this.#prepares(`before measuring: ${what}`);
  };

  note(what: string): void {
    this.#status.note(`wiremark: ${what}`);
  }

  begins({ record, use, warnings }: Begun): void {
    this.#status.clear();
    this.#begin = this.#now();
    const { seconds, pace, budget } = this.#expectation;
    const cores = record.machine.cores;
    if (use) this.#pace = pace * slowdown(use.busyCores + use.stolenCores, cores);
    this.#told = Math.min(budget, expectedRest(this.#cases, this.#pace));
    this.#countdown = new Countdown(this.#begin, this.#told);
    if (warnings !== null) for (const line of [...warnings, `resuming ${runLabel(record)}`]) this.note(line);
    const busy = use && busyLine(use, cores);
    if (!busy) return;
    this.note(busy);
    const [before, now] = [about(seconds), about(this.#told)];
    if (now !== before) this.note(`${now} of measuring instead of ${before}`);
  }

  over(number: number): void {
    this.#cases[number]!.ended = true;
    this.#roundBegan = null;
    this.#estimate();
    const left = this.#cases.filter(({ ended }) => !ended).length;
    if (this.#status.rows > 0 || this.#elapsed < LONG || left === 0) return;
    this.note(`${this.#nameOf(number)} is done; ${about(this.#left)} left`);
  }

  case(number: number, rounds: number): void {
    this.#cases[number]!.rounds = rounds;
    this.#rows = [];
  }

  /** The only time at which rows are judged, since nothing is being timed. */
  round(number: number, rounds: number, standing: (contender: Contender) => Standing): void {
    const state = this.#cases[number]!;
    const now = this.#now();
    if (rounds > state.rounds && this.#roundBegan !== null)
      state.took = [...state.took, now - this.#roundBegan];
    state.rounds = rounds;
    state.rehearsal = 0;
    this.#roundBegan = now;
    const { settings, plan } = this.#run;
    const { rows, widest, waited } = liveTable(plan.cases[number]!, settings, standing);
    this.#rows = rounds === 0 ? [] : rows;
    if (rounds > 0) this.#isBusy = waited;
    state.likely = neededRounds(settings, rounds, widest) ?? state.likely;
    this.#estimate();
  }

  step(number: number, progress: Progress): void {
    this.#noteOverrun(number);
    this.#show(number, this.#spelled(progress), progress.step !== 'time');
  }

  memory(number: number, contender: Contender): void {
    const state = this.#cases[number]!;
    const serializers = this.#run.plan.cases[number]!.contenders.filter(({ limit }) => limit === null);
    if (this.#roundBegan === null) state.memory *= 1 - 1 / Math.max(1, serializers.length);
    else Object.assign(state, { likely: state.rounds, rehearsal: 0 });
    this.#roundBegan = null;
    this.#estimate();
    this.#show(number, `counting what ${contenderName(contender)} allocates`, true);
  }

  get #elapsed(): number {
    return this.#now() - (this.#begin ?? this.#now());
  }

  get #left(): number {
    return this.#countdown.left(this.#now());
  }

  /** A round that takes longer than expected tells as soon as that is seen, not when it ends. */
  #noteOverrun(number: number): void {
    const state = this.#cases[number]!;
    if (this.#roundBegan === null || state.rounds >= state.likely) return;
    const seconds = this.#now() - this.#roundBegan;
    const so = { ...state, rounds: state.rounds + 1, took: [...state.took, seconds] };
    const rest = (one: CaseProgress) => expectedRest(this.#cases.with(number, one), this.#pace);
    if (seconds + rest(so) > rest(state)) this.#estimate(rest(so));
  }

  #estimate(seconds = expectedRest(this.#cases, this.#pace)): void {
    const before = this.#left;
    const budget = Math.max(0, this.#expectation.budget - this.#elapsed);
    this.#countdown.estimate(this.#now(), Math.min(budget, seconds));
    const whole = this.#elapsed + this.#left;
    if (whole < Math.max(SLOWER.times * this.#told, this.#told + SLOWER.seconds)) return;
    this.#told = whole;
    if (this.#status.rows === 0) return;
    const { minimum, maximum } = this.#run.settings.rounds;
    const longer = minimum === maximum ? 'rounds take longer' : 'rounds take longer, or more are needed';
    const why = this.#isBusy ? 'other programs use the machine' : longer;
    const now = about(this.#left);
    const instead = about(before) === now ? '' : ` instead of ${about(before)}`;
    this.note(`slower than planned: ${why}; ${now} left${instead}`);
  }

  /** Where there is no terminal, nothing: a log gets a line when a case is over. */
  #show(number: number, step: string, ticks: boolean): void {
    if (this.#status.rows === 0) return;
    const text = () => {
      const width = Math.max(0, ...this.#rows.map(({ name }) => name.length));
      const rows = this.#rows.map(({ name, figure }) => `  ${name.padEnd(width)}  ${figure}`);
      return [this.#bar(), `${this.#nameOf(number)}: ${step}`, ...rows].join('\n');
    };
    this.#status.show(ticks ? text : text());
  }

  /** `████████░░░░ 33 %, 26 s, about 50 s left`. It never goes back: where more is left than was said, it stays. */
  #bar(): string {
    const [elapsed, left] = [this.#elapsed, this.#left];
    this.#share = Math.max(this.#share, elapsed === 0 ? 0 : elapsed / (elapsed + left));
    const share = this.#share;
    const full = Math.round(BAR * share);
    const bar = '█'.repeat(full) + '░'.repeat(BAR - full);
    return `${bar} ${Math.min(99, Math.floor(100 * share))} %  ${spelledSeconds(elapsed)}, ${about(left)} left`;
  }

  /** `users/small, serialize (1 of 2)`. */
  #nameOf(number: number): string {
    const { cases } = this.#run.plan;
    return `${caseName(cases[number]!)}${cases.length > 1 ? ` (${number + 1} of ${cases.length})` : ''}`;
  }

  /** `timing round 2 of 3, block 4 of 6`. */
  #spelled({ round, group, groups, step, block, blocks }: Progress): string {
    if (step === 'rehearse') return WORDS[step];
    const { minimum, maximum } = this.#run.settings.rounds;
    const of = minimum === maximum ? `of ${maximum}` : `of ${minimum} to ${maximum}`;
    const which = groups > 1 ? `, group ${group + 1} of ${groups}` : '';
    const where = block === undefined ? '' : `, block ${block + 1} of ${blocks}`;
    return `${WORDS[step]} round ${round + 1} ${of}${which}${where}`;
  }
}
