/** Ratios as a person says them. */

import type { Grade } from '../../stats/judgement.ts';
import type { Rank } from '../../stats/ranks.ts';
import type { Estimate } from '../view/rows.ts';
import { besideOne, grouped, threeDigits } from './numbers.ts';

/** What stands before a claim that is only likely. */
export const LIKELY_MARK = '~';

/** That mark where it belongs. */
export function markOf(grade: Grade): string {
  return grade === 'likely' ? LIKELY_MARK : '';
}

export const RANGE_MEANING = 'A rank like 3–5 is a range: the row may have any of these places.';

/** `3`, `3–5` where it may be any of these, `~3–5` where an end of that is only likely. */
export function rankText({ rank, rankLast, rankLikely }: Rank): string {
  return `${rankLikely ? LIKELY_MARK : ''}${[...new Set([rank, rankLast])].join('–')}`;
}

/** `~2.37× slower` where that is only likely, `1.10× slower?` where it can't be told. */
export function marked(said: string, grade: Grade): string {
  return grade === 'unclear' ? `${said}?` : `${markOf(grade)}${said}`;
}

/** `2.37× slower`, `1.35× faster`; the number is never below 1. It has three digits, or those that keep it from being 1. */
export function saidRatio(value: Estimate): string {
  const above = aboveOne(value);
  const figure = besideOne(above.estimate, above, threeDigits(above.estimate));
  return `${figure}× ${value.estimate < 1 ? 'faster' : 'slower'}`;
}

/** The comparison the way round in which it is at least 1. */
export function aboveOne(value: Estimate): Estimate {
  const { estimate, low, high, confidence } = value;
  if (estimate >= 1) return value;
  const over = (end: number | null) => (end === null ? null : 1 / end);
  return { estimate: 1 / estimate, low: over(high), high: over(low), confidence };
}

/** How many times faster or slower, never below 1, in the three digits that a sentence has. */
export function times(estimate: number): string {
  const above = estimate < 1 ? 1 / estimate : estimate;
  return grouped(above, threeDigits(above));
}

/** The same, but `the same` where it would be 1.00. */
export function saidNear(value: Estimate): string {
  const said = saidRatio(value);
  return said.startsWith('1.00×') ? 'the same' : said;
}

/** Of a ratio without an interval of its own. */
export function saidPlain(estimate: number): string {
  return saidNear({ estimate, low: null, high: null, confidence: null });
}
