import { availableParallelism } from 'node:os';
import { documentsName } from '../define/names.ts';
import type { RunnerDefinition } from '../define/types.ts';
import type { Contender } from '../plan/case.ts';
import { SETTLING_SLICES } from '../stats/steady.ts';
import type { RunSettings } from '../store/record/record.ts';
import { procedureOf, RESUME_NS } from '../trial/types.ts';
import type { Workbench } from '../trial/workbench.ts';
import type { RunPlan } from './run.ts';

/** Seconds to start a process. This and the next three constants are typical values, measured with two runtimes on two cores. */
const START = 0.1;
/** Duration of a warm-up as a multiple of the runtime's minimum. */
const WARMUP = 1.7;
/** Seconds to check a row before the first round. */
const REHEARSAL = 0.7;
/** Seconds to count a row's allocations. */
const MEMORY = 2.5;
/** Seconds to compare a row on plain objects (as a JSON parser returns them) with the row on typed ones. */
const CONVERSION = 1.2;
/** Further seconds to check a row before the first round, per byte of the timed documents. */
const CHECKED_BYTE = 2e-7;
/** Seconds to check a row in each round, per byte. Outputs that were right before are only compared by digest. */
const ROUND_BYTE = 1.4e-7;
/** Usual number of rounds for a target of 1 %. For other targets, it is inversely proportional to the target's square. */
const ROUNDS_FOR_ONE_PERCENT = 74;

interface CaseTime {
  readonly round: number;
  besides: number;
  planned: number;
  done: number;
  ended: boolean;
}

export class TimeLeft {
  readonly #cases: readonly CaseTime[];
  readonly #budget: number;
  readonly #rows = new Set<Contender>();
  /** Seconds that rounds took since the run began or was resumed; `#expected` is the estimate for the same rounds. */
  #took = 0;
  #expected = 0;

  constructor(
    { catalog, plan, settings, request, resumed }: RunPlan,
    workbench: Pick<Workbench, 'datasets' | 'unavailable'>,
  ) {
    const record = resumed?.run.record;
    this.#budget = (settings.budget ?? Number.POSITIVE_INFINITY) - (record?.seconds ?? 0);
    this.#cases = plan.cases.map((planned, number) => {
      const dataset = workbench.datasets.get(documentsName(planned));
      const bytes = dataset?.fixture.length ?? 0;
      const contenders = planned.contenders.filter((one) => workbench.unavailable(planned, one) === null);
      const rows = contenders.filter(({ limit }) => limit === null);
      for (const one of rows) this.#rows.add(one);
      const trial = ({ runtime }: Contender) =>
        trialTime(catalog.runners.get(runtime)!, settings, contenders.length);
      const round = rows.reduce((total, one) => total + trial(one) + bytes * ROUND_BYTE, 0);
      const memory = request.memory ? rows.length * MEMORY : 0;
      const isTyped = (request.memory || request.data?.objects === 'typed') && dataset?.plain === undefined;
      const converting = rows.filter(
        ({ definition: one }) => isTyped && one.plain === true && one.format === 'json',
      );
      const rehearsal = REHEARSAL / availableParallelism() + bytes * CHECKED_BYTE;
      const besides = contenders.length * rehearsal + memory + converting.length * CONVERSION;
      const { rounds: done = 0, ended } = record?.cases[number] ?? {};
      return { round, besides, planned: likelyRounds(settings), done, ended: ended !== undefined };
    });
  }

  get rows(): number {
    return this.#rows.size;
  }

  /** Least and most seconds until the run ends, with the minimum and the maximum number of rounds; at most the budget. */
  range({ minimum, maximum }: RunSettings['rounds']): readonly [least: number, most: number] {
    const open = this.#cases.filter(({ ended }) => !ended);
    const [least, most] = [minimum, maximum].map((rounds) => {
      const seconds = open.map(({ besides, round, done }) => besides + Math.max(0, rounds - done) * round);
      return Math.min(
        seconds.reduce((sum, one) => sum + one, 0),
        this.#budget,
      );
    });
    return [least!, most!];
  }

  /**
   * Updates the estimate.
   * @param done complete rounds of the case
   * @param seconds duration of its last round; null if unknown
   */
  rounds(number: number, done: number, seconds: number | null): void {
    const one = this.#cases[number]!;
    if (seconds !== null) {
      this.#took += seconds;
      this.#expected += one.round;
    }
    one.done = done;
    one.planned = Math.max(one.planned, done + 1);
  }

  over(number: number): void {
    this.#cases[number]!.ended = true;
  }

  /**
   * Estimated seconds until the run ends.
   * @param elapsed seconds since the run began or was resumed
   * @param round seconds of the current round so far
   */
  left(elapsed = 0, round = 0): number {
    const scale = this.#expected === 0 ? 1 : this.#took / this.#expected;
    const open = this.#cases.filter(({ ended }) => !ended);
    const rest =
      scale * open.reduce((sum, one) => sum + one.besides + (one.planned - one.done) * one.round, 0);
    const current = open[0] === undefined ? 0 : scale * open[0].round;
    return Math.max(0, Math.min(rest - Math.min(round, current), this.#budget - elapsed));
  }
}

function trialTime({ warmup, blocks }: RunnerDefinition, settings: RunSettings, rows: number): number {
  const procedure = procedureOf(settings);
  const warm = Math.min(WARMUP * warmup.minimum, warmup.maximum, procedure.warmup) / 1000;
  const slices = Math.min(procedure.blocks, blocks) + SETTLING_SLICES;
  return (
    START + warm / Math.min(availableParallelism(), rows) + (slices * (procedure.sliceNs + RESUME_NS)) / 1e9
  );
}

function likelyRounds({ rounds: { minimum, maximum }, target }: RunSettings): number {
  const likely = Math.round(ROUNDS_FOR_ONE_PERCENT * (0.01 / target) ** 2);
  return Math.min(maximum, Math.max(minimum, likely));
}
