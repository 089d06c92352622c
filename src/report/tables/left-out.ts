/** Rows that nothing here can run: what leaves several of them out for one reason is said once. */
import { runtimeName } from '../../define/names.ts';
import { groupBy } from '../../stats/group-by.ts';
import { counted } from '../text/numbers.ts';
import type { FailedRow } from '../view/rows.ts';
import { listed } from '../view/sentences.ts';
import { allRows, type RunView } from '../view/view.ts';

/**
 * The rows that are unavailable in every case that has them.
 *
 * @returns their names, and a line for each reason: `jvm (2 rows): Maven can't reach its repository.`
 */
export function leftOut({ cases }: Pick<RunView, 'cases'>) {
  const rows = cases.flatMap(allRows);
  const unavailable = rows.filter((row): row is FailedRow => row.verdict === 'unavailable');
  const byName = new Map(unavailable.map((row) => [row.name, row]));
  for (const { name, verdict } of rows) if (verdict !== 'unavailable') byName.delete(name);
  const lines = [...groupBy(byName.values(), whyLeftOut)].map(([reason, same]) => {
    const runtimes = [...new Set(same.map(runtimeName))];
    const names = same.map(({ name }) => name);
    const which =
      same.length > 1 && runtimes.length === 1
        ? `${runtimes[0]} (${counted(same.length, 'row')})`
        : listed(names);
    return `${which}: ${reason}.`;
  });
  return { names: new Set(byName.keys()), lines };
}

const FIX = '; fix: ';

/** Of a row from outside with its fix: `doctor` doesn't know it. */
function whyLeftOut({ reason, fix, added }: FailedRow): string {
  const [first] = reason.split('\n');
  return added && fix !== null ? `${first}${FIX}${fix}` : first!;
}

/** With how to fix the others; empty where nothing is left out. */
export function leftOutItems(lines: readonly string[], command: string): string[] {
  const isKnown = lines.every((line) => line.includes(FIX));
  return isKnown ? [...lines] : [...lines, `How to fix it: ${command} doctor`];
}
