/** Counts the cases in which a row leads. Figures aren't averaged over cases. */

import type { AnsweredCase } from '../../analysis/both.ts';
import type { Grade } from '../../analysis/finding.ts';
import { groupBy } from '../../stats/group-by.ts';

const MOST_LEADING = 3;

interface Leaders {
  readonly names: readonly string[];
  readonly grade?: Grade;
}

export function taskSentences(cases: readonly Pick<AnsweredCase, 'task' | 'answer'>[]): string[] {
  return [...groupBy(cases, ({ task }) => task)].flatMap(([task, same]) => {
    const answers = same.flatMap(({ answer }) => answer ?? []);
    if (answers.length === 0) return [];
    const fastest = answers.map((one) => one.fastest);
    const leading = mostOften(fastest);
    const leaders = answers.flatMap((one) => one.runtimes);
    const runtimes = [...groupBy(leaders, ({ runtime }) => runtime).values()];
    const others = runtimes.filter((own) => !own.some(({ names }) => names.includes(leading)));
    const smallest = answers.flatMap((one) => one.smallest ?? []);
    const shown = answers.some(({ hidden }) => hidden > 0) ? 'of the rows shown, ' : '';
    return [
      `${task}: ${shown}fastest library is ${tallied(fastest, same.length)}.`,
      ...(others.length > 0
        ? [`Best in other languages: ${others.map((own) => tallied(own, same.length)).join('; ')}.`]
        : []),
      ...(smallest.length > 0 ? [`Smallest: ${tallied(smallest, same.length)}.`] : []),
    ];
  });
}

function mostOften(cases: readonly Leaders[]): string {
  const named = cases.flatMap(({ names }) => names);
  const [most] = [...groupBy(named, (name) => name).values()].sort((a, b) => b.length - a.length);
  return most![0]!;
}

/** @param total number of cases, with or without a leader */
function tallied(cases: readonly Leaders[], total: number): string {
  const spelled = (count: number) => (count === 1 ? 'one' : `${count}`);
  const parts: string[] = [];
  let left = cases;
  while (left.length > 0 && parts.length < MOST_LEADING) {
    const name = mostOften(left);
    const own = left.filter(({ names }) => names.includes(name));
    left = left.filter(({ names }) => !names.includes(name));
    const counts = Object.entries({
      tied: own.filter(({ names }) => names.length > 1).length,
      probably: own.filter(({ grade }) => grade === 'likely').length,
    }).filter(([, count]) => count > 0);
    const how = counts.map(([what, count]) => (own.length === 1 ? what : `${what} in ${spelled(count)}`));
    const first = `${own.length === total ? 'all' : `${own.length} of`} ${total} cases`;
    const where = parts.length > 0 ? spelled(own.length) : total === 1 ? 'the only case' : first;
    parts.push(`${name} in ${where}${how.length > 0 ? ` (${how.join(', ')})` : ''}`);
  }
  return [...parts, ...(left.length > 0 ? [`others in ${spelled(left.length)}`] : [])].join(', ');
}
