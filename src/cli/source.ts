import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { escapeValue } from '../build/protocol.ts';
import { caseName, documentsName, quoteWord } from '../define/names.ts';
import { plainFilters } from '../define/versions.ts';
import { makeFolder } from '../machine/files/write.ts';
import { scratchFor } from '../machine/scratch.ts';
import { codecs } from '../oracle/codecs.ts';
import { contenderName, type SerializerContender } from '../plan/case.ts';
import { selectsSerializer } from '../plan/filters.ts';
import { type PlannedCase, rowOf, selectFromAll, soloLineup } from '../plan/plan.ts';
import { openCatalog } from '../run/definitions.ts';
import { RunnerFailure } from '../trial/client.ts';
import { jobLines } from '../trial/job.ts';
import { startRunner, TIME_ZONE } from '../trial/process.ts';
import { openWorkbench, type Workbench } from '../trial/workbench.ts';
import type { DataOptions } from './data/flags.ts';
import { askedData } from './data/taking.ts';
import { UsageError } from './errors.ts';
import { attended } from './interruptible.ts';
import type { PlanOptions } from './options.ts';
import type { ExitCode, Place } from './place.ts';
import { put, warn } from './print.ts';

/** Environment variable with the path of a file to which a runner appends the code that it generates (docs/PROTOCOL.md). */
const SOURCE = 'WIREMARK_SOURCE';
const MOST_LINES = 40;

interface SourceOptions extends PlanOptions, DataOptions {
  readonly job?: true;
}

export async function source(place: Place, row: string, options: SourceOptions): Promise<ExitCode> {
  const { data } = await askedData(options, undefined);
  const dataset = [data?.definition.name ?? 'record/single'];
  const asked = { dataset, ...options, serializer: [row, ...(options.serializer ?? [])] };
  const { runner: runners, add } = options;
  const own = { rows: add, versions: asked.serializer, dataset: data?.definition };
  const catalog = openCatalog(place.home, { runners, ...own });
  const filters = plainFilters(asked);
  const { rows, cases } = selectFromAll(catalog, filters);
  // `rows` also contains added rows (`--add`), whether or not the filters select them.
  const contender = rows.find((one) => selectsSerializer(filters, rowOf(one)))!;
  const { definition, runtime } = contender;
  const { tasks, packages } = definition;
  const one = cases.find(({ task }) => tasks.includes(task));
  if (one === undefined)
    throw new UsageError(`${contenderName(contender)} can't do that task; it does ${tasks.join(', ')}`);
  const plan = soloLineup([[contender, one]]);
  const opening = { plan, catalog, cache: place.cache };
  if (options.job) return printJob(opening, plan.cases[0]!, contender);
  const { generated, example } = await attended(async ({ progress, signal }) => {
    const workbench = await openWorkbench({ ...opening, progress, signal });
    const { model, documents } = workbench.datasets.get(documentsName(one))!;
    const json = JSON.parse(codecs.json.encode(model, documents[0]!).toString());
    const generated = await generatedCode(workbench, plan.cases[0]!, contender, signal);
    return { generated, example: JSON.stringify(json, null, 2) };
  });
  const lines = example.split('\n');
  const more = lines.length > MOST_LINES ? `\n… and ${lines.length - MOST_LINES} more lines` : '';
  const { folder } = catalog.runners.get(runtime)!;
  const files = [definition.file, ...definition.sources].map((path) => resolve(folder, path));
  const parts = [
    [`${contenderName(contender)} on ${caseName(one)}`, `packages: ${packages.join(', ') || 'none'}`],
    ...files.map((file) => [file, readFileSync(file, 'utf8').trimEnd()]),
    ['generated for this schema', generated],
    ['a document, as JSON', `${lines.slice(0, MOST_LINES).join('\n')}${more}`],
  ];
  put(parts.map(([title, content]) => `=== ${title}\n${content}\n`).join('\n'), undefined);
  return 0;
}

async function printJob(
  opening: Pick<Parameters<typeof openWorkbench>[0], 'plan' | 'catalog' | 'cache'>,
  planned: PlannedCase,
  contender: SerializerContender,
): Promise<ExitCode> {
  const jobs = join(process.cwd(), '.wiremark', 'jobs');
  makeFolder(jobs);
  const given = mkdtempSync(join(jobs, 'job-'));
  const { launch, inputs } = await attended(async ({ progress, signal }) => {
    const workbench = await openWorkbench({ ...opening, progress, signal, given });
    const launch = await workbench.launchOf(planned, contender);
    return { launch, inputs: await workbench.inputs(planned, contender) };
  });
  const { job, environment, folder, command } = launch;
  const documents = join(given, 'documents');
  writeFileSync(documents, inputs.bytes);
  put(`${[...jobLines(job), `set ${inputs.count} ${escapeValue(documents)}`].join('\n')}\n`, undefined);
  const variables = Object.entries({ ...environment, ...TIME_ZONE });
  // The program `env` expects its options before the variables.
  const words = [
    'env',
    ...variables.filter(([, value]) => value === undefined).map(([name]) => `-u ${name}`),
    ...variables.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${quoteWord(value)}`])),
    ...command.map(quoteWord),
  ];
  warn(`the job's files stay in ${given}; remove it when you are done`);
  process.stderr.write(`cd ${quoteWord(folder)} && ${words.join(' ')}\n`);
  return 0;
}

async function generatedCode(
  workbench: Workbench,
  planned: PlannedCase,
  contender: SerializerContender,
  signal: AbortSignal,
): Promise<string> {
  const file = join(scratchFor('source'), 'generated');
  try {
    const launch = await workbench.launchOf(planned, contender);
    const environment = { ...launch.environment, [SOURCE]: file };
    const client = await startRunner({ ...launch, environment, signal });
    await client.end();
  } catch (error) {
    if (!(error instanceof RunnerFailure)) throw error;
    return `${error.verdict.verdict}: ${error.message}`;
  }
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : 'No generated code to show.';
}
