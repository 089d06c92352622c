import { evaluateComparison } from '../../analysis/rules/evaluate.ts';
import { parseFailRules } from '../../analysis/rules/rule.ts';
import { type ComparedRuns, compareRuns } from '../../analysis/runs/compare.ts';
import { rowCalled } from '../../plan/baseline.ts';
import { whyEmpty } from '../../plan/missed.ts';
import { comparisonReport } from '../../report/compare/report.ts';
import type { StoredRun } from '../../store/folder/reader.ts';
import { lastTwo } from '../../store/locate.ts';
import { runLabels } from '../../store/record/run-label.ts';
import { UsageError } from '../errors.ts';
import { openFolder, placeOfRun } from '../open-run.ts';
import { calledAs } from '../own-command.ts';
import type { ExitCode, Place } from '../place.ts';
import { fieldOf, printOutcomes, printReport, put } from '../print.ts';
import { openStatus } from '../status.ts';
import type { CompareOptions } from './command.ts';

/** `wiremark compare`: compares two runs, and applies rules that fail a build. */
export async function compare(
  { home }: Place,
  before: string | undefined,
  after: string | undefined,
  options: CompareOptions,
): Promise<ExitCode> {
  // Rules are parsed first: errors in them are reported before runs are read.
  const rules = parseFailRules(options.failIf);
  const names = before === undefined ? await newest() : [before, after ?? 'last'];
  const view = await readAndCompare(names, options);
  if (rules.length > 0 && view.before.id === view.after.id)
    throw new UsageError(
      `--fail-if can't judge ${view.after.id} by itself: name two runs, such as last~1 last`,
    );
  const comparison = evaluateComparison(view, rules);
  if (options.html !== undefined) {
    const { comparisonFile } = await import('../../web/compare.tsx');
    put(await comparisonFile(home, comparison), options.html);
  } else {
    const called = { command: calledAs(), runs: names, baseline: options.baseline };
    await printReport(comparisonReport(comparison, called), options);
  }
  return printOutcomes(comparison.outcomes);
}

/** The last two runs that share cases. */
async function newest(): Promise<readonly string[]> {
  const last = await lastTwo(process.cwd());
  const [before, after] = runLabels(last);
  process.stderr.write(`wiremark: comparing the last two runs that share cases: ${before}; ${after}\n`);
  return last.map(({ name, id }) => name ?? id);
}

/** Compares two runs. @throws StoreError, UsageError */
async function readAndCompare(names: readonly string[], options: CompareOptions): Promise<ComparedRuns> {
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
    status.show('comparing');
    const view = compareRuns(runs[0]!, runs[1]!, {
      within: options.within,
      filters: options,
      baseline: baseline && rowCalled(baseline, field.rows, field.name),
    });
    if (view.cases.length === 0) throw new UsageError(whyEmpty(options, field));
    return view;
  } finally {
    status.clear();
  }
}
