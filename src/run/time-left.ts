import { availableParallelism } from 'node:os';
import { documentsName } from '../define/names.ts';
import type { Contender } from '../plan/case.ts';
import { SETTLING_SLICES } from '../stats/steady.ts';
import { procedureOf, RESUME_NS } from '../trial/types.ts';
import type { Workbench } from '../trial/workbench.ts';
import type { RunPlan } from './run.ts';

/** Seconds to start a process. These constants are typical values, measured with two runtimes on two cores. */
const START = 0.1;
/** Duration of a warm-up as a multiple of the runtime's minimum. */
const WARMUP = 1.7;
/** Seconds to check a row in each round, per byte of the timed documents. */
const BYTE = 1.4e-7;
/** Seconds to check a row before the first round, and to count its allocations after the last one. */
const [CHECK, MEMORY] = [0.4, 2.5];

/** Estimates the time until a run ends, from typical times and from how long the complete rounds took. */
export class TimeLeft {
  /** Rows to measure, except limits such as `copy`. */
  readonly rows = new Set<Contender>();
  readonly #usualRounds: number;
  readonly #budget: number;
  /**
   * Cases that haven't ended: expected seconds before the first round (0 once it begins), of a round, and after the last one; and the
   * number of rounds done.
   */
  readonly #open = new Map<number, { before: number; readonly round: number; after: number; done: number }>();
  /** Seconds since the run began or was resumed, at the latest start of a round or end of a case; `#expected` estimates it. */
  #at = 0;
  #expected = 0;

  constructor(run: RunPlan, workbench: Pick<Workbench, 'datasets' | 'unavailable'>) {
    const { catalog, plan, settings, request, resumed } = run;
    const record = resumed?.run.record;
    this.#usualRounds = (settings.rounds.minimum + settings.rounds.maximum) / 2;
    this.#budget = (settings.budget ?? Number.POSITIVE_INFINITY) - (record?.seconds ?? 0);
    const { sliceNs, ...most } = procedureOf(settings);
    for (const [number, planned] of plan.cases.entries()) {
      const { rounds = 0, ended } = record?.cases[number] ?? {};
      const checking = BYTE * (workbench.datasets.get(documentsName(planned))?.fixture.length ?? 0);
      const isMissing = (one: Contender) => workbench.unavailable(planned, one) !== null;
      const rows = planned.contenders.filter((one) => one.limit === null && !isMissing(one));
      let round = 0;
      for (const row of rows) {
        const { warmup, blocks } = catalog.runners.get(row.runtime)!;
        const warm = Math.min(WARMUP * warmup.minimum, most.warmup) / 1000;
        const slices = Math.min(blocks, most.blocks) + SETTLING_SLICES;
        const timing = (slices * (sliceNs + RESUME_NS)) / 1e9;
        round += START + warm / Math.min(availableParallelism(), rows.length) + timing + checking;
        this.rows.add(row);
      }
      const [before, after] = [rows.length * CHECK, request.memory ? rows.length * MEMORY : 0];
      if (ended === undefined) this.#open.set(number, { before, round, after, done: rounds });
    }
  }

  /** Expected seconds until the run ends if each open case gets `rounds` rounds, times `factor`; at most the budget. */
  expected(rounds: number, factor = 1): number {
    let seconds = 0;
    for (const { before, round, after, done } of this.#open.values())
      seconds += before + round * Math.max(1, rounds - done) + after;
    return Math.min(factor * seconds, this.#budget);
  }

  /** Call this before each round. @param elapsed seconds since the run began or was resumed */
  round(number: number, rounds: number, elapsed: number): void {
    const one = this.#open.get(number)!;
    this.#expected += one.before + one.round * (rounds - one.done);
    Object.assign(one, { before: 0, done: rounds });
    this.#at = elapsed;
  }

  over(number: number, elapsed: number): void {
    const { round = 0, after = 0 } = this.#open.get(number) ?? {};
    this.#expected += round + after;
    this.#open.delete(number);
    this.#at = elapsed;
  }

  left(elapsed: number): number {
    const [current = { round: 1 }] = this.#open.values();
    // Actual / expected time. An imaginary round as long as expected is added to both, which keeps the ratio near 1 at first: the first
    // rounds say little about later ones.
    const scale = (this.#at + current.round) / (this.#expected + current.round) || 1;
    // The current round counts only up to its expected time: while it hangs, the time for later rounds doesn't shrink.
    const since = Math.min(elapsed - this.#at, scale * current.round);
    const left = scale * this.expected(this.#usualRounds) - since;
    return Math.max(0, Math.min(left, this.#budget - elapsed));
  }
}
