import { documentsName } from '../define/names.ts';
import { groupBy } from '../stats/group-by.ts';
import type { AnalyzedCase } from './analyze.ts';
import { caseAnswer } from './answer.ts';
import { excludesOne } from './figures.ts';
import type { Grade } from './finding.ts';
import type { Gain, RankedRow } from './rows.ts';

export const BOTH = 'serialize and deserialize';

/** A case, or the sum of the cases of both tasks: then `task` is `BOTH`. */
export type AnsweredCase = Omit<AnalyzedCase, 'task'> & { readonly task: string };

/** Adds up the times of both tasks of each dataset and size, for rows ranked in both, if both cases have the same baseline. */
export function bothTasks(cases: readonly AnalyzedCase[]): AnsweredCase[] {
  return [...groupBy(cases, documentsName).values()].flatMap((same) => {
    const [write, read] = ['serialize', 'deserialize'].map((task) => same.find((one) => one.task === task));
    return write && read && write.baseline === read.baseline ? sumOf(write, read) : [];
  });
}

function sumOf(write: AnalyzedCase, read: AnalyzedCase): AnsweredCase[] {
  const sums = write.ranked.flatMap((own) => {
    const other = read.ranked.find(({ name }) => name === own.name);
    return other ? [{ tasks: [own, other], row: sumRow(own, other) }] : [];
  });
  const rows = sums.map(({ row }) => row);
  const ranked = sums.map(({ tasks, row }): RankedRow => {
    const faster = groupBy(rows, (other) => gradeFaster(other, row, tasks));
    const namesOf = (grade: Grade) => (faster.get(grade) ?? []).map(({ name }) => name);
    return { ...row, beatenBy: namesOf('established'), probablyBeatenBy: namesOf('likely') };
  });
  const failElsewhere = [...write.failElsewhere, ...read.failElsewhere];
  const sum = { ...(write.disturbed ? write : read), task: BOTH, ranked, failElsewhere } as const;
  const answer = caseAnswer(sum);
  return answer ? [{ ...sum, answer: { ...answer, hidden: write.answer!.hidden } }] : [];
}

function sumRow(write: RankedRow, read: RankedRow): RankedRow {
  const [first, second] = [write.nsPerOp.estimate, read.nsPerOp.estimate];
  const [own, other] = [write.gain, read.gain];
  const slower = (write.firstSight?.median ?? 0) > (read.firstSight?.median ?? 0) ? write : read;
  return {
    ...write,
    ...compareSums(write, read, first, second),
    nsPerOp: { ...write.nsPerOp, estimate: first + second },
    gain: own && own.over === other?.over ? { ...own, ...compareSums(own, other, first, second) } : null,
    firstSight: slower.firstSight,
  };
}

type Compared = Omit<Gain, 'over'>;

/**
 * If both tasks have the same finding, so has the sum (`likely` if the grades differ). Otherwise, it is likely faster or slower
 * if its interval excludes 1.
 */
function compareSums(one: Compared, two: Compared, first: number, second: number): Compared {
  const [a, b] = [first / one.ratio.estimate, second / two.ratio.estimate];
  const end = (of: 'low' | 'high') => {
    const [x, y] = one.finding === 'baseline' ? [1, 1] : [one.ratio[of], two.ratio[of]];
    return x === null || y === null ? null : (x * a + y * b) / (a + b);
  };
  const confidence = one.ratio.confidence && 2 * one.ratio.confidence - 1;
  const ratio = { estimate: (first + second) / (a + b), low: end('low'), high: end('high'), confidence };
  if (one.finding === two.finding)
    return { ratio, finding: one.finding, grade: one.grade === two.grade ? one.grade : 'likely' };
  if (!excludesOne(ratio)) return { ratio, finding: 'unclear', grade: 'unclear' };
  return { ratio, finding: ratio.estimate < 1 ? 'faster' : 'slower', grade: 'likely' };
}

/** Grades "the first sum is faster than the second". `tasks` are the two rows, one for each task, whose sum is the second. */
function gradeFaster(
  { name, ratio: { high } }: RankedRow,
  { ratio: { low } }: RankedRow,
  tasks: RankedRow[],
): Grade {
  if (tasks.every(({ beatenBy }) => beatenBy.includes(name))) return 'established';
  const isLikely = tasks.every((row) => [...row.beatenBy, ...row.probablyBeatenBy].includes(name));
  return isLikely || (high !== null && low !== null && high < low) ? 'likely' : 'unclear';
}
