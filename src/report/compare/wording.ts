/** A row of a comparison in words. */
import { runtimeName } from '../../define/names.ts';
import { grouped, percent, ratioDecimals } from '../text/numbers.ts';
import type { Estimate } from '../view/rows.ts';
import { hasMoved } from './pairs/growth.ts';
import type { ComparedRow, CompareRow, FiguredRow, Growth, OtherRow } from './pairs/rows.ts';

/** From here on people say "twice as slow", not "100 % slower". */
const TIMES_FROM = 2;

/** `16.6 % slower`: it takes so much more time. `5.2 % faster`: so much less. */
export function changeText({ estimate, low, high, confidence }: Estimate): string {
  const word = estimate < 1 ? 'faster' : 'slower';
  if (estimate >= TIMES_FROM || estimate <= 1 / TIMES_FROM) {
    const times = estimate < 1 ? 1 / estimate : estimate;
    return `${grouped(times, ratioDecimals({ estimate: times, low, high, confidence }))}x ${word}`;
  }
  return `${percentChange(estimate)} ${word}`;
}

/** `16.6 %`, whatever the direction. */
function percentChange(ratio: number): string {
  const change = Math.abs(ratio - 1) * 100;
  return `${grouped(change, change < 0.05 ? 3 : 1)} %`;
}

/** What a row's comparison shows, with `~` in front while it is preliminary. */
export function findingText({ finding, preliminary, change }: ComparedRow, within: number): string {
  const about = preliminary ? '~' : '';
  switch (finding) {
    case 'slower':
    case 'faster':
      return `${about}${changeText(change)}`;
    case 'same':
      return `${about}same ± ${percent(within)}`;
    case 'undecided':
      return 'undecided';
  }
}

/** `498 → 512 (+2.8 %)`; empty where nothing is known to have changed. */
export function growthText(growth: Growth | null): string {
  if (growth === null || !hasMoved(growth)) return '';
  const { before, after } = growth;
  const share = before === 0 ? '' : ` (${signedPercent(after / before)})`;
  // Means of many documents may differ by less than a byte.
  const decimals = Math.abs(after - before) < 1 ? 2 : 0;
  return `${grouped(before, decimals)} → ${grouped(after, decimals)}${share}`;
}

/** `+2.8 %`, `−0.5 %`. */
export function signedPercent(ratio: number): string {
  return `${ratio < 1 ? '−' : '+'}${percentChange(ratio)}`;
}

/** What changed beside the time: sizes, allocations, versions; empty where nothing did. */
export function besidesText(row: FiguredRow): string {
  const [bytes, allocated] = [growthText(row.bytes), growthText(row.allocated)];
  return [bytes && `bytes ${bytes}`, allocated && `allocated ${allocated}`, versionText(row)]
    .filter((text) => text !== '')
    .join('; ');
}

/** `1.2.0 → 1.3.0, node v20 → v22, own code`: versions and code that changed between the runs; empty where none did. */
export function versionText(row: CompareRow): string {
  const { before, after } = row;
  if (before === null || after === null) return '';
  const changed = (a: string | null, b: string | null, what: string) =>
    a === b || a === null || b === null ? [] : [`${what}${a} → ${b}`];
  return [
    ...changed(before.version, after.version, ''),
    ...changed(before.runtimeVersion, after.runtimeVersion, `${runtimeName(row)} `),
    ...(hasOtherCode(row) ? ['own code'] : []),
  ].join(', ');
}

/** Whether its own code differs between the runs. */
export function hasOtherCode({ before, after }: CompareRow): boolean {
  return before !== null && after !== null && before.code !== after.code;
}

/** Why it isn't compared, and what changed. @param short the first line of what may be a page of stack trace */
export function reasonText(row: OtherRow, short: boolean): string {
  const reason = short ? firstLine(row.reason) : row.reason;
  return [reason, versionText(row)].filter((text) => text !== '').join('; ');
}

/** Of a reason, which may be a page of stack trace. */
export function firstLine(text: string): string {
  return text.split('\n')[0]!;
}
