declare const sorted: unique symbol;

/** At least one finite number, in ascending order. */
export type SortedSamples = Float64Array & { readonly [sorted]: true };

export function sortSamples(values: Iterable<number>): SortedSamples {
  const copy = new Float64Array([...values]).sort();
  if (copy.length === 0) throw new RangeError('no samples');
  if (![copy[0], copy.at(-1)].every(Number.isFinite)) throw new RangeError('a sample is not a finite number');
  return copy as SortedSamples;
}

/** The `q`-quantile by definition 7 of Hyndman and Fan (1996), the default of R and NumPy. */
export function quantile(samples: SortedSamples, q: number): number {
  if (!(q >= 0 && q <= 1)) throw new RangeError(`a quantile lies between 0 and 1, not at ${q}`);
  const position = q * (samples.length - 1);
  const below = Math.floor(position);
  const low = samples[below]!;
  const high = samples[Math.min(below + 1, samples.length - 1)]!;
  return low + (high - low) * (position - below);
}

export function median(samples: SortedSamples): number {
  return quantile(samples, 0.5);
}

export function mean(values: readonly number[] | SortedSamples): number {
  if (values.length === 0) throw new RangeError('no samples');
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Standard deviation of a sample (divisor n − 1); null for fewer than two values. */
export function standardDeviation(values: readonly number[] | SortedSamples): number | null {
  if (values.length < 2) return null;
  const middle = mean(values);
  let squares = 0;
  for (const value of values) squares += (value - middle) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}
