/**
 * Shows a run while it is measured. A terminal shows progress, time left and each row's ratio; in a log, a long run has
 * a line for each finished case except the last.
 */
import { estimateOf } from '../../analysis/figures.ts';
import { judgeCase } from '../../analysis/judge.ts';
import type { JudgedRow } from '../../analysis/pairs.ts';
import { caseName } from '../../define/names.ts';
import { type Contender, contenderName } from '../../plan/case.ts';
import type { PlannedCase } from '../../plan/plan.ts';
import { busyLine } from '../../report/machine.ts';
import { counted, markOf, saidRatio, spelledSeconds } from '../../report/numbers.ts';
import { plannedRounds } from '../../report/tables/notes.ts';
import type { Begun, RunEvents, Standing } from '../../run/events.ts';
import type { RunPlan } from '../../run/run.ts';
import { TimeLeft } from '../../run/time-left.ts';
import type { Progress, Step } from '../../run/types.ts';
import type { RunSettings } from '../../store/record/record.ts';
import { runLabel } from '../../store/record/run-label.ts';
import { about, aboutFrom, type Status, withTime } from '../status.ts';

/** Seconds that a run must have taken before a log gets a line for a finished case. */
const LONG = 60;
const BAR = 24;

const WORDS: Readonly<Record<Step, string>> = {
  rehearse: 'checking that every row does the work',
  start: 'starting',
  'warm up': 'warming up',
  time: 'timing',
  verify: 'verifying',
};

export class RunProgress implements RunEvents {
  readonly #run: RunPlan;
  #timeLeft!: TimeLeft;
  readonly #status: Status;
  readonly #now: () => number;
  readonly #prepares: (what: string) => void;
  #begin: number | null = null;
  #share = 0;
  #rows: ReturnType<typeof liveTable> = [];
  #roundBegan: number | null = null;

  constructor(run: RunPlan, status: Status, now = () => performance.now() / 1000) {
    this.#run = run;
    this.#status = status;
    this.#now = now;
    this.#prepares = withTime(status);
  }

