import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { analyze, runRows } from '../../analysis/analyze.ts';
import { RESULT_COLUMNS } from '../../analysis/columns.ts';
import { scratchFor } from '../../machine/scratch.ts';
import { csvLines } from '../../report/text/csv.ts';
import { alignedLines, renderTerminal } from '../../report/text/terminal.ts';
import { visible } from '../../report/text/width.ts';
import type { StoreError } from '../../store/error.ts';
import { readRecord, type StoredRun } from '../../store/folder/reader.ts';
import { type ListedRun, listRuns, runsFolder } from '../../store/locate.ts';
import { type QueryResult, type QueryValue, query } from '../../store/query/query.ts';
import {
  defineResults,
  defineRuns,
  defineSamples,
  RUNS,
  SAMPLES,
  type View,
} from '../../store/query/views.ts';
import { placeOfRun } from '../open-run.ts';
import { typeable } from '../own-command.ts';
import type { ExitCode, Place } from '../place.ts';
import { listTable, put, terminalOf } from '../print.ts';
import { openStatus, withTime } from '../status.ts';
import type { SqlOptions } from './command.ts';

export const RESULTS: View = {
  name: 'results',
  what: 'a row for each contender of each case of each run, as `report --format csv` has it',
  columns: [{ id: 'run', type: 'VARCHAR', what: 'id of the run' }, ...RESULT_COLUMNS],
};

/** `wiremark sql`: queries recorded runs; without a query, prints the views and their columns. */
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
    const { format, timeout, rows = format === 'terminal' ? MOST_ROWS : 2 ** 31 } = options;
    const result = await query(tables, question, rows, timeout);
    status.clear();
    put(formats[format](result), options.out);
    if (result.hasMore)
      warn(`there are more than ${rows} rows: --rows N prints more; csv and json print all without --rows`);
    return 0;
  } finally {
    status.clear();
  }
}

/** Statements for the tables that a query names: making samples and results takes time. */
async function define(
  { cache, code }: Place,
  question: string,
  { run: which }: SqlOptions,
  show: (what: string) => void,
): Promise<string[]> {
  const said = new Set<string>();
  const runs = await chosenRuns(which);
  const scratch = scratchFor('sql');
  const damaged = (error: StoreError) => {
    if (which !== undefined) throw error;
    const { message } = error;
    if (!said.has(message)) warn(`${message}; the run is left out`);
    said.add(message);
  };
  const sources = { runs, scratch, warn, damaged };
  const results = (run: StoredRun) => {
    show(`results of run ${run.record.id}`);
    return runRows(analyze(run)).map((row) => ({
      run: run.record.id,
      ...Object.fromEntries(RESULT_COLUMNS.map(({ id, of }) => [id, of(row)])),
    }));
  };
  const made = code === undefined ? scratch : join(cache, 'results', code);
  const named = ({ name }: View) => question.toLowerCase().includes(name);
  return [
    defineRuns(sources),
    ...(named(RESULTS) ? [defineResults(RESULTS, results, made, sources)] : []),
    ...(named(SAMPLES) ? [defineSamples(sources)] : []),
  ];
}

async function chosenRuns(which: readonly string[] | undefined): Promise<readonly ListedRun[]> {
  const root = process.cwd();
  if (which !== undefined) {
    const folders = new Set(await Promise.all(which.map(placeOfRun)));
    return [...folders].map((folder) => ({ folder, record: readRecord(folder) }));
  }
  const { runs, problems } = await listRuns(root);
  for (const { message } of problems) warn(`${message}; left out`);
  if (runs.length === 0) warn(`${runsFolder(root)}: no runs yet: \`wiremark run\` makes one`);
  return runs;
}

function warn(message: string): void {
  process.stderr.write(`wiremark: ${message}\n`);
}

/** Default limit of rows of a table. */
const MOST_ROWS = 10_000;

const cellOf = (value: QueryValue) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

const formats = {
  csv: ({ columns, rows }: QueryResult) =>
    csvLines([columns.map(({ name }) => name), ...rows.map((row) => row.map(cellOf))]),
  json({ columns, rows }: QueryResult) {
    const objects = rows.map((row) => Object.fromEntries(columns.map(({ name }, i) => [name, row[i]])));
    return `${JSON.stringify(objects, null, 2)}\n`;
  },
  terminal({ columns, rows }: QueryResult) {
    const texts = columns.map((_, i) => columnTexts(rows.map((row) => row[i]!)));
    const head = columns.map(({ name }) => visible(name));
    const aligns = columns.map(({ type }) => (NUMERIC.test(type) ? ('right' as const) : ('left' as const)));
    const cells = [head, ...rows.map((_, row) => texts.map((column) => column[row]!))];
    const lines = alignedLines(
      cells.map((row) => row.map((text) => text.split('\n'))),
      aligns,
    );
    return `${lines.flat().join('\n')}\n`;
  },
};

const NUMERIC = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DOUBLE|FLOAT|DECIMAL\(.*\))$/;

/** Numbers of a column have the same number of decimals: as many as six significant digits need. */
export function columnTexts(values: readonly QueryValue[]): string[] {
  const decimals = values.map((value) => {
    if (typeof value !== 'number' || Number.isInteger(value)) return 0;
    return (/\.(\d+)$/.exec(Number(value.toPrecision(6)).toFixed(12).replace(/0+$/, ''))?.[1] ?? '').length;
  });
  const most = Math.max(0, ...decimals);
  return values.map((value) =>
    typeof value === 'number' ? value.toFixed(most) : visible(String(cellOf(value) ?? '')),
  );
}

function describeViews(): string {
  const views = [RUNS, RESULTS, SAMPLES].map(({ name, what, columns }) => {
    const rows = columns.map(({ id, type, what }) => ({ id, type, what }));
    const table = listTable(rows, { COLUMN: 'id', TYPE: 'type', WHAT: 'what' });
    return `${name}: ${what}\n\n${renderTerminal([table], terminalOf(undefined))}`;
  });
  return `${views.join('\n')}\n\`wiremark sql --help\` has examples; docs/DATA.md has more.\n`;
}
