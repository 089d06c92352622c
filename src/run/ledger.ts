import { baselineRow } from '../analysis/judge.ts';
import { type FailedVerdict, isTimeable, type Verdict } from '../plan/verdict.ts';
import { remembering, type UnseenTimes, unseenTimes } from '../stats/first-sight.ts';
import { groupBy, onceFor } from '../stats/group-by.ts';
import type { Sample } from '../store/record/record.ts';
import type { MeasuredRow } from '../trial/types.ts';
import type { MeasureEvents, MeasureInput } from './types.ts';

export class Ledger {
  readonly #input: MeasureInput;
  readonly #events: MeasureEvents;
  readonly #failed = new Map<number, Verdict>();
  readonly #slices = new Map<number, Sample[]>();
  readonly #unseen = new Map<number, readonly UnseenTimes[]>();
  #unjudged: Sample[] = [];
  readonly #out = new Set<number>();

  constructor(input: MeasureInput, events: MeasureEvents) {
    this.#input = input;
    this.#events = events;
    for (const sample of input.earlier ?? []) this.#keep(sample);
    for (const [index, verdict] of input.failed ?? []) this.#failed.set(index, verdict);
  }

  sample(sample: Sample): void {
    this.#events.sample(sample);
    this.#keep(sample);
  }

  #keep(sample: Sample): void {
    this.#unjudged.push(sample);
    if (sample.phase !== 'block') return;
    onceFor(this.#slices, sample.contender, () => []).push(sample);
  }

  /**
   * Records only a row's first failure. With `--time-unverified`, a row with wrong or remembered results is still timed, until
   * another failure, such as a crash, prevents timing.
   */
  failed({ index }: MeasuredRow, verdict: FailedVerdict): void {
    if (!this.#input.timeUnverified || !isTimeable(verdict)) this.#out.add(index);
    if (this.#failed.has(index)) return;
    this.#failed.set(index, verdict);
    this.#events.failed?.(index, verdict);
  }

  judgeMemory(isLast: boolean): void {
    const since = groupBy(this.#unjudged, ({ contender }) => contender);
    this.#unjudged = [];
    for (const contender of this.live()) {
      const { index } = contender;
      const rounds = [...(this.#unseen.get(index) ?? []), ...unseenTimes(since.get(index) ?? [])];
      this.#unseen.set(index, rounds);
      const found = remembering(rounds, isLast);
      if (found === null) continue;
      const reason =
        `answers from memory: unseen documents took ${microseconds(found.unseen)} µs each and known ones ` +
        `${microseconds(found.known)} µs, more than 10 times as long in every round`;
      this.failed(contender, { verdict: 'remembers', reason });
    }
  }

  isLive({ index }: MeasuredRow): boolean {
    return !this.#failed.has(index);
  }

  /** True if the row hasn't failed, or if it failed and is still timed (`--time-unverified`). */
  takesPart({ index }: MeasuredRow): boolean {
    return !this.#out.has(index);
  }

  participants(): MeasuredRow[] {
    return this.#input.contenders.filter((one) => this.takesPart(one));
  }

  live(): MeasuredRow[] {
    return this.#input.contenders.filter((one) => this.isLive(one));
  }

  rows(): Map<number, readonly Sample[]> {
    return new Map(this.live().map(({ index }) => [index, this.#slices.get(index) ?? []]));
  }

  /**
   * The row that others are compared with: the baseline; if it failed, its planned replacement; if that failed, the fastest row;
   * if none has been timed, the first. Null if all serializers failed.
   */
  reference(): MeasuredRow | null {
    const live = this.live().filter(({ limit }) => !limit);
    const { baseline, standIn } = this.#input;
    const planned = [baseline, standIn].flatMap((one) => live.find(({ index }) => index === one) ?? []);
    const slicesOf = ({ index }: MeasuredRow) => this.#slices.get(index) ?? [];
    return planned[0] ?? baselineRow(live, slicesOf, []) ?? live[0] ?? null;
  }
}

function microseconds(ns: number): string {
  const us = ns / 1000;
  return us < 100 ? us.toPrecision(2) : us.toFixed(0);
}
