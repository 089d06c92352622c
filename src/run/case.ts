import { judgeCase } from '../analysis/judge.ts';
import { Random, shuffled } from '../stats/random.ts';
import { type MeasuredRow, type Procedure, procedureOf } from '../trial/types.ts';
import { Ledger } from './ledger.ts';
import { measureGroup } from './round.ts';
import { sideBySide } from './side-by-side.ts';
import type { CaseOutcome, MeasureEvents, MeasureInput, Progress } from './types.ts';

/**
 * Measures a case in rounds. In each round, every remaining row gets a fresh process, which is warmed up, timed in short slices
 * that alternate with those of other rows in random order, and verified. A row leaves when it fails, or when its interval is
 * within the target after the minimum number of rounds (until then, `timeUnverified` keeps rows with wrong or remembered
 * results). The reference, with which others are compared, stays; limits (operations such as `copy`) leave after `LIMIT_ROUNDS`.
 * After an interrupt, `ended` is `aborted`.
 */
export async function measureCase(input: MeasureInput, events: MeasureEvents): Promise<CaseOutcome> {
  const measuring = new CaseRounds(input, events);
  try {
    return measuring.outcome(await measuring.measure());
  } catch (error) {
    if (input.signal?.aborted && error === input.signal.reason) return measuring.outcome('aborted');
    throw error;
  }
}

/** Number of rounds in which limits are measured. They need less precision than serializers. */
const LIMIT_ROUNDS = 6;

/** Number of blocks (a slice of each row) that round 0 measures even if the budget has run out, so that each row has a figure. */
const LEAST_BLOCKS = 3;

class CaseRounds {
  readonly #input: MeasureInput;
  readonly #events: MeasureEvents;
  readonly #ledger: Ledger;
  readonly #procedure: Procedure;
  readonly #now: () => number;
  readonly #begin: number;
  readonly #blocks: number;
  readonly #processes: number;
  #rounds = 0;
  #longestRound = 0;

  constructor(input: MeasureInput, events: MeasureEvents) {
    this.#input = input;
    this.#events = events;
    this.#ledger = new Ledger(input, events);
    this.#procedure = procedureOf(input.settings);
    this.#now = input.now ?? (() => performance.now());
    this.#begin = this.#now();
    // Not Math.max(...): there may be more samples than a call can have arguments.
    this.#rounds = (input.earlier ?? []).reduce((most, { round }) => Math.max(most, round + 1), 0);
    this.#processes = input.processes ?? processesThatFit(input.contenders, process.availableMemory());
    const most = Math.max(...input.contenders.map(({ blocks }) => blocks));
    this.#blocks = Math.min(most, this.#procedure.blocks);
  }

  #left(): number {
    const { budget } = this.#input;
    return budget === null ? Number.POSITIVE_INFINITY : budget * 1000 - (this.#now() - this.#begin);
  }

  async measure(): Promise<CaseOutcome['ended']> {
    if (this.#rounds > 0) {
      // A resumed case may have reached its end with the last recorded round.
      const ended = this.#ended();
      if (ended !== null) return ended;
    }
    await this.#rehearse();
    if (this.#noneIsLeft()) return 'no contenders left';
    for (;;) {
      await this.#round();
      const ended = this.#ended();
      if (ended !== null) return ended;
    }
  }

  async #rehearse(): Promise<void> {
    const { rehearse, earlier = [], signal, cores } = this.#input;
    if (rehearse === undefined) return;
    this.#progress({ round: this.#rounds, group: 0, step: 'checking' });
    const known = new Set(earlier.map(({ contender }) => contender));
    const unknown = this.#input.contenders.filter(({ index }) => !known.has(index));
    await sideBySide(unknown, cores, async (contender) => {
      signal?.throwIfAborted();
      const verdict = await rehearse(contender).catch((error) => {
        if (!signal?.aborted) this.#events.fault?.(error);
        throw error;
      });
      signal?.throwIfAborted();
      if (verdict.verdict !== 'ok') this.#ledger.failed(contender, verdict);
    });
  }

