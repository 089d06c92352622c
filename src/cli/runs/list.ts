import { matchesAny } from '../../define/patterns.ts';
import { type ColumnOf, cell, tableOf } from '../../report/text/document.ts';
import { renderTerminal } from '../../report/text/terminal.ts';
import { spelledSeconds } from '../../report/text/times.ts';
import { type ListedRun, listRuns, runsFolder } from '../../store/locate.ts';
import { countedRuns } from '../../store/newest.ts';
import { partialReason } from '../../store/partial.ts';
import { spelledTime } from '../../store/run-label.ts';
import { runState, secondsTaken } from '../../store/state.ts';
import type { ExitCode, Place } from '../place.ts';
import { put } from '../print.ts';
import { listTerminal } from '../table.ts';
import type { ListOptions } from './command.ts';
import { hasFailures, rowCounts, spelledRows } from './facts.ts';

/** A run with the word that stands for it: `last`, `last~1`, …; empty where none does. */
interface CountedRun extends ListedRun {
  readonly word: string;
}

/** `wiremark runs list`: the newest first. What is no run, or damaged, is told on standard error. */
export async function runsList(_: Place, options: ListOptions): Promise<ExitCode> {
  const root = process.cwd();
  const { runs, problems } = await listRuns(root);
  const words = new Map(countedRuns(runs).map((run, back) => [run, back === 0 ? 'last' : `last~${back}`]));
  const counted = runs.toReversed().map((run) => ({ ...run, word: words.get(run) ?? '' }));
  const chosen = counted.filter((run) => isChosen(run, options));
  const { format, out } = options;
  if (format === 'json') put(`${JSON.stringify(chosen.map(factsOf), null, 2)}\n`, out);
  else if (chosen.length > 0) put(table(chosen, out), out);
  else process.stderr.write(`wiremark: ${nothing(runs.length, root)}\n`);
  for (const { message } of problems) process.stderr.write(`wiremark: ${message}\n`);
  return 0;
}

function nothing(runs: number, root: string): string {
  return runs === 0
    ? `${runsFolder(root)}: no runs yet: \`wiremark run\` makes one`
    : `none of the ${runs} runs has this tag and suite`;
}

function isChosen({ record }: ListedRun, { tag = [], suite }: ListOptions): boolean {
  const hasTags = tag.every((one) => record.tags?.includes(one));
  return hasTags && (suite === undefined || matchesAny([suite], record.suite.name));
}

/** Whatever spare columns a narrow terminal has no room for are left out; a pipe gets all. */
const COLUMNS: readonly ColumnOf<CountedRun>[] = [
  { head: 'RUN', align: 'left', spare: 0, cell: ({ word }) => cell(word, 'strong') },
  { head: 'ID', align: 'left', spare: 0, cell: ({ record }) => cell(record.id) },
  { head: 'NAME', align: 'left', spare: 1, cell: ({ record }) => cell(record.name ?? '') },
  { head: 'TAGS', align: 'left', spare: 3, cell: ({ record }) => cell((record.tags ?? []).join(' ')) },
  { head: 'SUITE', align: 'left', spare: 6, cell: ({ record }) => cell(record.suite.name) },
  { head: 'WHEN', align: 'left', spare: 5, cell: ({ record }) => cell(spelledTime(record.startedAt)) },
  { head: 'TOOK', align: 'right', spare: 4, cell: ({ record }) => cell(took(record)) },
  { head: 'ROWS', align: 'left', spare: 2, cell: rowsCell },
  {
    head: 'MACHINE',
    align: 'left',
    spare: 7,
    cell: ({ record: { machine } }) => cell(`${machine.cpu}, ${machine.cores} cores`),
  },
  { head: 'STATE', align: 'left', spare: 0, cell: stateCell },
];

function took(record: ListedRun['record']): string {
  const seconds = secondsTaken(record);
  return seconds === null ? '' : spelledSeconds(seconds);
}

function rowsCell({ record }: ListedRun) {
  return cell(spelledRows(rowCounts(record)), hasFailures(record) ? 'bad' : 'plain');
}

function stateCell(run: ListedRun) {
  const state = runState(run.folder, run.record);
  if (state === 'complete') return cell('');
  return state === 'running'
    ? cell(state, 'good')
    : cell(`partial: ${partialReason(run.record)!.why}`, 'bad');
}

function table(runs: readonly CountedRun[], out: string | undefined): string {
  // A column that is empty in every run says nothing.
  const filled = COLUMNS.filter((column) => runs.some((run) => column.cell(run).text !== ''));
  return renderTerminal([tableOf(filled, runs)], listTerminal(out));
}

function factsOf(run: CountedRun) {
  const { word, folder, record } = run;
  const { id, name = null, tags = [], suite, tool, startedAt, finishedAt, machine, runtimes } = record;
  return {
    ...{
      run: word || null,
      id,
      name,
      tags,
      suite: suite.name,
      startedAt,
      finishedAt,
      seconds: secondsTaken(record),
    },
    ...{
      state: runState(folder, record),
      partialReason: partialReason(record),
      rows: Object.fromEntries(rowCounts(record)),
      tool,
      machine,
      runtimes,
      folder,
    },
  };
}
