import { evaluateComparison } from '../../analysis/rules/evaluate.ts';
import { parseFailRules } from '../../analysis/rules/rule.ts';
import { type ComparedRuns, compareRuns } from '../../analysis/runs/compare.ts';
import { compareMachines } from '../../analysis/runs/machines.ts';
import { rowCalled } from '../../plan/baseline.ts';
import { whyEmpty } from '../../plan/missed.ts';
import { composeComparison } from '../../report/compare/compose.ts';
import { comparisonReport } from '../../report/compare/report.ts';
import type { StoredRun } from '../../store/folder/reader.ts';
import { lastTwo } from '../../store/locate.ts';
import { runLabels } from '../../store/record/run-label.ts';
import { UsageError } from '../errors.ts';
import { openFolder, placeOfRun } from '../open-run.ts';
import { pageFile } from '../options.ts';
import { calledAs } from '../own-command.ts';
import type { ExitCode, Place } from '../place.ts';
import { printOutcomes, printReport, put, refuseUnmatched, warn } from '../print.ts';
import { openStatus } from '../status.ts';
import type { CompareOptions } from './command.ts';

export async function compare(
  { home }: Place,
  before: string | undefined,
  after: string | undefined,
  options: CompareOptions,
): Promise<ExitCode> {
  const rules = parseFailRules(options.failIf);
  const names = before === undefined ? await newest() : [before, after ?? 'last'];
  const view = await readAndCompare(names, options);
  if (rules.length > 0 && view.before.id === view.after.id)
    throw new UsageError(
      `--fail-if can't judge ${view.after.id} by itself: name two runs, such as last~1 last`,
    );
  const comparison = evaluateComparison(view, rules);
  const html = options.html ?? pageFile(options);
  if (html !== undefined) {
    const { blocksFile } = await import('../../web/blocks-file.tsx');
    put(await blocksFile(home, composeComparison(comparison, { command: 'wiremark', shared: true })), html);
  } else {
    await printReport(comparisonReport(comparison, { command: calledAs() }), options);
  }
  return printOutcomes(comparison.outcomes);
}

async function newest(): Promise<readonly string[]> {
  const last = await lastTwo(process.cwd(), (a, b) => compareMachines(a, b).comparable);
  const [before, after] = runLabels(last);
  warn(`comparing the last two runs that share cases: ${before}; ${after}`);
  return last.map(({ name, id }) => name ?? id);
}

async function readAndCompare(names: readonly string[], options: CompareOptions): Promise<ComparedRuns> {
  const folders = await Promise.all(names.map(placeOfRun));
  const status = await openStatus();
  try {
    status.show(`reading ${names.join(' and ')}`);
    const [before, after] = folders.map(openFolder) as [StoredRun, StoredRun];
    const { within, baseline } = options;
    const field = refuseUnmatched('these runs', [before.record, after.record], options);
    status.show('comparing');
    const view = compareRuns(before, after, {
      within,
      filters: options,
      baseline: baseline && rowCalled(baseline, field.rows, field.name),
    });
    if (view.cases.length === 0) throw new UsageError(whyEmpty(options, field));
    return view;
  } finally {
    status.clear();
  }
}
