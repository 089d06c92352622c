import { rowName } from '../../define/names.ts';
import { type FailRule, parseFailRule, RuleError } from '../../report/compare/guard/fail-if.ts';
import { guard, type RuleOutcome } from '../../report/compare/guard/guard.ts';
import { ruleLines } from '../../report/compare/guard/text.ts';
import { compareMachines } from '../../report/compare/pairs/machines.ts';
import { buildComparison, type CompareView } from '../../report/compare/pairs/view.ts';
import { comparisonReport } from '../../report/compare/report.ts';
import { render } from '../../report/formats.ts';
import type { StoredRun } from '../../store/reader.ts';
import { UsageError } from '../errors.ts';
import { openRun } from '../opening.ts';
import type { ExitCode, Place } from '../place.ts';
import { put, terminalOf } from '../print.ts';
import { openStatus } from '../status.ts';
import type { CompareOptions } from './command.ts';

/** `wiremark compare`: what changed from one run to another, and whether that fails a build. */
export async function compare(
  _place: Place,
  before: string,
  after: string,
  options: CompareOptions,
): Promise<ExitCode> {
  // Rules are read first: a slip in one should not wait for two runs to be read.
  const rules = rulesFrom(options.failIf ?? []);
  const view = await compareRuns(before, after, options);
  const outcomes = guard(view, rules);
  const { format, out } = options;
  put(await render(comparisonReport(view, outcomes), format, terminalOf(out)), out);
  return judge(outcomes);
}

/** @throws StoreError, UsageError */
async function compareRuns(before: string, after: string, options: CompareOptions): Promise<CompareView> {
  const status = await openStatus();
  const read = async (which: string) => {
    status.show(`reading run ${which}`);
    return openRun(which);
  };
  try {
    const runs = { before: await read(before), after: await read(after) };
    if (options.absolute) refuseOtherMachine(runs.before, runs.after);
    status.show('comparing');
    const view = buildComparison(runs.before, runs.after, {
      mode: options.absolute ? 'absolute' : 'relative',
      within: options.within,
      filters: options,
    });
    if (view.cases.length === 0) throw new UsageError(nothingLeft(runs.before, runs.after));
    return view;
  } finally {
    status.clear();
  }
}

/** @throws UsageError */
function rulesFrom(texts: readonly string[]): FailRule[] {
  return texts.map((text) => {
    try {
      return parseFailRule(text);
    } catch (error) {
      throw error instanceof RuleError ? new UsageError(error.message) : error;
    }
  });
}

function refuseOtherMachine(before: StoredRun, after: StoredRun): void {
  const { comparable, words } = compareMachines(before.record, after.record);
  if (comparable) return;
  throw new UsageError(
    `--absolute: ${words.join(' ')}\nLeave --absolute out, and ratios to the baseline are compared instead.`,
  );
}

function nothingLeft(...runs: readonly StoredRun[]): string {
  const list = (names: readonly string[]) => [...new Set(names)].join(', ');
  const cases = runs.flatMap(({ record }) =>
    record.cases.map(({ dataset, size, task }) => `${dataset}/${size} (${task})`),
  );
  const serializers = runs.flatMap(({ record }) =>
    record.contenders.filter(({ limit }) => limit === null).map(rowName),
  );
  return `the filters leave nothing of these runs, which have ${list(cases)} for ${list(serializers)}`;
}

/** The exit code; what isn't well is said on standard error too, wherever the comparison went. */
function judge(outcomes: readonly RuleOutcome[]): ExitCode {
  const unwell = ({ broken, warning }: RuleOutcome) => broken.length > 0 || warning !== null;
  for (const line of outcomes.filter(unwell).flatMap(ruleLines)) process.stderr.write(`wiremark: ${line}\n`);
  if (outcomes.some(({ broken }) => broken.length > 0)) return 1;
  return outcomes.some(({ idle }) => idle) ? 2 : 0;
}
