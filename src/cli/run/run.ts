import { DEFAULT_SUITE } from '../../bench/definitions.ts';
import { findResumable } from '../../bench/resuming.ts';
import { measureRun, planAgain, planRun } from '../../bench/run.ts';
import { caseName } from '../../define/names.ts';
import { contenderName } from '../../plan/case.ts';
import { ANSWER_LIMITS, type AnswerLimits } from '../../runner/process.ts';
import { attended } from '../attended.ts';
import { UsageError } from '../errors.ts';
import { type ExitCode, type Place, toolVersion } from '../place.ts';
import { printRun, refuseStyle } from '../print.ts';
import type { RunOptions } from './command.ts';
import { packRun } from './pack.ts';
import { type ExpectedRun, RunProgress, spelledPlan } from './progress.ts';

/** `wiremark run`: define → plan → build → verify → measure → store → report. */
export async function run(place: Place, suite: string | undefined, options: RunOptions): Promise<ExitCode> {
  refuseStyle(options);
  const planned = await plan(place, suite, options);
  if (options.list) return printPlan(planned);
  return attended('what was measured is kept', async ({ status, signal }) => {
    const events = new RunProgress(planned, status);
    const answers = options.patience === undefined ? ANSWER_LIMITS : answersWithin(options.patience);
    const tool = toolVersion(place);
    const { folder, id } = await measureRun(planned, {
      ...{ root: process.cwd(), cache: place.cache, tool },
      ...{ events, signal, answers },
    });
    status.clear();
    const exitCode = await printRun(planned.catalog, folder, options);
    // Last: nothing is timed any more, and nobody waits for it.
    await packRun(folder);
    if (!signal.aborted) return exitCode;
    process.stderr.write(`wiremark: to go on: wiremark run --resume ${id}\n`);
    return 130;
  });
}

async function plan(place: Place, suite: string | undefined, options: RunOptions) {
  const { resume, runner: runners = [] } = options;
  if (resume === undefined)
    return planRun(place.home, { ...options, suite: suite ?? DEFAULT_SUITE, runners, filters: options });
  if (suite !== undefined)
    throw new UsageError(
      `--resume takes suite, filters and settings from the run itself: leave out "${suite}"`,
    );
  return planAgain(place.home, await findResumable(process.cwd(), resume === true ? 'last' : resume));
}

function answersWithin(seconds: number): AnswerLimits {
  const ms = seconds * 1000;
  return { load: ms, dump: ms, slice: ms, end: Math.min(ms, ANSWER_LIMITS.end) };
}

function printPlan(planned: ExpectedRun): ExitCode {
  for (const one of planned.plan.cases) {
    process.stdout.write(`${caseName(one)}\n`);
    for (const contender of one.contenders) {
      const note = contender === one.baseline ? '  (baseline)' : '';
      process.stdout.write(`  ${contenderName(contender)}${note}\n`);
    }
  }
  process.stdout.write(`${spelledPlan(planned)}\n`);
  return 0;
}
