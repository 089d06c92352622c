import { rowCalled } from '../../plan/baseline.ts';
import { whyEmpty } from '../../plan/missed.ts';
import { guard, ruleLine } from '../../report/compare/guard.ts';
import { buildComparisons, type CompareView } from '../../report/compare/pairs/view.ts';
import { comparisonReport } from '../../report/compare/report.ts';
import { said } from '../../report/compare/wording.ts';
import { lastTwo } from '../../store/locate.ts';
import type { StoredRun } from '../../store/reader.ts';
import { runLabels } from '../../store/run-label.ts';
import { calledAs } from '../called.ts';
import { UsageError } from '../errors.ts';
import { judged, rulesFrom } from '../guarding.ts';
import { openFolder, placeOfRun } from '../opening.ts';
import type { ExitCode, Place } from '../place.ts';
import { fieldOf, printReport, put } from '../print.ts';
import { openStatus } from '../status.ts';
import type { CompareOptions } from './command.ts';

/** `wiremark compare`: what changed from the first run to each of the others, and whether that fails a build. */
export async function compare(
  { home }: Place,
  runs: readonly string[],
  options: CompareOptions,
): Promise<ExitCode> {
  // Rules are read first: a slip in one should not wait for runs to be read.
  const rules = rulesFrom(options.failIf);
  const names = await named(runs);
  const views = await compareRuns(names, options);
  const same = views.find(({ before, after }) => before.id === after.id);
  if (rules.length > 0 && same !== undefined)
    throw new UsageError(
      `--fail-if can't judge ${same.after.id} by itself: name two runs, such as last~1 last`,
    );
  const comparisons = views.map((view) => ({ view, outcomes: guard(view, rules) }));
  if (options.html !== undefined) {
    const { comparisonFile } = await import('../../web/compare.tsx');
    put(await comparisonFile(home, comparisons), options.html);
  } else {
    const called = { command: calledAs(), runs: names, baseline: options.baseline };
    await printReport(comparisonReport(comparisons, called), options);
  }
  const outcomes = comparisons.map((one) => one.outcomes);
  return judged(
    outcomes.flat(),
    said(views, (_, i) => outcomes[i]!.map(ruleLine)),
  );
}

/** The last two runs that share cases unless told; a run by itself is before, and the last after. */
async function named(runs: readonly string[]): Promise<readonly string[]> {
  if (runs.length > 0) return runs.length === 1 ? [...runs, 'last'] : runs;
  const last = await lastTwo(process.cwd());
  const [before, after] = runLabels(last);
  process.stderr.write(`wiremark: comparing the last two runs that share cases: ${before}; ${after}\n`);
  return last.map(({ name, id }) => name ?? id);
}

/** @throws StoreError, UsageError */
async function compareRuns(names: readonly string[], options: CompareOptions): Promise<CompareView[]> {
  const status = await openStatus();
  try {
    const runs: StoredRun[] = [];
    for (const name of names) {
      status.show(`reading run ${name}`);
      runs.push(openFolder(await placeOfRun(name)));
    }
    const records = runs.map(({ record }) => record);
    const field = fieldOf('these runs', records, options);
    const { baseline } = options;
    const [first, ...others] = runs as [StoredRun, ...StoredRun[]];
    status.show('comparing');
    const views = buildComparisons(first, others, {
      mode: options.absolute ? 'absolute' : 'relative',
      within: options.within,
      filters: options,
      baseline: baseline && rowCalled(baseline, field.rows, field.name),
    });
    const apart = views.find(({ machines }) => options.absolute && !machines.comparable);
    if (apart !== undefined)
      throw new UsageError(
        `--absolute: ${apart.machines.words.join(' ')}\nLeave --absolute out, and ratios to the baseline are compared instead.`,
      );
    if (views.every(({ cases }) => cases.length === 0)) throw new UsageError(whyEmpty(options, field));
    return views;
  } finally {
    status.clear();
  }
}
