/** Which rows two runs have alike: what ratios may be relative to where a baseline changed itself. */
import { runtimeName } from '../../../define/names.ts';
import { groupBy } from '../../../stats/group-by.ts';
import { hasChanged, isRanked, type Sides } from './rows.ts';
import type { RunSide } from './sides.ts';

/**
 * Names of rows that both runs ranked, with code and version as they were: those whose runtime is as it was come first, then
 * libraries before hand-written rows, then those of most cases, the fastest first.
 */
export function unchangedRows({ before, after }: Sides<RunSide>): string[] {
  const isSameRuntime = (name: string) => before.view.runtimes[name] === after.view.runtimes[name];
  const alike = [...after.cases].flatMap(([title, { view }]) =>
    view.ranked.filter((row) => {
      const was = before.cases.get(title)?.rows.get(row.name);
      return isRanked(was) && !hasChanged({ before: was, after: row });
    }),
  );
  const standings = [...groupBy(alike, ({ name }) => name)].map(([name, rows]) => ({
    name,
    other: Number(!isSameRuntime(runtimeName(rows[0]!))),
    bound: Number(rows[0]!.bound !== null),
    cases: rows.length,
    time: rows.reduce((sum, { nsPerOp }) => sum + Math.log(nsPerOp.estimate), 0),
  }));
  return standings
    .sort((a, b) => a.other - b.other || a.bound - b.bound || b.cases - a.cases || a.time - b.time)
    .map(({ name }) => name);
}
