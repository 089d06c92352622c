import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { analyze, runRows } from '../../analysis/analyze.ts';
import { RESULT_COLUMNS } from '../../analysis/columns.ts';
import { scratchFor } from '../../machine/scratch.ts';
import { csvLines } from '../../report/text/csv.ts';
import { pointColumn, tableOf, wordColumn } from '../../report/text/document.ts';
import { renderTerminal } from '../../report/text/terminal.ts';
import { attempt, StoreError } from '../../store/error.ts';
import { readRun, type StoredRun } from '../../store/folder/reader.ts';
import { type ListedRun, listRuns, noRuns } from '../../store/locate.ts';
import { type QueryResult, type QueryValue, query } from '../../store/query/query.ts';
import {
  defineResults,
  defineRuns,
  defineSamples,
  type EachRun,
  RUNS,
  SAMPLES,
  type View,
} from '../../store/query/views.ts';
import { placeOfRun } from '../open-run.ts';
import type { OutputOptions } from '../options.ts';
import { typeable } from '../own-command.ts';
import type { ExitCode, Place } from '../place.ts';
import { listTable, put, terminalOf, warn } from '../print.ts';
import { openStatus, withTime } from '../status.ts';

type SqlOptions = OutputOptions<'terminal' | 'csv' | 'json'> & { readonly run?: readonly string[] };

export const RESULTS: View = {
  name: 'results',
  what: 'a row for each contender of each case of each run, as `report --format csv` has it',
  columns: [{ id: 'run', type: 'VARCHAR', what: 'id of the run' }, ...RESULT_COLUMNS],
};

export async function sql(place: Place, asked: string | undefined, options: SqlOptions): Promise<ExitCode> {
  if (asked === undefined) {
    process.stdout.write(typeable(describeViews()));
    return 0;
  }
  const question = asked === '-' ? await text(process.stdin) : asked;
  const status = await openStatus();
  const show = withTime(status);
  try {
    show('querying');
    const tables = await define(place, question, options, show);
    const { format, out } = options;
    const most = format === 'terminal' ? MOST_ROWS : Number.POSITIVE_INFINITY;
    const result = await query(tables, question, most);
    status.clear();
    put(FORMATS[format](result, out), out);
    if (result.hasMore) warn(`there are more than ${MOST_ROWS} rows; csv and json print all`);
    return 0;
  } finally {
    status.clear();
  }
}

/**
 * Returns SQL that defines the views. `results` and `samples` take time, so they are defined only if the query contains their
 * names.
 */
async function define(
  { cache, code }: Place,
  question: string,
  { run: which }: SqlOptions,
  show: (what: string) => void,
): Promise<string[]> {
  const runs = await chosenRuns(which);
  const scratch = scratchFor('sql');
  const results = (run: StoredRun) => {
    show(`results of run ${run.record.id}`);
    return runRows(analyze(run)).map((row) => ({
      run: run.record.id,
      ...Object.fromEntries(RESULT_COLUMNS.map(({ id, of }) => [id, of(row)])),
    }));
  };
  const made = code === undefined ? scratch : join(cache, 'results', code);
  const isNamed = ({ name }: View) => question.toLowerCase().includes(name);
  const told = new Set<string>();
  const tell = (message: string) => {
    if (!told.has(message)) warn(message);
    told.add(message);
  };
  const eachRun: EachRun = (work) =>
    runs.flatMap(({ folder, record }) => {
      const done = attempt(() => {
        const run = readRun(folder);
        for (const warning of run.samples.warnings) tell(`run ${record.id}: ${warning}`);
        return work(run);
      });
      if (!(done instanceof StoreError)) return done;
      if (which !== undefined) throw done;
      tell(`${done.message}; the run is left out`);
      return [];
    });
  return [
    defineRuns(runs, scratch),
    ...(isNamed(RESULTS) ? [defineResults(RESULTS, eachRun, made, results)] : []),
    ...(isNamed(SAMPLES) ? [defineSamples(eachRun, scratch)] : []),
  ];
}

async function chosenRuns(which: readonly string[] | undefined): Promise<readonly ListedRun[]> {
  const root = process.cwd();
  if (which !== undefined) return [...new Set(await Promise.all(which.map(placeOfRun)))].map(readRun);
  const { runs, problems } = await listRuns(root);
  for (const { message } of problems) warn(`${message}; left out`);
  if (runs.length === 0) warn(noRuns(root).message);
  return runs;
}

const MOST_ROWS = 10_000;

const cellOf = (value: QueryValue) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

const FORMATS = {
  csv: ({ columns, rows }: QueryResult) =>
    csvLines([columns.map(({ name }) => name), ...rows.map((row) => row.map(cellOf))]),
  json({ columns, rows }: QueryResult) {
    const objects = rows.map((row) => Object.fromEntries(columns.map(({ name }, i) => [name, row[i]])));
    return `${JSON.stringify(objects, null, 2)}\n`;
  },
  terminal({ columns, rows }: QueryResult, out: string | undefined) {
    const shown = columns.map(({ name, type }, i) => {
      const column = NUMERIC.test(type) ? pointColumn : wordColumn;
      const prose = i === columns.length - 1;
      const text = (value: QueryValue) =>
        typeof value === 'number' ? DIGITS.format(value) : String(cellOf(value) ?? '');
      return { ...column(name, (row: QueryResult['rows'][number]) => text(row[i]!)), prose };
    });
    // Rows aren't wrapped, so that programs can read them line by line.
    return renderTerminal([tableOf(shown, rows)], { ...terminalOf(out), width: Number.POSITIVE_INFINITY });
  },
};

const NUMERIC = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DOUBLE|FLOAT|DECIMAL\(.*\))$/;

/** Writes numbers with at most six significant digits, but with all digits before the decimal point. */
const DIGITS = new Intl.NumberFormat('en', {
  ...{ maximumSignificantDigits: 6, maximumFractionDigits: 0 },
  ...{ roundingPriority: 'morePrecision', useGrouping: false },
});

function describeViews(): string {
  const views = [RUNS, RESULTS, SAMPLES].map(({ name, what, columns }) => {
    const rows = columns.map(({ id, type, what }) => ({ id, type, what }));
    const table = listTable(rows, { COLUMN: 'id', TYPE: 'type', WHAT: 'what' });
    return `${name}: ${what}\n\n${renderTerminal([table], terminalOf(undefined))}`;
  });
  return `${views.join('\n')}\n\`wiremark sql --help\` has examples; docs/DATA.md has more.\n`;
}