  readonly preparing = (what: string): void => {
    if (this.#begin === null) this.#prepares(`before measuring: ${what}`);
  };

  note(what: string): void {
    this.#status.note(`wiremark: ${what}`);
  }

  begins({ record, workbench, use, warnings }: Begun): void {
    this.#status.clear();
    this.#begin = this.#now();
    this.#timeLeft = new TimeLeft(this.#run, workbench);
    const load = use === null ? 0 : (use.busyCores + use.stolenCores) / record.machine.cores;
    for (const line of announcement(this.#run, this.#timeLeft, load)) this.note(line);
    if (warnings !== null) for (const line of [...warnings, `resuming ${runLabel(record)}`]) this.note(line);
    const busy = use && busyLine(use, record.machine.cores);
    if (busy) this.note(busy);
  }

  over(number: number): void {
    this.#roundBegan = null;
    this.#timeLeft.over(number);
    const isLast = number === this.#run.plan.cases.length - 1;
    if (this.#status.rows > 0 || this.#elapsed < LONG || isLast) return;
    this.note(`${this.#nameOf(number)} is done; ${about(this.#left)} left`);
  }

  case(number: number, rounds: number): void {
    this.#timeLeft.rounds(number, rounds, null);
    this.#rows = [];
  }

  /** Called between rounds, when nothing is timed, since computing the ratios would disturb timing. */
  round(number: number, rounds: number, standing: (contender: Contender) => Standing): void {
    const { plan, settings } = this.#run;
    const now = this.#now();
    this.#timeLeft.rounds(number, rounds, this.#roundBegan && now - this.#roundBegan);
    this.#roundBegan = now;
    this.#rows = rounds === 0 ? [] : liveTable(plan.cases[number]!, settings, standing);
  }

  step(number: number, progress: Progress): void {
    this.#show(number, this.#spelled(progress), progress.step !== 'time');
  }

  memory(number: number, contender: Contender): void {
    this.#roundBegan = null;
    this.#show(number, `counting what ${contenderName(contender)} allocates`, true);
  }

  get #elapsed(): number {
    return this.#now() - (this.#begin ?? this.#now());
  }

  get #left(): number {
    return this.#timeLeft.left(this.#elapsed, this.#roundBegan === null ? 0 : this.#now() - this.#roundBegan);
  }

  /** @param ticks whether to redraw every second; false while something is timed, because redrawing would disturb it */
  #show(number: number, step: string, ticks: boolean): void {
    if (this.#status.rows === 0) return;
    const text = () => {
      const width = Math.max(0, ...this.#rows.map(({ name }) => name.length));
      const rows = this.#rows.map(({ name, figure }) => `  ${name.padEnd(width)}  ${figure}`);
      return [this.#bar(), `${this.#nameOf(number)}: ${step}`, ...rows].join('\n');
    };
    this.#status.show(ticks ? text : text());
  }

  #bar(): string {
    const [elapsed, left] = [this.#elapsed, this.#left];
    this.#share = Math.max(this.#share, elapsed === 0 ? 0 : elapsed / (elapsed + left));
    const full = Math.round(BAR * this.#share);
    const bar = '█'.repeat(full) + '░'.repeat(BAR - full);
    const percent = Math.min(99, Math.floor(100 * this.#share));
    return `${bar} ${percent} %  ${spelledSeconds(elapsed)}, ${about(left)} left`;
  }

  #nameOf(number: number): string {
    const { cases } = this.#run.plan;
    return `${caseName(cases[number]!)}${cases.length > 1 ? ` (${number + 1} of ${cases.length})` : ''}`;
  }

  #spelled({ round, step, block, blocks }: Progress): string {
    if (step === 'rehearse') return WORDS[step];
    const { minimum, maximum } = this.#run.settings.rounds;
    const of = minimum === maximum ? `of ${maximum}` : `of ${minimum} to ${maximum}`;
    const where = block === undefined ? '' : `, block ${block + 1} of ${blocks}`;
    return `${WORDS[step]} round ${round + 1} ${of}${where}`;
  }
}

/** A run whose estimated time is longer than this, in seconds, gets advice on how to shorten it. */
const LONG_RUN = 300;

/** Factors by which a run may take longer than usual: SLOW on a slower machine, plus BUSY if other programs use all cores. */
const [SLOW, BUSY] = [1.75, 2.5];

/**
 * Lines such as `about 4 min to 9 min of measuring: 2 cases, 10 to 30 rounds of 5 serializers`, and advice for a long run.
 *
 * @param load share of all cores that other programs use
 */
export function announcement({ plan, settings, request, resumed }: RunPlan, timeLeft: TimeLeft, load = 0) {
  const [least, longest] = timeLeft.range(settings.rounds);
  const most = longest * (SLOW + (load < 0.1 ? 0 : BUSY * load));
  const what = `${counted(plan.cases.length, 'case')}, ${plannedRounds(settings.rounds)} of ${counted(timeLeft.rows, 'serializer')}`;
  const lines = [`${aboutFrom(least, most)} of measuring: ${what}`];
  const { more } = plan.suite;
  if (request.data && more !== undefined) lines.push(`not measured unless asked for: ${more}`);
  if (longest > LONG_RUN && resumed === null)
    lines.push(
      `shorter: ${settings.quick ? '' : '--quick, '}--budget 5m, or fewer rows or cases: -s -r -d -t -f`,
    );
  return lines;
}

/** A ratio isn't shown while the half-width of its interval, in ln(ratio), is larger than this. */
const WIDEST = Math.log(1.5);

export function liveTable(
  { contenders, baseline, standIn }: PlannedCase,
  settings: RunSettings,
  standing: (contender: Contender) => Standing,
) {
  const rows = contenders.filter(({ limit }) => limit === null);
  const limits = contenders.filter(({ limit }) => limit !== null);
  const slicesOf = (one: Contender) => standing(one).slices;
  const baselines = [baseline, standIn ?? undefined];
  const judged = judgeCase({ rows, limits, slicesOf, baselines, settings })?.rows ?? [];
  return rows.map((one) => {
    const { verdict } = standing(one);
    const failed = verdict !== null && verdict.verdict !== 'ok';
    const figure = failed ? verdict.verdict : figureOf(judged.find(({ row }) => row === one));
    return { name: contenderName(one), figure };
  });
}

function figureOf(row: JudgedRow<Contender> | undefined): string {
  if (row?.finding === 'baseline') return 'baseline';
  if (row === undefined || !(row.width <= WIDEST)) return 'not yet known';
  const { ratio, interval } = row.comparison;
  const width = `± ${Math.ceil(100 * Math.expm1(row.width))} %`;
  if (row.finding === 'unclear') return `no difference so far (${width})`;
  return `${markOf(row.grade)}${saidRatio(estimateOf(ratio, interval))} ${width}`;
}
