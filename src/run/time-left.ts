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
/** Time to check all rows before the first round, and to count allocations after the last one, in multiples of a round's time. */
const [BEFORE, MEMORY] = [1, 2];

/** Estimates the time until a run ends, from typical times and from how long the complete rounds took. */
export class TimeLeft {
  /** Rows to measure, except limits such as `copy`. */
  readonly rows = new Set<Contender>();
  readonly #usualRounds: number;
  readonly #budget: number;
  readonly #after: number;
  /** Cases that haven't ended: expected seconds of a round; number of rounds done, plus `BEFORE` once all rows are checked. */
  readonly #open = new Map<number, { readonly round: number; done: number }>();
  /** Seconds from the start or resumption of the run to the end of the last check, round or case; `#expected` estimates them. */
  #at = 0;
  #expected = 0;

  constructor(
    { catalog, plan, settings, request, resumed }: RunPlan,
    workbench: Pick<Workbench, 'datasets' | 'unavailable'>,
  ) {
    const record = resumed?.run.record;
    this.#usualRounds = (settings.rounds.minimum + settings.rounds.maximum) / 2;
    this.#budget = (settings.budget ?? Number.POSITIVE_INFINITY) - (record?.seconds ?? 0);
    this.#after = request.memory ? MEMORY : 0;
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
      if (ended === undefined) this.#open.set(number, { round, done: rounds && rounds + BEFORE });
    }
  }

  /** Expected seconds for the rounds that remain if each case gets `rounds` rounds; at most the budget. */
  expected(rounds: number): number {
    let seconds = 0;
    for (const { round, done } of this.#open.values())
      seconds += round * (Math.max(1, rounds + BEFORE - done) + this.#after);
    return Math.min(seconds, this.#budget);
  }

  /** Call this before each round. @param elapsed seconds since the run began or was resumed */
  round(number: number, rounds: number, elapsed: number): void {
    const one = this.#open.get(number)!;
    this.#expected += one.round * (rounds + BEFORE - one.done);
    one.done = rounds + BEFORE;
    this.#at = elapsed;
  }

  over(number: number, elapsed: number): void {
    this.#expected += (this.#open.get(number)?.round ?? 0) * (1 + this.#after);
    this.#open.delete(number);
    this.#at = elapsed;
  }

  left(elapsed: number): number {
    const [current = { round: 1 }] = this.#open.values();
    // Actual / expected time. A round that took as long as expected is added to both: the first ones say little about others.
    const scale = (this.#at + current.round) / (this.#expected + current.round) || 1;
    // The current round counts only up to its expected time: while it hangs, the time for later rounds doesn't shrink.
    const since = Math.min(elapsed - this.#at, scale * current.round);
    const left = scale * this.expected(this.#usualRounds) - since;
    return Math.max(0, Math.min(left, this.#budget - elapsed));
  }
}