  #progress(progress: Progress): void {
    this.#events.progress?.(progress, () => this.#ledger.rows());
  }

  async #round(): Promise<void> {
    const begin = this.#now();
    const round = this.#rounds;
    const random = new Random(this.#input.settings.seed, this.#input.case, round);
    const members = groups(shuffled(this.#active(), random), this.#ledger.reference(), this.#processes);
    let measured = 0;
    for (const [group, all] of members.entries()) {
      const live = all.filter((contender) => this.#ledger.takesPart(contender));
      measured += await measureGroup(
        {
          input: this.#input,
          events: this.#events,
          procedure: this.#procedure,
          ledger: this.#ledger,
          random,
          round,
          group,
          blocks: this.#blocks,
          timeIsUp: (done) => this.#left() <= 0 && done >= (round === 0 ? LEAST_BLOCKS : 0),
          progress: (step, block) =>
            this.#progress({
              round,
              group,
              step,
              ...(block !== undefined && { block, blocks: this.#blocks }),
            }),
        },
        live,
      );
    }
    if (measured > 0) this.#rounds++;
    this.#ledger.judgeMemory(false);
    this.#longestRound = Math.max(this.#longestRound, this.#now() - begin);
  }

  #ended(): CaseOutcome['ended'] | null {
    const ended = this.#endedBy();
    if (ended !== null) this.#ledger.judgeMemory(true);
    return ended;
  }

  #endedBy(): CaseOutcome['ended'] | null {
    const { minimum, maximum } = this.#input.settings.rounds;
    if (this.#noneIsLeft()) return 'no contenders left';
    if (this.#rounds >= minimum && this.#missed().length === 0) return 'target';
    if (this.#rounds >= maximum) return 'rounds';
    return this.#left() <= this.#longestRound ? 'budget' : null;
  }

  #noneIsLeft(): boolean {
    const isEarly = this.#rounds < this.#input.settings.rounds.minimum;
    return (isEarly ? this.#ledger.participants() : this.#ledger.live()).every(({ limit }) => limit);
  }

  #active(): MeasuredRow[] {
    const limits = this.#rounds < LIMIT_ROUNDS;
    if (this.#rounds < this.#input.settings.rounds.minimum)
      return this.#ledger.participants().filter(({ limit }) => limits || !limit);
    const reference = this.#ledger.reference();
    const wide = new Set(this.#missed());
    return this.#ledger
      .live()
      .filter((one) => (one.limit ? limits : one === reference || wide.has(one.index)));
  }

  #missed(): number[] {
    const reference = this.#ledger.reference()?.index;
    if (reference === undefined) return [];
    const slices = this.#ledger.rows();
    const rows = this.#ledger.live().flatMap(({ index, limit }) => (limit ? [] : [index]));
    const { settings } = this.#input;
    const slicesOf = (row: number) => slices.get(row)!;
    const judged = judgeCase({ rows, slicesOf, baselines: [reference], settings })?.rows ?? [];
    const known = new Set(judged.flatMap(({ row, width }) => (width <= settings.target ? [row] : [])));
    return rows.filter((row) => row !== reference && !known.has(row));
  }

  outcome(ended: CaseOutcome['ended']): CaseOutcome {
    return { rounds: this.#rounds, ended, missed: this.#missed() };
  }
}

/**
 * Divides rows into as few groups as possible, of about equal sizes. Only the processes of one group are alive at a time. The
 * reference is in each group, so that rows of different groups can be compared through it.
 * @param maximum largest size of a group, at least 2
 */
export function groups<T>(contenders: readonly T[], reference: T | null, maximum: number): T[][] {
  const shared = contenders.filter((one) => one === reference);
  const others = contenders.filter((one) => one !== reference);
  if (others.length === 0) return shared.length === 0 ? [] : [shared];
  const count = Math.ceil(others.length / (maximum - shared.length));
  return Array.from({ length: count }, (_, i) => [
    ...shared,
    ...others.slice((i * others.length) / count, ((i + 1) * others.length) / count),
  ]);
}

/** Maximum number of processes alive at a time: idle ones take a little of the scheduler's time, too. */
const MOST_PROCESSES = 24;

/** Share of the available memory for runners. The rest is for the system's cache and other programs. */
const USED_SHARE = 0.8;

export function processesThatFit(contenders: readonly Pick<MeasuredRow, 'memory'>[], available: number) {
  const largest = Math.max(...contenders.map(({ memory }) => memory)) * 2 ** 20;
  return Math.min(MOST_PROCESSES, Math.max(2, Math.floor((available * USED_SHARE) / largest)));
}
