import { join } from 'node:path';
import { type AnalyzedRun, runRows } from '../../analysis/analyze.ts';
import { hasVersions } from '../../define/names.ts';
import { type Fleet, readFleet } from '../../fleet/definition.ts';
import { scriptOf, start, statesOf, workflowOf } from '../../fleet/engines.ts';
import type { CellState, Engine, FleetPlan } from '../../fleet/folder.ts';
import { addRun, finishedRuns, openFolder } from '../../fleet/folder.ts';
import { fleetReport, versionsReport } from '../../fleet/report.ts';
import { completeness } from '../../fleet/sentences.ts';
import type { Report } from '../../report/formats.ts';
import { counted } from '../../report/numbers.ts';
import { cell as cellOf, paragraph, proseColumn, tableOf, wordColumn } from '../../report/text/document.ts';
import { importRun } from '../../store/exported.ts';
import { listRuns } from '../../store/locate.ts';
import { UsageError } from '../errors.ts';
import { attended } from '../interruptible.ts';
import type { ListFormat, OutputOptions } from '../options.ts';
import type { ExitCode, Place } from '../place.ts';
import { listTable, printBlocks, printReport, put, refuseTable, warn } from '../print.ts';

type Config = { readonly config: string };

export async function fleetPlan(_: Place, options: Config & OutputOptions<ListFormat>): Promise<ExitCode> {
  const { cells, kinds, folder } = readFleet(options.config);
  const runs = `${counted(cells.length, 'run')} on ${counted(kinds.length, 'kind')}. Shared folder: ${folder}`;
  const rows = cells.map(({ id, arguments: words }) => ({ id, words: words.join(' ') }));
  const table = listTable(rows, { CELL: 'id', RUNS: 'words' });
  await printBlocks([table, paragraph(runs)], { folder, cells }, options);
  return 0;
}

export async function fleetSubmit(
  place: Place,
  { config, engine, print }: Config & { readonly engine: Engine; readonly print?: true },
): Promise<ExitCode> {
  const fleet = readFleet(config);
  refuseEngine(fleet, engine, print);
  if (engine === 'actions') {
    put(workflowOf(fleet), undefined);
    return 0;
  }
  if (!print) openFolder(fleet);
  const states = await statesOf(fleet);
  const open = states.filter(({ state }) => ['open', 'failed', 'lost'].includes(state));
  const from = { home: place.home, command: [join(place.home, 'wiremark')] };
  if (print) {
    for (const { cell, claim } of open)
      put(scriptOf(fleet, cell, engine, from, `claims/${cell.id}.${claim + 1}`), undefined);
    return 0;
  }
  return attended(async ({ status, signal }): Promise<ExitCode> => {
    let exitCode: ExitCode = 0;
    for (const one of open) {
      const { id } = one.cell;
      status.show(`${id}: ${engine === 'slurm' ? 'submitting' : 'measuring'}`);
      const started = await start(fleet, one, engine, { ...from, signal });
      status.clear();
      if (started.startsWith('failed')) exitCode = 1;
      process.stdout.write(`${id}  ${started}\n`);
    }
    const rest = states.length - open.length;
    if (rest > 0) warn(`left alone: ${counted(rest, 'run')} done or under way`);
    return exitCode;
  });
}

function refuseEngine({ kinds }: Fleet, engine: Engine, print?: true): void {
  if (engine === 'local' && kinds.length > 1)
    throw new UsageError('--engine local needs a fleet.toml with a single [[kind]]: this machine is one');
  const lacking = engine === 'local' ? undefined : kinds.find((kind) => kind[engine] === undefined);
  if (lacking !== undefined)
    throw new UsageError(`kind "${lacking.id}" has no ${engine} = { … }: --engine ${engine} can't start it`);
  if (engine === 'actions' && !print)
    throw new UsageError('GitHub starts it: add --print, and commit the workflow');
}

export async function fleetStatus(_: Place, options: Config & OutputOptions<ListFormat>): Promise<ExitCode> {
  const states = await statesOf(readFleet(options.config));
  const toneOf = ({ state }: CellState) => (state === 'failed' || state === 'lost' ? 'bad' : 'plain');
  const columns = [
    wordColumn<CellState>('CELL', ({ cell }) => cell.id),
    wordColumn<CellState>('STATE', (one) => cellOf(one.state, toneOf(one))),
    proseColumn<CellState>('WHY', ({ why }) => why),
  ];
  const facts = states.map(({ cell: { id }, state, why, claim }) => ({ cell: id, state, why, claim }));
  await printBlocks([tableOf(columns, states)], facts, options);
  return 0;
}

type Printing = OutputOptions & { readonly html?: string | undefined };

export async function fleetCollect(
  place: Place,
  files: readonly string[],
  options: Config & Printing,
): Promise<ExitCode> {
  const plan = openFolder(readFleet(options.config));
  for (const file of files) addRun(plan, file);
  const root = process.cwd();
  const here = new Set((await listRuns(root)).runs.map(({ record }) => record.id));
  for (const run of finishedRuns(plan).values())
    if (typeof run !== 'string' && !here.has(run.record.id)) await importRun(root, run.folder, true);
  return printFleet(place, plan, options);
}

async function printAcross({ home }: Place, report: Report<never>, options: Printing): Promise<void> {
  refuseTable('this comparison', options.format);
  if (options.html === undefined) return printReport(report, options);
  const { blocksFile } = await import('../../web/blocks-file.tsx');
  put(await blocksFile(home, report.blocks()), options.html);
}

export async function printVersions(place: Place, run: AnalyzedRun, options: Printing): Promise<void> {
  if (!hasVersions(runRows(run)))
    throw new UsageError(
      'the run has no runtime in several versions: measure them with run -r RUNTIME@1,RUNTIME@2',
    );
  await printAcross(place, versionsReport(run), options);
}

export async function printFleet(place: Place, plan: FleetPlan, options: Printing): Promise<ExitCode> {
  const found = finishedRuns(plan);
  await printAcross(place, fleetReport(plan.name, found), options);
  const { texts } = completeness(found);
  for (const text of texts) warn(text);
  return texts.length > 0 ? 1 : 0;
}
