import type { Span } from '../../measure/expected.ts';

/** Seconds in words that don't say more than is known: "40 to 70 seconds", "4 to 9 minutes", "about 2 hours". */
export function spelledSpan({ least, most }: Span): string {
  if (most < 90) return between(least, most, 5, 'second');
  if (most < 300) return between(least / 60, most / 60, 0.5, 'minute');
  if (most < 5400) return between(least / 60, most / 60, 1, 'minute');
  return between(least / 3600, most / 3600, 0.5, 'hour');
}

/** From what is more than threefold nothing is known but its end; rounding makes nothing that wide. */
const WIDEST = 3;

function between(least: number, most: number, step: number, unit: string): string {
  const high = Math.max(step, roundTo(most, step));
  const low = Math.max(roundTo(least, step), Math.ceil(high / WIDEST / step) * step);
  const spelled = `${high} ${unit}${high === 1 ? '' : 's'}`;
  if (most > 1.01 * WIDEST * least) return `up to ${spelled}`;
  return low >= high ? `about ${spelled}` : `${low} to ${spelled}`;
}

const roundTo = (value: number, step: number) => Math.round(value / step) * step;
