import { OUTSIDE } from '../schema/bounds.ts';
import type { Bounds } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';

export function clampTo(bounds: Bounds, value: Value): Value {
  if (typeof value === 'bigint') return clamped(value, bounds);
  if (typeof value === 'number') return clamped(rounded(value, bounds.digits ?? 17), bounds);
  return typeof value === 'string' ? clampedText(value, bounds) : value;
}

export function clampedLength(length: number, { shortest = 0, longest = Infinity }: Bounds = {}): number {
  return Math.min(Math.max(length, shortest), longest);
}

function clamped<T extends bigint | number>(value: T, { minimum, maximum }: Bounds): T {
  // With `<=`, a minimum of 0 also turns −0 into 0.
  if (minimum !== undefined && value <= minimum) return minimum as T;
  return maximum !== undefined && value > maximum ? (maximum as T) : value;
}

function rounded(value: number, digits: number): number {
  const short = Number(value.toPrecision(digits));
  return Number.isFinite(short) ? short : Math.sign(value) * 1e308;
}

function clampedText(text: string, bounds: Bounds): string {
  const { alphabet } = bounds;
  const known = [...text].filter((one) => alphabet === undefined || !OUTSIDE[alphabet].test(one));
  const length = clampedLength(known.length, bounds);
  return Array.from({ length }, (_, index) => known[index] ?? 'a').join('');
}
