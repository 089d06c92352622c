import { DEFAULT_SUITE } from '../../bench/definitions.ts';
import type { ExpectedRun } from '../../bench/expecting.ts';
import { findResumable } from '../../bench/resuming.ts';
import { measureRun, planAgain, planRun } from '../../bench/run.ts';
import { caseName } from '../../define/names.ts';
import { contenderName } from '../../plan/case.ts';
import { StoreError } from '../../store/error.ts';
import { packSamples } from '../../store/pack.ts';
import { announce } from '../announcing.ts';
import { attended } from '../attended.ts';
import { UsageError } from '../errors.ts';
import { patienceOf } from '../patience.ts';
import { type ExitCode, type Place, toolVersion } from '../place.ts';
import { printRun, refuseStyle } from '../print.ts';
import type { RunOptions } from './command.ts';
import { expectation } from './expected.ts';
import { RunProgress } from './progress.ts';

/** `wiremark run`: define → plan → build → verify → measure → store → report. */
export async function run(place: Place, suite: string | undefined, options: RunOptions): Promise<ExitCode> {
  refuseStyle(options);
  const planned = await plan(place, suite, options);
  if (options.list) return printPlan(planned);
  return attended('what was measured is kept', async ({ status, signal }) => {
    await announce(await expectation(process.cwd(), planned), { status, signal });
    const events = new RunProgress(planned, status);
    const patience = patienceOf(options);
    const tool = toolVersion(place);
    const { folder, id } = await measureRun(planned, {
      ...{ root: process.cwd(), cache: place.cache, tool },
      ...{ events, signal, patience },
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

async function printPlan(planned: ExpectedRun): Promise<ExitCode> {
  for (const one of planned.plan.cases) {
    process.stdout.write(`${caseName(one)}\n`);
    for (const contender of one.contenders) {
      const note = contender === one.baseline ? '  (baseline)' : '';
      process.stdout.write(`  ${contenderName(contender)}${note}\n`);
    }
  }
  const { lines } = await expectation(process.cwd(), planned);
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

/** Packs the samples of a run that has just ended, and says where they stay lines: that is no failure of the run. */
async function packRun(folder: string): Promise<void> {
  const reason = await reasonAgainst(folder);
  if (reason !== null) process.stderr.write(`wiremark: the samples stay in samples.jsonl: ${reason}\n`);
}

async function reasonAgainst(folder: string): Promise<string | null> {
  try {
    const packing = await packSamples(folder);
    return packing.packed ? null : packing.reason;
  } catch (error) {
    // Somebody goes on with it already.
    if (error instanceof StoreError) return error.message;
    throw error;
  }
}
