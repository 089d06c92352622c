/** Ratios as a person says them. */

import type { Estimate } from '../view/rows.ts';
import { inverse } from '../view/sentences.ts';
import { ratio } from './numbers.ts';

/** `2.37× slower`, `1.35× faster`; the number is never below 1. */
export function saidRatio(value: Estimate): string {
  return `${ratio(aboveOne(value))}× ${value.estimate < 1 ? 'faster' : 'slower'}`;
}

/** The comparison the way round in which it is at least 1. */
export function aboveOne(value: Estimate): Estimate {
  return value.estimate < 1 ? inverse(value) : value;
}

/** Of a ratio without an interval of its own; `the same` where it would be 1.00. */
export function saidPlain(estimate: number): string {
  const said = saidRatio({ estimate, low: null, high: null, confidence: null });
  return said.startsWith('1.00×') ? 'the same' : said;
}
