import { type FailRule, parseFailRules } from '../../analysis/rules/rule.ts';
import { caseName } from '../../define/names.ts';
import { contenderName } from '../../plan/case.ts';
import { isMeasured } from '../../run/recorder.ts';
import { findUnfinished, finishMeasured, type Unfinished } from '../../run/resuming.ts';
import { measureRun, type NewRun, planAgain, planRun, type RunPlan } from '../../run/run.ts';
import { TimeLeft } from '../../run/time-left.ts';
import { readRecord } from '../../store/folder/reader.ts';
import { runLabel, typedRun } from '../../store/record/run-label.ts';
import { patienceOf } from '../../trial/process.ts';
import { prepareDatasets } from '../../trial/workbench.ts';
import { askedData, dataAgain } from '../data/taking.ts';
import { UsageError } from '../errors.ts';
import { attended } from '../interruptible.ts';
import { pageFile } from '../options.ts';
import { calledAs } from '../own-command.ts';
import { type ExitCode, type Place, toolVersion } from '../place.ts';
import { printOutcomes, printRun, refuseFlags, warn } from '../print.ts';
import { printPage } from '../report/report.ts';
import { refuseName } from '../runs/runs.ts';
import type { RunOptions } from './command.ts';
import { announcement, RunProgress } from './progress.ts';

type Asked = RunOptions & Pick<NewRun, 'bench' | 'usual' | 'tag'>;

export async function run(place: Place, suite: string | undefined, options: Asked): Promise<ExitCode> {
  refuseFlags(options);
  const { resume, failIf } = options;
  const root = process.cwd();
  const which = resume === true ? 'last' : resume;
  const unfinished = which === undefined ? null : await findUnfinished(root, which, failIf);
  if (unfinished !== null && isMeasured(unfinished.run.record)) return finish(place, unfinished, options);
  const planned = await plan(place, suite, options, unfinished);
  if (options.list) return printPlan(place, planned);
  return attended<ExitCode>(async ({ status, signal, finished }) => {
    const folder = await measureRun(planned, {
      ...{ root, cache: place.cache, tool: toolVersion(place), rebuild: options.rebuild },
      ...{ events: new RunProgress(planned, status), signal },
      ...{ patience: patienceOf(options), wait: options.wait ?? false },
    });
    finished();
    status.clear();
    const exitCode = await printEvaluated(place, folder, options, planned.rules);
    if (!signal.aborted) return exitCode;
    const record = readRecord(folder);
    const isAnswered = record.cases.some(({ rounds = 0 }) => rounds > 0);
    // If there are results, the report in the terminal already ends with this command.
    if (!isAnswered || options.format !== 'terminal' || options.out !== undefined)
      warn(`to resume: ${calledAs()} run --resume ${typedRun(record)}`);
    return 130;
  }, `${calledAs()} report`);
}

async function printEvaluated(place: Place, folder: string, options: RunOptions, rules: readonly FailRule[]) {
  const html = pageFile(options);
  if (html !== undefined) await printPage(place, folder, { html });
  const { out, ...inTerminal } = options;
  const printing = html === undefined ? options : inTerminal;
  // In a terminal the summary is printed last, where the user looks; in a file it comes first.
  const atEnd = options.format === 'terminal' && (out === undefined || html !== undefined);
  const printed = await printRun(folder, { ...printing, rules, ...(atEnd && { answer: 'last' }) });
  const ofRules = printOutcomes(printed.outcomes);
  return printed.exitCode || ofRules;
}

async function plan(
  { home }: Place,
  suite: string | undefined,
  options: Asked,
  unfinished: Unfinished | null,
): Promise<RunPlan> {
  if (unfinished !== null && suite !== undefined)
    throw new UsageError(`--resume takes suite, filters and settings from the run: leave out "${suite}"`);
  if (unfinished !== null) return planAgain(home, unfinished, await dataAgain(unfinished.run));
  const { runner: runners = [], add: rows, name } = options;
  if (name !== undefined) await refuseName(process.cwd(), name);
  const asked = await askedData(options, suite);
  return planRun(home, { ...options, ...asked, runners, rows, filters: options });
}

async function finish(place: Place, unfinished: Unfinished, options: RunOptions): Promise<ExitCode> {
  const folder = finishMeasured(unfinished);
  warn(`all of ${runLabel(unfinished.run.record)} was already measured; it is complete now`);
  return printEvaluated(place, folder, options, parseFailRules(unfinished.run.record.request.failIf));
}

async function printPlan({ cache }: Place, planned: RunPlan): Promise<ExitCode> {
  for (const one of planned.plan.cases) {
    process.stdout.write(`${caseName(one)}\n`);
    for (const contender of one.contenders) {
      const note = contender === one.baseline ? '  (baseline)' : '';
      process.stdout.write(`  ${contenderName(contender)}${note}\n`);
    }
  }
  const datasets = await attended(({ progress }) => prepareDatasets({ ...planned, cache, progress }));
  const timeLeft = new TimeLeft(planned, { datasets, unavailable: () => null });
  process.stdout.write(`${announcement(planned, timeLeft).join('\n')}\n`);
  return 0;
}
