import { type Estimate, estimateOf, excludesOne } from '../analysis/figures.ts';
import type { Grade } from '../analysis/finding.ts';
import type { Rank } from '../analysis/pairs.ts';

/** Formats by number of decimals, kept because creating one takes far longer than using it. */
const formats = new Map<number, Intl.NumberFormat>();

export function grouped(value: number, decimals = 0): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = formats.get(decimals) ?? new Intl.NumberFormat('en-US', digits);
  formats.set(decimals, format);
  return format.format(value);
}

const TIME_UNITS = [
  { unit: 'ns', ns: 1 },
  { unit: 'µs', ns: 1e3 },
  { unit: 'ms', ns: 1e6 },
  { unit: 's', ns: 1e9 },
] as const;

interface TimeScale {
  readonly unit: string;
  readonly ns: number;
  readonly decimals: number;
}

export function timeScale(times: readonly number[]): TimeScale {
  const shortest = Math.min(...times);
  // 999.6 ns is written as 1.00 µs, not as 1,000 ns.
  const { unit, ns } = TIME_UNITS.findLast(({ ns }) => shortest >= ns * 0.9995) ?? TIME_UNITS[0];
  return { unit, ns, decimals: threeDigits(shortest / ns) };
}

/** Maximum number of decimals; a number of about a millionth still has three digits. */
const FINEST = 8;

export function threeDigits(value: number): number {
  // 9.995 is written as 10.0, although the double may be slightly smaller.
  const exponent = Math.floor(Math.log10(value / 0.9995 + Number.EPSILON * value));
  return Math.min(FINEST, Math.max(0, 2 - exponent));
}

export function time(ns: number, scale: TimeScale): string {
  return `${grouped(ns / scale.ns, scale.decimals)} ${scale.unit}`;
}

export function singleTime(ns: number): string {
  return time(ns, timeScale([ns]));
}

/** Number of decimals of a ratio: `usual`, or up to two more until the interval's ends differ by 2 or more in the last digit. */
function ratioDecimals({ estimate, low, high }: Estimate, usual = threeDigits(estimate)): number {
  if (low === null || high === null) return usual;
  const tells = (decimals: number) => low.toFixed(decimals) !== high.toFixed(decimals);
  const fine = (decimals: number) => 10 ** -decimals <= (high - low) / 2;
  const choices = [usual, usual + 1, usual + 2];
  return choices.find((decimals) => tells(decimals) && fine(decimals)) ?? choices.findLast(tells) ?? usual;
}

/** Formats a number, with more decimals than `decimals` if it would read 1 although the interval of `ends` excludes 1. */
function besideOne(value: number, ends: Estimate, decimals: number): string {
  const more = excludesOne(ends) && decimals < FINEST && Number(value.toFixed(decimals)) === 1;
  return more ? besideOne(value, ends, decimals + 1) : grouped(value, decimals);
}

export function ratio(value: Estimate): string {
  return besideOne(value.estimate, value, ratioDecimals(value));
}

/** `[2.38, 2.45]`; empty without an interval. An end next to 1 may have more decimals: `[0.825, 0.9998]`. */
export function interval(value: Estimate): string {
  if (value.low === null || value.high === null) return '';
  const decimals = ratioDecimals(value);
  return `[${besideOne(value.low, value, decimals)}, ${besideOne(value.high, value, decimals)}]`;
}

export function percent(fraction: number): string {
  const value = fraction * 100;
  return `${grouped(value, Number.isInteger(Number(value.toFixed(6))) ? 0 : 1)} %`;
}

export function gibibytes(bytes: number): string {
  return `${grouped(bytes / 2 ** 30, 1)} GiB`;
}

export function counted(count: number, what: string): string {
  return `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;
}

export function spelledSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(whole / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const LIKELY_MARK = '~';
export const LIKELY_MEANING = `${LIKELY_MARK} means probably: up to 1 in 10 of these may have the wrong direction.`;

export function markOf(grade: Grade): string {
  return grade === 'likely' ? LIKELY_MARK : '';
}

export const RANGE_MEANING = 'A range of ranks means tied: the row could have any of them.';

/** `3`; `3–5` for a range; `~3–5` if an end of the range is only likely. */
export function rankText({ rank, rankLast, rankLikely }: Rank): string {
  return `${rankLikely ? LIKELY_MARK : ''}${[...new Set([rank, rankLast])].join('–')}`;
}

/** `2.37× slower` if established, `~2.37× slower` if likely, `2.37× slower?` if unclear. */
export function marked(said: string, grade: Grade): string {
  return grade === 'unclear' ? `${said}?` : `${markOf(grade)}${said}`;
}

export function saidRatio(value: Estimate): string {
  const above = aboveOne(value);
  const figure = besideOne(above.estimate, above, threeDigits(above.estimate));
  return `${figure}× ${value.estimate < 1 ? 'faster' : 'slower'}`;
}

/** Like `saidRatio`, but with the ends of an interval that is wider than ± `margin`: `1.4–2.8× faster`. */
export function saidRange(value: Estimate, margin: number): string {
  const above = aboveOne(value);
  const { estimate, low, high } = above;
  const said = saidRatio(value);
  if (low === null || high === null || high / low <= (1 + margin) ** 2) return said;
  const decimals = Math.min(2, ratioDecimals(above, Math.max(0, threeDigits(estimate) - 1)));
  const end = low < 1.005 ? 'up to ' : `${besideOne(low, above, decimals)}–`;
  return said.replace(/^[^×]+/, `${end}${grouped(high, decimals)}`);
}

export function aboveOne(value: Estimate): Estimate {
  const { estimate, low, high, confidence } = value;
  if (estimate >= 1) return value;
  const over = (end: number | null) => (end === null ? null : 1 / end);
  return { estimate: 1 / estimate, low: over(high), high: over(low), confidence };
}

export function threeFigures(value: number): string {
  return grouped(value, threeDigits(value));
}

export function saidNear(value: Estimate | number): string {
  const said = saidRatio(typeof value === 'number' ? estimateOf(value, null) : value);
  return said.startsWith('1.00×') ? 'the same' : said;
}

export function listed(names: readonly string[]): string {
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
