/** What is said of the order of rows. It follows from their ranks: it is the same whatever row they are compared with. */
import { byRank, type Rank } from '../../stats/ranks.ts';
import { counted } from '../text/numbers.ts';
import { rankText } from '../text/said.ts';
import type { RankedRow } from '../view/rows.ts';
import { listed } from '../view/sentences.ts';

type PlacedRow = Pick<RankedRow, 'name'> & Rank;

/** @param cases two rows or more of each; at least one */
export function orderText(cases: readonly (readonly PlacedRow[])[]): string {
  const rows = cases.flat().sort(byRank);
  const ranges = rows.filter(({ rank, rankLast }) => rankLast > rank);
  const probable = rows.filter(({ rank, rankLast, rankLikely }) => rankLast === rank && rankLikely);
  const clear = rows.length - ranges.length - probable.length;
  const where = ['', ' in both cases'][cases.length - 1] ?? ` in all ${cases.length} cases`;
  const order = `The order is ${probable.length > 0 ? 'probably right' : 'clear'}`;
  if (ranges.length === 0) return `${order}${where}.`;
  if (cases.length > 1) {
    const counts = [`${clear} clear`, `${probable.length} probable`, counted(ranges.length, 'range')];
    return `${rows.length} ranks: ${listed(counts.filter((count) => !count.startsWith('0 ')))}.`;
  }
  const groups = overlapping(ranges);
  const told = groups.map((group) => `${rankText(spanOf(group))} (${listed(group.map(({ name }) => name))})`);
  if (ranges.length < rows.length || groups.length > 1) return `${order} but for ${listed(told)}.`;
  const isOpen = new Set(ranges.map(({ rank, rankLast }) => `${rank} ${rankLast}`)).size === 1;
  return isOpen ? 'No difference in speed was found.' : 'The order is unclear: every rank is a range.';
}

/** Rows that may have places of each other; between such groups the order is known. @param rows by rank */
function overlapping(rows: readonly PlacedRow[]): PlacedRow[][] {
  const groups: PlacedRow[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group !== undefined && row.rank <= spanOf(group).rankLast) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

function spanOf(group: readonly PlacedRow[]): Rank {
  return {
    rank: Math.min(...group.map(({ rank }) => rank)),
    rankLast: Math.max(...group.map(({ rankLast }) => rankLast)),
    rankLikely: group.some(({ rankLikely }) => rankLikely),
  };
}
