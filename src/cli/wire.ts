import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPlan } from '../bench/definitions.ts';
import { openWorkbench } from '../bench/workbench.ts';
import { once } from '../dataset/once.ts';
import { caseName } from '../define/names.ts';
import { makeFolder } from '../files/make-folder.ts';
import { quoteWord } from '../files/shell-word.ts';
import { remove } from '../machine/scratch.ts';
import { contenderName } from '../plan/case.ts';
import { jobLines } from '../runner/job.ts';
import { TIME_ZONE } from '../runner/process.ts';
import { escapeValue } from '../runner/protocol.ts';
import { attended } from './attended.ts';
import type { DataOptions } from './data/flags.ts';
import { askedData } from './data/taking.ts';
import { UsageError } from './errors.ts';
import type { PatienceOptions, PlanOptions } from './options.ts';
import { withoutGuard } from './outlet.ts';
import type { ExitCode, Place } from './place.ts';
import { withTime } from './status.ts';

/** `wiremark wire`: the job and the set of documents on standard output, the command that takes them on standard error. */
export async function wire(
  place: Place,
  suite: string | undefined,
  options: PlanOptions & DataOptions & Pick<PatienceOptions, 'rebuild'>,
): Promise<ExitCode> {
  const { runner: runners, add: rows, acceptLicense, rebuild } = options;
  let isHandedOver = false;
  // Whatever ends wiremark before: a failure, or an interrupt.
  const stays = once(() => folderUnless(() => isHandedOver));
  const asked = await askedData(options, suite, options.data === undefined ? undefined : stays());
  const { catalog, plan } = openPlan(place.home, {
    ...asked,
    runners,
    rows,
    acceptLicense,
    filters: options,
    limits: false,
  });
  const jobs = plan.cases.flatMap((planned) =>
    planned.contenders.map((contender) => ({ planned, contender })),
  );
  const [only] = jobs;
  if (only === undefined || jobs.length > 1) {
    const found = jobs.map(
      ({ planned, contender }) => `\n  ${contenderName(contender)} on ${caseName(planned)}`,
    );
    throw new UsageError(
      `the filters must select one serializer in one case, but they select ${jobs.length}:${found.join('')}`,
    );
  }
  const given = stays();
  const { launch, inputs } = await attended(null, async ({ status, signal }) => {
    const input = { plan, catalog, cache: place.cache, progress: withTime(status), signal, rebuild };
    const workbench = await openWorkbench({ ...input, given });
    const { planned, contender } = only;
    return {
      launch: await workbench.launchOf(planned, contender),
      inputs: await workbench.inputs(planned, contender),
    };
  });
  const { job, environment, folder, command } = launch;
  const documents = join(given, 'documents');
  writeFileSync(documents, inputs.bytes);
  const lines = [...jobLines(job), `set ${inputs.count} ${escapeValue(documents)}`];
  // A program reads every byte as it is; a terminal gets none that steers it.
  const { stdout } = process;
  (stdout.isTTY ? stdout : withoutGuard(stdout)).write(`${lines.join('\n')}\n`);
  const variables = Object.entries({ ...environment, ...TIME_ZONE });
  const removed = variables.filter(([, value]) => value === undefined);
  const set = variables.flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${quoteWord(value)}`,
  );
  const words = [
    ...(removed.length === 0 ? [] : ['env', ...removed.map(([name]) => `-u ${name}`)]),
    ...set,
    ...command.map(quoteWord),
  ];
  isHandedOver = true;
  process.stderr.write(`wiremark: the job's documents stay in ${given}: remove it when you are done\n`);
  process.stderr.write(`cd ${quoteWord(folder)} && ${words.join(' ')}\n`);
  return 0;
}

/** The files of a job are still there when it is replayed, a person's own documents too; without a job they go. */
function folderUnless(isLeft: () => boolean): string {
  const jobs = join(process.cwd(), '.wiremark', 'jobs');
  makeFolder(jobs);
  const folder = mkdtempSync(join(jobs, 'wire-'));
  process.on('exit', () => isLeft() || remove(folder));
  return folder;
}
