/** Where the ticks of an axis stand, and what they say. */
import { timeScale } from '../numbers.ts';

/** Factors within a power of ten, densest first, and how many powers lie from one tick to the next. */
const STEPS: readonly (readonly [factors: readonly number[], powers: number])[] = [
  [[1, 1.5, 2, 3, 5, 7], 1],
  [[1, 2, 5], 1],
  [[1, 3], 1],
  [[1], 1],
  [[1], 2],
  [[1], 3],
];

/** Below this span, round numbers that are evenly spaced serve better, though the scale is logarithmic. */
const NARROW = 4;

/** Ends of a logarithmic scale with some air around the values, which are above 0; never narrower than ± 1 %. */
export function logDomain(values: readonly number[], air = 0.05): [low: number, high: number] {
  const low = Math.log(Math.min(...values));
  const high = Math.log(Math.max(...values));
  const pad = Math.max(0.01, (high - low) * air);
  return [Math.exp(low - pad), Math.exp(high + pad)];
}

/** At most `most` ticks (at least two) for a logarithmic scale from `low` to `high`. */
export function logTicks([low, high]: readonly [number, number], most: number): number[] {
  if (high / low < NARROW) return evenTicks([low, high], most);
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  for (const [factors, powers] of STEPS) {
    const ticks: number[] = [];
    for (let power = first; power <= last; power++)
      if (power % powers === 0) for (const factor of factors) ticks.push(Number(`${factor}e${power}`));
    const inside = ticks.filter((tick) => tick >= low && tick <= high);
    if (inside.length <= most) return inside.length > 1 ? inside : evenTicks([low, high], most);
  }
  return evenTicks([low, high], most);
}

/** At most `most` multiples of 1, 2 or 5 times a power of ten. */
export function evenTicks([low, high]: readonly [number, number], most: number): number[] {
  const power = Math.floor(Math.log10((high - low) / most));
  for (const [factor, exponent] of [1, 2, 5, 10, 20, 50].map((factor) => [factor, power] as const)) {
    const step = Number(`${factor}e${exponent}`);
    const first = Math.ceil(low / step - 1e-9);
    const count = Math.floor(high / step + 1e-9) - first + 1;
    // Multiples of an inverse are exact where multiples of the step are not: 3 / 10 is 0.3, 3 · 0.1 isn't.
    if (count <= most)
      return Array.from({ length: count }, (_, i) =>
        step < 1 ? (first + i) / Math.round(1 / step) : (first + i) * step,
      );
  }
  return [];
}

/** A number without needless zeros: `0.5`, `1`, `1.005`, `20,000`. */
export function plainNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 6 }).replace('-', '−');
}

/** `500 ns`, `1.5 µs`, `20 ms`. */
export function timeTick(ns: number): string {
  const { unit, ns: size } = timeScale([ns]);
  return `${plainNumber(ns / size)} ${unit}`;
}

/** `500 B`, `1.5 kB`, `2 MB`; a kilobyte is 1,000 bytes. */
export function bytesTick(bytes: number): string {
  if (bytes < 999.5) return `${plainNumber(bytes)} B`;
  return bytes < 999_500 ? `${plainNumber(bytes / 1e3)} kB` : `${plainNumber(bytes / 1e6)} MB`;
}
