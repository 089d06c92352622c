import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnalyzedRun, runRows } from '../../analysis/analyze.ts';
import { hasVersions } from '../../define/names.ts';
import { type Cell, type Fleet, readFleet } from '../../fleet/definition.ts';
import { type Submission, scriptOf, start, statesOf, workflowOf } from '../../fleet/engines.ts';
import {
  type CellState,
  type Engine,
  type FleetPlan,
  finishedRuns,
  openExported,
  openFolder,
  runFile,
} from '../../fleet/folder.ts';
import { fleetReport, missingText, versionsReport } from '../../fleet/report.ts';
import { keep } from '../../machine/files/write.ts';
import type { Report } from '../../report/formats.ts';
import { counted } from '../../report/numbers.ts';
import { cell as cellOf, paragraph, tableOf, wordColumn } from '../../report/text/document.ts';
import { importRun } from '../../store/exported.ts';
import { listRuns } from '../../store/locate.ts';
import { UsageError } from '../errors.ts';
import { attended } from '../interruptible.ts';
import type { ListFormat, OutputOptions } from '../options.ts';
import type { ExitCode, Place } from '../place.ts';
import { printBlocks, printReport, put, warn } from '../print.ts';

type Config = { readonly config: string };

export async function fleetPlan(_: Place, options: Config & OutputOptions<ListFormat>): Promise<ExitCode> {
  const fleet = readFleet(options.config);
  const { cells, kinds, folder } = fleet;
  const runs = `${counted(cells.length, 'run')} on ${counted(kinds.length, 'kind')}. Shared folder: ${folder}`;
  const columns = [
    wordColumn<Cell>('CELL', ({ id }) => id),
    wordColumn<Cell>('RUNS', (cell) => cell.arguments.join(' ')),
  ];
  await printBlocks([tableOf(columns, cells), paragraph(runs)], { folder, cells }, options);
  return 0;
}

export async function fleetSubmit(
  place: Place,
  { config, engine, print }: Config & { readonly engine: Engine; readonly print?: true },
): Promise<ExitCode> {
  const fleet = readFleet(config);
  refuseEngine(fleet, engine);
  if (engine === 'actions') {
    if (!print) throw new UsageError('GitHub starts it: add --print, and commit the workflow');
    put(workflowOf(fleet), undefined);
    return 0;
  }
  if (!print) openFolder(fleet);
  const states = await statesOf(fleet);
  const open = states.filter(({ state }) => ['open', 'failed', 'lost'].includes(state));
  return attended(async ({ status, signal }): Promise<ExitCode> => {
    const submission: Submission = { home: place.home, command: [join(place.home, 'wiremark')], signal };
    let exitCode: ExitCode = 0;
    for (const one of open) {
      const { id } = one.cell;
      if (print) {
        put(scriptOf(fleet, one.cell, engine, submission, `claims/${id}.${one.claim + 1}`), undefined);
        continue;
      }
      status.show(`${id}: ${engine === 'slurm' ? 'submitting' : 'measuring'}`);
      const started = await start(fleet, one, engine, submission);
      status.clear();
      if (started?.startsWith('failed')) exitCode = 1;
      process.stdout.write(`${id}  ${started ?? 'claimed by another submit'}\n`);
    }
    const rest = states.length - open.length;
    if (rest > 0 && !print) warn(`left alone: ${counted(rest, 'run')} done or under way`);
    return exitCode;
  });
}

function refuseEngine({ kinds }: Fleet, engine: Engine): void {
  if (engine === 'local' && kinds.length > 1)
    throw new UsageError('--engine local needs a fleet.toml with a single [[kind]]: this machine is one');
  const lacking = engine === 'local' ? undefined : kinds.find((kind) => kind[engine] === undefined);
  if (lacking !== undefined)
    throw new UsageError(`kind "${lacking.id}" has no ${engine} = { … }: --engine ${engine} can't start it`);
}

export async function fleetStatus(_: Place, options: Config & OutputOptions<ListFormat>): Promise<ExitCode> {
  const fleet = readFleet(options.config);
  const states = await statesOf(fleet);
  const isBad = ({ state }: CellState) => state === 'failed' || state === 'lost';
  const columns = [
    wordColumn<CellState>('CELL', ({ cell }) => cell.id),
    wordColumn<CellState>('STATE', (one) => cellOf(one.state, isBad(one) ? 'bad' : 'plain')),
    { ...wordColumn<CellState>('WHY', ({ why }) => why), prose: true },
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
  const fleet = readFleet(options.config);
  const plan = openFolder(fleet);
  for (const file of files) {
    const cell = openExported(file).record.tags?.fleet ?? '';
    if (!plan.cells.includes(cell)) throw new UsageError(`${file} is no run of fleet ${fleet.name}`);
    keep(runFile(fleet.folder, cell), readFileSync(file));
  }
  const root = process.cwd();
  const here = new Set((await listRuns(root)).runs.map(({ record }) => record.id));
  for (const [cell, { record }] of finishedRuns(plan).runs)
    if (!here.has(record.id)) await importRun(root, runFile(fleet.folder, cell), false);
  return printFleet(place, plan, options);
}

async function printAcross({ home }: Place, report: Report<never>, options: Printing): Promise<void> {
  if (options.format === 'csv' || options.format === 'summary')
    throw new UsageError(`this comparison can't be printed as ${options.format}: use md or json`);
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

/** @returns 1 if a run is missing */
export async function printFleet(place: Place, plan: FleetPlan, options: Printing): Promise<ExitCode> {
  const found = finishedRuns(plan);
  await printAcross(place, fleetReport(plan, found), options);
  const missing = missingText(plan, found);
  for (const text of missing) warn(text);
  return missing.length > 0 ? 1 : 0;
}
