import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { analyze, runRows } from '../../analysis/analyze.ts';
import { RESULT_COLUMNS } from '../../analysis/columns.ts';
import type { Row } from '../../analysis/rows.ts';
import { naming } from '../../files/kept.ts';
import { grouped } from '../../report/numbers.ts';
import { renderTerminal } from '../../report/text/terminal.ts';
import { StoreError } from '../../store/error.ts';
import { readRecord, readRun } from '../../store/folder/reader.ts';
import { type ListedRun, listRuns, runsFolder } from '../../store/locate.ts';
import { type Listener, type QueryResult, queryRuns, type Results } from '../../store/query/query.ts';
import { type Relation, RUNS, SAMPLES } from '../../store/query/relations.ts';
import type { DataColumn, Datum } from '../../store/record/columns.ts';
import { typeable } from '../called.ts';
import { placeOfRun } from '../opening.ts';
import type { ExitCode, Place } from '../place.ts';
import { listTable, terminalOf, writing } from '../print.ts';
import { openStatus, type Status } from '../status.ts';
import type { SqlOptions } from './command.ts';
import { formatResult } from './format.ts';
import { type Keeping, openKept, type ResultRow } from './kept.ts';

/** `wiremark sql`: a query over recorded runs; the views and their columns without one. */
export async function sql(place: Place, query: string | undefined, options: SqlOptions): Promise<ExitCode> {
  if (query === undefined) {
    process.stdout.write(typeable(describeViews()));
    return 0;
  }
  const question = query === '-' ? await text(process.stdin) : query;
  const status = await openStatus();
  const progress = watch(status);
  try {
    const runs = await chosenRuns(options.run);
    const damaged = options.run === undefined ? leavesOut() : refuse;
    const asking = { progress: progress.results, warn, damaged };
    const results = resultsOf(runs, asking, openKept(place));
    const result = await queryRuns(runs, question, results, options.timeout, asking);
    try {
      progress.done();
      const { format, out, rows } = options;
      await write(formatResult(bounded(result, format, rows), format), out);
    } finally {
      result.close();
    }
    return 0;
  } finally {
    progress.done();
  }
}

/** The named runs, or all; unreadable ones are left out with a warning. */
async function chosenRuns(which: readonly string[] | undefined): Promise<readonly ListedRun[]> {
  const root = process.cwd();
  if (which !== undefined) {
    const folders = new Set<string>();
    for (const one of which) folders.add(await placeOfRun(one));
    return [...folders].map((folder) => ({ folder, record: readRecord(folder) }));
  }
  const { runs, problems } = await listRuns(root);
  for (const { message } of problems) warn(`${message}; left out`);
  if (runs.length === 0) warn(`${runsFolder(root)}: no runs yet: \`wiremark run\` makes one`);
  return runs;
}

/** Says once for each run that it is left out, whichever view needs it. */
function leavesOut(): (error: StoreError) => void {
  const told = new Set<string>();
  return ({ message }) => {
    if (!told.has(message)) warn(`${message}; the run is left out`);
    told.add(message);
  };
}

/** A run that was named is never left out. */
function refuse(error: StoreError): never {
  throw error;
}

function warn(message: string): void {
  process.stderr.write(`wiremark: ${message}\n`);
}

/** Milliseconds after which the status says what takes time. */
const PATIENCE = 1000;

/** Shows what takes time once it is long. */
function watch(status: Status) {
  const begin = performance.now();
  let doing = 'querying';
  const show = () => {
    const waited = performance.now() - begin;
    if (waited > PATIENCE) status.show(`${doing}: ${Math.round(waited / 1000)} s`);
  };
  const timer = setInterval(show, 500);
  return {
    /** Between two runs nothing else gets a turn, not even the timer. */
    results(done: number, of: number): void {
      doing = done === of ? 'querying' : `results of run ${done + 1} of ${of}`;
      show();
    },
    done(): void {
      clearInterval(timer);
      status.clear();
    },
  };
}

async function write(pieces: AsyncIterable<string>, out: string | undefined): Promise<void> {
  if (out === undefined) {
    for await (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
    return;
  }
  const file = writing(out, () => openSync(out, 'w'));
  try {
    for await (const piece of pieces) naming(out, () => writeFileSync(file, piece));
  } finally {
    closeSync(file);
  }
  warn(`wrote ${out}`);
}

/** The default limit of rows of a table, which is in memory as a whole. */
const MOST_ROWS = 10_000;

/** Ends after N rows, with a warning. */
function bounded(result: QueryResult, format: SqlOptions['format'], asked: number | undefined): QueryResult {
  const most = asked ?? (format === 'terminal' ? MOST_ROWS : Number.POSITIVE_INFINITY);
  return {
    ...result,
    async *rows() {
      let left = most;
      for await (const rows of result.rows()) {
        if (left > 0) yield rows.slice(0, left);
        left -= rows.length;
        if (left >= 0) continue;
        const more = '--rows N prints more; csv and json print all without --rows';
        return warn(`there are more than ${grouped(most)} rows: ${more}`);
      }
    },
  };
}

function describeViews(): string {
  const views = [RUNS, RESULTS, SAMPLES].map(({ name, what, columns }) => {
    const rows = columns.map(({ id, type, what }) => ({ id, type, what }));
    const table = listTable(rows, { COLUMN: 'id', TYPE: 'type', WHAT: 'what' });
    return `${name}: ${what}\n\n${renderTerminal([table], terminalOf(undefined))}`;
  });
  return `${views.join('\n')}\n\`wiremark sql --help\` has examples; docs/DATA.md has more.\n`;
}

const RUN: DataColumn<RunRow, Datum> = {
  id: 'run',
  type: 'VARCHAR',
  what: 'id of the run',
  of: ({ run }) => run,
};

type RunRow = Row & { readonly run: string };

export const SQL_COLUMNS: readonly DataColumn<RunRow, Datum>[] = [RUN, ...RESULT_COLUMNS];

const RESULTS: Relation = {
  name: 'results',
  what: 'a row for each contender of each case of each run, as `report --format csv` has it',
  columns: SQL_COLUMNS,
};

interface Asking extends Listener {
  /** Told before each run's statistics are made, and when all are. */
  progress(done: number, of: number): void;
}

export function resultsOf(
  runs: readonly ListedRun[],
  { progress, warn, damaged }: Asking,
  kept: Keeping = (_, make) => make(),
): Results {
  return {
    ...RESULTS,
    async rows() {
      const rows: ResultRow[] = [];
      for (const [done, run] of runs.entries()) {
        progress(done, runs.length);
        try {
          for (const row of rowsOfRun(run.folder, warn, kept)) rows.push(row);
        } catch (error) {
          if (!(error instanceof StoreError)) throw error;
          damaged(error);
        }
      }
      progress(runs.length, runs.length);
      return rows;
    },
  };
}

function rowsOfRun(folder: string, warn: Asking['warn'], kept: Keeping): readonly ResultRow[] {
  const { record, samples } = readRun(folder);
  const { id: run, finishedAt } = record;
  const make = () => {
    for (const warning of samples.warnings) warn(`run ${run}: ${warning}`);
    const rows = runRows(analyze({ record, samples }));
    return rows.map((row) => SQL_COLUMNS.map(({ of }) => of({ ...row, run })));
  };
  // A run that is under way is another one in a moment.
  return finishedAt === null ? make() : kept(record, make);
}
