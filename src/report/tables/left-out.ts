/** Rows that nothing here can run: what leaves several of them out for one reason is said once. */
import { runtimeName } from '../../define/names.ts';
import { groupBy } from '../../stats/group-by.ts';
import { counted } from '../text/numbers.ts';
import type { FailedRow, Row } from '../view/rows.ts';
import { listed } from '../view/sentences.ts';
import { allRows, type RunView } from '../view/view.ts';

/**
 * The rows that are unavailable in every case that has them.
 *
 * @param command as wiremark was called
 * @returns their names; a line for each reason: `jvm (2 rows): Maven can't reach its repository.`; `items` are these, and how
 *   to fix what doesn't say it itself
 */
export function leftOut({ cases }: Pick<RunView, 'cases'>, command: string) {
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
  const items = unavailable.some(isForDoctor) ? [...lines, `How to fix it: ${command} doctor`] : lines;
  return { names: new Set(byName.keys()), lines, items };
}

/** What it lacks `doctor` knows, but for a row from outside. */
export function isForDoctor({ verdict, added }: Row): boolean {
  return verdict === 'unavailable' && added !== true;
}

function whyLeftOut(row: FailedRow): string {
  const [first] = row.reason.split('\n');
  return row.added && row.fix !== null ? `${first}; fix: ${row.fix}` : first!;
}
