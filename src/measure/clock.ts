/** Whether a runner's times can be true, by wiremark's clock and by what cores can do. */
import type { SliceResult } from '../runner/client.ts';
import { SLICE_NS } from '../stats/steady.ts';

/** Shorter slices, by either clock, tell nothing: what happens around them takes as long. */
const TELLING_NS = 20_000_000;

/** Clocks may differ by so much, besides what it takes to answer. */
const DRIFT = 0.01;
const ANSWER_NS = 1_000_000;

/**
 * How many times as long as it says a slice may take from command to answer: starting and ending it, a collection of
 * garbage after its clock. On a busy machine each waits for a core as well; where that wait is known it is taken off, and
 * where it isn't, much more has to be allowed.
 */
const ALLOWED = { known: 2, unknown: 5 };

/** CPU time may be above time × cores by so much: some systems only count in ticks. */
const CPU_SLACK = 0.1;
const CPU_TICKS_NS = 20_000_000;

type Times = Pick<SliceResult, 'ns' | 'cpuNs' | 'elapsedNs' | 'heldNs'>;

/**
 * What is wrong with the times of slices of any length, where more than `most` are wrong by wiremark's clock; else null. To a
 * short one it forgives what is forgiven to one of full length.
 */
export function clockDoubt(slices: readonly Times[], most: number): string | null {
  const wrong = slices.filter((slice) => isTooLong(slice) || leastNs(slice) >= Math.max(slice.ns, SLICE_NS));
  return wrong.length > most ? differing(wrong, slices) : null;
}

/**
 * What is wrong with the times of a round's slices, as seen in more than half of those that tell; a slice that something
 * else delayed is no lie. Null when all is well.
 *
 * @param cores of the machine
 */
export function clockFault(slices: readonly Times[], cores: number): string | null {
  const telling = slices.filter(({ ns, elapsedNs }) => Math.max(ns, elapsedNs) >= TELLING_NS);
  if (telling.length < 2) return null;
  const watched = telling.filter((slice) => isTooLong(slice) || leastNs(slice) > slice.ns);
  if (watched.length > telling.length / 2) return differing(watched, telling);
  const burnt = telling.filter(({ ns, cpuNs }) => cpuNs > ns * cores * (1 + CPU_SLACK) + CPU_TICKS_NS);
  if (burnt.length <= telling.length / 2) return null;
  const told = middle(burnt.map(({ ns }) => ns));
  const cpu = middle(burnt.map(({ cpuNs }) => cpuNs));
  return (
    `says that its slices take ${spelled(told)} and ${spelled(cpu)} of CPU time, more than ${cores} ` +
    `${cores === 1 ? 'core has' : 'cores have'} in that time (${share(burnt, telling)})`
  );
}

function differing(wrong: readonly Times[], all: readonly Times[]): string {
  const told = middle(wrong.map(({ ns }) => ns));
  const taken = middle(wrong.map(({ elapsedNs }) => elapsedNs));
  return (
    `says that its slices take ${spelled(told)}, but from command to answer they take ${spelled(taken)} by ` +
    `wiremark's own stopwatch (${share(wrong, all)})`
  );
}

/** By wiremark's clock. */
function leastNs({ elapsedNs, heldNs }: Pick<Times, 'elapsedNs' | 'heldNs'>): number {
  return (elapsedNs - (heldNs ?? 0)) / (heldNs === null ? ALLOWED.unknown : ALLOWED.known);
}

/** It can't have worked for longer than it took to answer. */
function isTooLong({ ns, elapsedNs }: Times): boolean {
  return ns > elapsedNs * (1 + DRIFT) + ANSWER_NS;
}

function share(some: readonly Times[], all: readonly Times[]): string {
  return `in ${some.length} of ${all.length} slices`;
}

/** The upper one of two: both figures are of real slices. */
function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

function spelled(ns: number): string {
  return `${(ns / 1e6).toPrecision(3)} ms`;
}
