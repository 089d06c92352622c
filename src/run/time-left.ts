/** Estimates how long a run takes: first from its plan, then from its rounds so far. All times in seconds. */
import { availableParallelism } from 'node:os';
import type { PlannedCase } from '../plan/plan.ts';
import { SETTLING_SLICES } from '../stats/steady.ts';
import type { RunSettings } from '../store/record/record.ts';
import { procedureOf, RESUME_NS } from '../trial/types.ts';
import type { RunPlan } from './run.ts';

/** Start of a process with its first operation, as measured with Node and the JVM on two cores. */
const START = 0.1;
/** A warm-up takes this many times its minimum. */
const WARMUP = 1.7;
const REHEARSAL = 0.7;
const MEMORY = 2.5;
/** Rounds that a target of 1 % needs; the number falls with the square of the target. */
const ROUNDS_FOR_ONE_PERCENT = 74;

interface CaseTime {
  readonly round: number;
  /** Verification before the first round, and counting allocations after the last. */
  besides: number;
  planned: number;
  done: number;
  ended: boolean;
}

export class TimeLeft {
  readonly #cases: readonly CaseTime[];
  readonly #budget: number;
  /** Time that this session's rounds took, and the estimate for them. */
  #took = 0;
  #expected = 0;

  constructor({ catalog, plan, settings, request, resumed }: RunPlan) {
    const record = resumed?.run.record;
    this.#budget = (settings.budget ?? Number.POSITIVE_INFINITY) - (record?.seconds ?? 0);
    this.#cases = plan.cases.map(({ contenders }, number) => {
      const rows = contenders.filter(({ limit }) => limit === null);
      const trial = ({ runtime }: PlannedCase['contenders'][number]) =>
        trialTime(catalog.runners.get(runtime)!, settings, contenders.length);
      const round = rows.reduce((total, one) => total + trial(one), 0);
      const memory = request.memory ? rows.length * MEMORY : 0;
      const besides = (contenders.length * REHEARSAL) / availableParallelism() + memory;
      const { rounds: done = 0, ended } = record?.cases[number] ?? {};
      const planned = likelyRounds(settings);
      return { round, besides, planned, done, ended: ended !== undefined };
    });
  }

  /** Updates a case's number of complete rounds. @param seconds of the last round; null if unknown */
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

  /** @param elapsed since the run began or was resumed. @param round how long the current round has taken */
  left(elapsed = 0, round = 0): number {
    const scale = this.#expected === 0 ? 1 : this.#took / this.#expected;
    const open = this.#cases.filter(({ ended }) => !ended);
    const rest =
      scale * open.reduce((sum, one) => sum + one.besides + (one.planned - one.done) * one.round, 0);
    const current = open[0] === undefined ? 0 : scale * open[0].round;
    return Math.max(0, Math.min(rest - Math.min(round, current), this.#budget - elapsed));
  }
}

/** Time of a trial in a round. Warm-ups run side by side, timed slices one after the other. */
function trialTime(
  { warmup, blocks }: { readonly warmup: { minimum: number; maximum: number }; readonly blocks: number },
  settings: RunSettings,
  rows: number,
): number {
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
