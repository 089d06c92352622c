import type { Verdict } from '../plan/verdict.ts';
import type { RunnerClient } from '../runner/client.ts';
import { referenceRow } from '../stats/reference.ts';
import type { Sample } from '../store/record.ts';
import type { CaseOutcome, MeasuredContender, MeasureEvents, MeasureInput } from './types.ts';

/** What is known of a case so far. Everything that happens to a contender is entered here. */
export class Ledger<C extends MeasuredContender> {
  readonly #input: MeasureInput<C>;
  readonly #events: MeasureEvents;
  readonly #failed = new Map<number, Verdict>();
  readonly #verified = new Set<number>();
  readonly #versions = new Map<number, { runtime: string; serializer: string }>();
  readonly #slices = new Map<number, Sample[]>();

  constructor(input: MeasureInput<C>, events: MeasureEvents) {
    this.#input = input;
    this.#events = events;
    for (const sample of input.earlier ?? []) this.#keep(sample);
  }

  sample(sample: Sample): void {
    this.#events.sample(sample);
    this.#keep(sample);
  }

  #keep(sample: Sample): void {
    if (sample.phase !== 'block') return;
    const slices = this.#slices.get(sample.contender) ?? [];
    slices.push(sample);
    this.#slices.set(sample.contender, slices);
  }

  started({ index }: C, client: RunnerClient): void {
    this.#versions.set(index, { runtime: client.runtimeVersion, serializer: client.serializerVersion });
  }

  /** Passed verification after timing. */
  verified({ index }: C): void {
    this.#verified.add(index);
  }

  failed({ index }: C, verdict: Verdict): void {
    this.#failed.set(index, verdict);
    this.#events.failed?.(index, verdict);
  }

  isLive({ index }: C): boolean {
    return !this.#failed.has(index);
  }

  /** Contenders that haven't failed, in the order of the input. */
  live(): C[] {
    return this.#input.contenders.filter((contender) => this.isLive(contender));
  }

  /** Timed slices of the live contenders. */
  rows(): Map<number, readonly Sample[]> {
    return new Map(this.live().map(({ index }) => [index, this.#slices.get(index) ?? []]));
  }

  /** What the others are compared with: the baseline, or what serves in its place once it has failed. */
  reference(): C | null {
    const live = this.live().filter(({ limit }) => !limit);
    const baseline = live.find(({ index }) => index === this.#input.baseline);
    if (baseline) return baseline;
    const rows = new Map(live.map(({ index }) => [index, this.#slices.get(index) ?? []]));
    const fastest = referenceRow(rows, this.#input.baseline);
    return live.find(({ index }) => index === fastest) ?? live[0] ?? null;
  }

  /** A failure outweighs every earlier success. */
  verdicts(): CaseOutcome['verdicts'] {
    const before = (this.#input.earlier ?? []).map(({ contender }) => contender);
    const passed = [...new Set([...before, ...this.#verified])].map(
      (index) => [index, { verdict: 'ok' } as Verdict] as const,
    );
    return new Map([...passed, ...this.#failed]);
  }

  versions(): CaseOutcome['versions'] {
    return this.#versions;
  }
}
