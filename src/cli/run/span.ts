import type { Span } from '../../measure/expected.ts';

/** Seconds in words that don't say more than is known: "40 to 70 seconds", "4 to 9 minutes", "about 2 hours". */
export function spelledSpan({ least, most }: Span): string {
  if (most < 90) return between(roundTo(least, 5), Math.max(5, roundTo(most, 5)), 'second');
  if (most < 5400) return between(Math.floor(least / 60), Math.ceil(most / 60), 'minute');
  return between(roundTo(least / 3600, 0.5), roundTo(most / 3600, 0.5), 'hour');
}

function between(low: number, high: number, unit: string): string {
  const spelled = `${high} ${unit}${high === 1 ? '' : 's'}`;
  if (low === high) return `about ${spelled}`;
  return low === 0 ? `up to ${spelled}` : `${low} to ${spelled}`;
}

const roundTo = (value: number, step: number) => Math.round(value / step) * step;
