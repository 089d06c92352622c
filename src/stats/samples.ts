declare const sorted: unique symbol;

/** At least one finite number, in ascending order. */
export type SortedSamples = Float64Array & { readonly [sorted]: true };

export function sortSamples(values: Iterable<number>): SortedSamples {
  const copy = new Float64Array([...values]).sort();
  if (copy.length === 0) throw new RangeError('no samples');
  if (![copy[0], copy.at(-1)].every(Number.isFinite)) throw new RangeError('a sample is not a finite number');
  return copy as SortedSamples;
}

export function median(samples: SortedSamples): number {
  const middle = (samples.length - 1) / 2;
  const [low, high] = [samples[Math.floor(middle)]!, samples[Math.ceil(middle)]!];
  return low + (high - low) / 2;
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
