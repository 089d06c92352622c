/** Shows a run while it is measured: progress, time left and, in a terminal, each row's ratio. */
import { judgeCase } from '../../analysis/judge.ts';
import type { JudgedRow } from '../../analysis/pairs.ts';
import { caseName } from '../../define/names.ts';
import { type Contender, contenderName } from '../../plan/case.ts';
import type { PlannedCase } from '../../plan/plan.ts';
import { busyLine } from '../../report/machine.ts';
import { counted, marked, saidNear, spelledSeconds } from '../../report/numbers.ts';
import { plannedRounds } from '../../report/tables/notes.ts';
import type { Begun, RunEvents, Standing } from '../../run/events.ts';
import type { RunPlan } from '../../run/run.ts';
import { TimeLeft } from '../../run/time-left.ts';
import type { Progress } from '../../run/types.ts';
import { runLabel } from '../../store/record/run-label.ts';
import { about, aboutFrom, type Status, withTime } from '../status.ts';

const BAR = 24;

export class RunProgress implements RunEvents {
  readonly preparing: (what: string) => void;
  readonly #run: RunPlan;
  readonly #status: Status;
  readonly #now: () => number;
  #timeLeft!: TimeLeft;
  #begin = 0;
  #rows: readonly string[] = [];

  constructor(run: RunPlan, status: Status, now = () => performance.now() / 1000) {
    const show = withTime(status);
    this.preparing = (what) => show(`before measuring: ${what}`);
    this.#run = run;
    this.#status = status;
    this.#now = now;
  }

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
    this.#rows = [];
    this.#timeLeft.over(number, this.#now() - this.#begin);
  }

  /** Called between rounds, when nothing is timed, since computing the ratios would disturb timing. */
  round(number: number, rounds: number, standing: (contender: Contender) => Standing): void {
    const { plan, settings } = this.#run;
    this.#timeLeft.round(number, rounds, this.#now() - this.#begin);
    this.#rows = rounds === 0 ? [] : liveTable(plan.cases[number]!, settings, standing);
  }

  step(number: number, { round, step, block, blocks }: Progress): void {
    const { minimum, maximum } = this.#run.settings.rounds;
    const of = minimum === maximum ? `of ${maximum}` : `of ${minimum} to ${maximum}`;
    const where = block === undefined ? '' : `, block ${block + 1} of ${blocks}`;
    const what = step === 'checking' ? 'that every row does the work' : `round ${round + 1} ${of}${where}`;
    this.#show(number, `${step} ${what}`, step !== 'timing');
  }

  memory(number: number, contender: Contender): void {
    this.#show(number, `counting what ${contenderName(contender)} allocates`, true);
  }

  /** @param ticks whether to redraw every second; false while something is timed, because redrawing would disturb it */
  #show(number: number, step: string, ticks: boolean): void {
    const { cases } = this.#run.plan;
    const name = `${caseName(cases[number]!)}${cases.length > 1 ? ` (${number + 1} of ${cases.length})` : ''}`;
    const isLog = this.#status.rows === 0;
    const text = () => {
      const elapsed = this.#now() - this.#begin;
      const left = this.#timeLeft.left(elapsed);
      const share = elapsed / (elapsed + left || 1);
      const bar = isLog ? '' : '█'.repeat(BAR * share).padEnd(BAR, '░');
      const percent = Math.min(99, Math.floor(100 * share));
      const time = `${bar} ${percent} %  ${spelledSeconds(elapsed)}, ${about(left)} left`;
      return [time, `${name}: ${step}`, ...(isLog ? [] : this.#rows)].join('\n');
    };
    this.#status.show(ticks ? text : text());
  }
}

/** Runs expected to take more seconds get advice on how to shorten them. */
const LONG = 300;
/** Multiples of the expected time: FAST to SLOW, as machines and hours differ. Other programs on all cores add BUSY to SLOW. */
const [FAST, SLOW, BUSY] = [0.85, 1.75, 2.5];

/**
 * Lines such as `about 4 min to 9 min of measuring: 2 cases, 10 to 30 rounds of 5 serializers`, and advice for a long run.
 * @param load share of all cores that other programs use
 */
export function announcement({ plan, settings, request, resumed }: RunPlan, timeLeft: TimeLeft, load = 0) {
  const { rounds, quick } = settings;
  const slowest = SLOW + (load < 0.1 ? 0 : BUSY * load);
  const time = aboutFrom(timeLeft.expected(rounds.minimum, FAST), timeLeft.expected(rounds.maximum, slowest));
  const [cases, rows] = [counted(plan.cases.length, 'case'), counted(timeLeft.rows.size, 'serializer')];
  const lines = [`${time} of measuring: ${cases}, ${plannedRounds(rounds)} of ${rows}`];
  const { more } = plan.suite;
  if (request.data && more !== undefined) lines.push(`not measured unless asked for: ${more}`);
  if (timeLeft.expected(rounds.maximum) > LONG && resumed === null)
    lines.push(`shorter: ${quick ? '' : '--quick, '}--budget 5m, or fewer rows or cases: -s -r -d -t -f`);
  return lines;
}

export function liveTable(
  { contenders, baseline, standIn }: PlannedCase,
  settings: RunPlan['settings'],
  standing: (contender: Contender) => Standing,
): string[] {
  const rows = contenders.filter(({ limit }) => limit === null);
  const slicesOf = (one: Contender) => standing(one).slices;
  const judged = judgeCase({ rows, slicesOf, baselines: [baseline, standIn], settings })?.rows ?? [];
  const width = Math.max(...rows.map((one) => contenderName(one).length));
  return rows.map((one) => {
    const found = judged.find(({ row }) => row === one);
    const figure = found ? figureOf(found) : (standing(one).failed ?? 'not yet known');
    return `  ${contenderName(one).padEnd(width)}  ${figure}`;
  });
}

function figureOf({ finding, grade, comparison, width }: JudgedRow<Contender>): string {
  if (finding === 'baseline') return finding;
  const around = Number.isFinite(width) ? ` ± ${Math.ceil(100 * Math.expm1(width))} %` : '';
  return `${marked(saidNear(comparison.ratio), grade)}${around}`;
}
