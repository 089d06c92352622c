import { indexRun } from '../../analysis/analyze.ts';
import { analyzeCase } from '../../analysis/case.ts';
import { matchesAny } from '../../define/patterns.ts';
import { counted, spelledSeconds } from '../../report/numbers.ts';
import { fastestText } from '../../report/tables/case-answer.ts';
import { hasFailures, rowCounts, spelledRows } from '../../report/tally.ts';
import {
  type ColumnOf,
  cell,
  filled,
  numberColumn,
  tableOf,
  wordColumn,
} from '../../report/text/document.ts';
import { renderTerminal } from '../../report/text/terminal.ts';
import { attempt } from '../../store/error.ts';
import { readRun } from '../../store/folder/reader.ts';
import { type ListedRun, listRuns, noRuns } from '../../store/locate.ts';
import { countedRuns } from '../../store/newest.ts';
import { runLabels, shortId, spelledTime } from '../../store/record/run-label.ts';
import { reasonOf, runState, secondsTaken, stateWord } from '../../store/state.ts';
import type { OutputOptions } from '../options.ts';
import type { ExitCode, Place } from '../place.ts';
import { put, terminalOf, warn } from '../print.ts';

interface CountedRun extends ListedRun {
  /**
   * Word for the run in commands. `last`, `last~1`, … count only runs that ended as planned (all runs if none did); other runs
   * have the end of their id.
   */
  readonly word: string;
  readonly label: string;
  /** Fastest row (or tied rows) of the first case: `mill/msgpackr 1.8×`; empty if unknown; null for a damaged run. */
  readonly fastest: string | null;
}

export async function runsList(
  _: Place,
  { format, out, suite }: OutputOptions<'terminal' | 'json'> & { readonly suite?: string },
): Promise<ExitCode> {
  const root = process.cwd();
  const { runs, problems } = await listRuns(root);
  const words = new Map(countedRuns(runs).map((run, back) => [run, back === 0 ? 'last' : `last~${back}`]));
  const isChosen = ({ record }: ListedRun) => suite === undefined || matchesAny([suite], record.suite.name);
  const found = runs.filter(isChosen).toReversed();
  const labels = runLabels(found.map(({ record }) => record));
  const chosen = found.map((run, i): CountedRun => {
    const word = words.get(run) ?? shortId(run.record.id);
    return { ...run, word, label: labels[i]!, fastest: i < MOST_READ ? fastestOf(run.folder) : '' };
  });
  if (format === 'json') put(`${JSON.stringify(chosen.map(factsOf), null, 2)}\n`, out);
  else if (chosen.length > 0)
    put(renderTerminal([tableOf(filled(COLUMNS, chosen), chosen)], terminalOf(out)), out);
  else if (runs.length > 0) warn(`none of the ${runs.length} runs matches --suite ${suite}`);
  else warn(noRuns(root).message);
  for (const { message } of problems) warn(message);
  return 0;
}

const MOST_READ = 20;

/** A column's last argument is its order of removal in a narrow terminal: the highest number first. */
const COLUMNS: readonly ColumnOf<CountedRun>[] = [
  wordColumn('RUN', ({ word }) => cell(word, 'strong')),
  wordColumn('NAME', ({ label }) => label),
  wordColumn('FASTEST', ({ fastest }) => fastest ?? '', 2),
  wordColumn('SUITE', ({ record: { name, suite } }) => (name === undefined ? '' : suite.name), 6),
  wordColumn(
    'WHEN',
    ({ record: { name, startedAt } }) => (name === undefined ? '' : spelledTime(startedAt)),
    1,
  ),
  numberColumn('TOOK', ({ record }) => secondsTaken(record), spelledSeconds, 5),
  wordColumn(
    'ROWS',
    ({ record }) => cell(spelledRows(rowCounts(record)), hasFailures(record) ? 'bad' : 'plain'),
    3,
  ),
  wordColumn('MACHINE', ({ record: { machine } }) => `${machine.cpu}, ${counted(machine.cores, 'core')}`, 7),
  wordColumn('STATE', stateCell),
];

function fastestOf(folder: string): string | null {
  const fastest = attempt(() => {
    const { record, samples } = readRun(folder);
    const isEmpty = record.cases.length === 0;
    return isEmpty ? '' : fastestText(analyzeCase(indexRun(record), 0, samples.of(0)).analyzed);
  });
  return typeof fastest === 'string' ? fastest : null;
}

function stateCell({ fastest, folder, record }: CountedRun) {
  if (fastest === null) return cell('damaged', 'bad');
  const state = runState(folder, record);
  if (state === 'complete') return cell('');
  return cell(stateWord(folder, record), state === 'running' ? 'good' : 'bad');
}

function factsOf(run: CountedRun) {
  const { word, label, fastest, folder, record } = run;
  const { id, name = null, suite, tool, startedAt, finishedAt, machine, runtimes } = record;
  const facts = { state: runState(folder, record), partialReason: reasonOf(folder, record) };
  const times = { startedAt, finishedAt, seconds: secondsTaken(record) };
  const rows = Object.fromEntries(rowCounts(record));
  const named = { run: word, label, id, name, suite: suite.name };
  return { ...named, ...times, ...facts, fastest: fastest || null, rows, tool, machine, runtimes, folder };
}
