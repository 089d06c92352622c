/** The view `results`: what reports say of each row, over any number of runs. */
import { FLAT_COLUMNS } from '../../report/run/csv.ts';
import { flatRows } from '../../report/view/flat.ts';
import { buildView } from '../../report/view/view.ts';
import { StoreError } from '../../store/error.ts';
import type { ListedRun } from '../../store/locate.ts';
import type { Results } from '../../store/query.ts';
import { readRun } from '../../store/reader.ts';
import { type ColumnType, columnsOf, type Row } from '../../store/views.ts';

/** Types of the columns that aren't DOUBLE. */
const TYPES: readonly (readonly [ColumnType, readonly string[]])[] = [
  [
    'VARCHAR',
    [
      'dataset',
      'size',
      'task',
      'runtime',
      'variant',
      'serializer',
      'title',
      'version',
      'format',
      'limit',
      'bound',
    ],
  ],
  ['VARCHAR', ['output_kind', 'verdict', 'reason', 'deviations', 'baseline', 'finding', 'hand_written']],
  ['VARCHAR', ['collections_per_1000_ops']],
  ['BOOLEAN', ['tied', 'preliminary', 'target_missed']],
  ['INTEGER', ['rank', 'batch', 'rounds', 'samples', 'launches', 'steady_launches']],
];

const WHAT: Readonly<Record<string, string>> = {
  run: 'id of the run',
  variant: 'id of the variant that the runtime was started in; null for the plain one',
  limit: 'what the row bounds: no-op, copy, write, walk; null for a serializer. Write it as "limit"',
  bound: 'hand-written, for such a row',
  output_kind: 'text or bytes',
  verdict: 'ok, mismatch, crash, timeout, unavailable, unsupported; null where the run ended before',
  reason: 'why it is not ranked',
  deviations: 'declared and needed, with spaces between',
  baseline: 'what the ratio is relative to, as runtime/serializer or runtime+variant/serializer',
  rank: 'from 1; ties share it',
  ratio: "time relative to the baseline's; interval in ratio_low and ratio_high",
  confidence: 'of that interval, e.g. 0.95',
  finding: 'baseline, faster, slower, same, undecided',
  preliminary: 'fewer than ten rounds',
  ns_per_op: 'over rounds; interval in ns_per_op_low and ns_per_op_high',
  ns_per_op_mean: 'over slices; so are median, minimum and maximum',
  ns_per_op_error: "half of Student's interval of 99.9 % over rounds",
  ops_per_s: 'mean over rounds',
  batch: 'documents in a batch',
  bytes: 'mean of a document; null for tasks that read',
  launch_spread: 'standard deviation of ln(ratio) from launch to launch',
  steady_launches: 'launches that were steady when timing began',
  times_walk: 'time as a multiple of a walk over the objects',
  percent_of_hand_written: 'how much of the speed of the hand-written row it has',
  cold_start_ns: 'from starting a process to the end of its first operation',
  first_operation_ns: 'that operation alone',
  allocated_bytes_per_op: 'null where it was not counted',
  collections_per_1000_ops: "by the runtime's names of its generations: young=1.5 old=0",
  peak_resident_bytes: 'most memory of the process',
};

export const RESULT_COLUMNS = columnsOf(
  ['run', ...Object.keys(FLAT_COLUMNS)].map((name) => [name, typeOf(name), WHAT[name] ?? '']),
);

function typeOf(name: string): ColumnType {
  return name === 'run' ? 'VARCHAR' : (TYPES.find(([, names]) => names.includes(name))?.[0] ?? 'DOUBLE');
}

export interface Asking {
  /** Told before each run's statistics are made, and when all are. */
  progress(done: number, of: number): void;
  /** Told of what is left out, and of what is wrong with the files. */
  warn(message: string): void;
}

/** The view over these runs; a run whose samples can't be read is left out with a warning. */
export function resultsOf(runs: readonly ListedRun[], { progress, warn }: Asking): Results {
  return {
    name: 'results',
    what: 'a row for each contender of each case of each run, as `report --format csv` has it',
    columns: RESULT_COLUMNS,
    async rows() {
      const rows: Row[] = [];
      for (const [done, { folder }] of runs.entries()) {
        progress(done, runs.length);
        try {
          rows.push(...(await rowsOfRun(folder, warn)));
        } catch (error) {
          if (!(error instanceof StoreError)) throw error;
          warn(`${error.message}; the run is left out`);
        }
      }
      progress(runs.length, runs.length);
      return rows;
    },
  };
}

async function rowsOfRun(folder: string, warn: Asking['warn']): Promise<Row[]> {
  const run = await readRun(folder);
  for (const warning of run.warnings) warn(warning);
  return flatRows(buildView(run)).map((row) => ({
    run: run.record.id,
    ...Object.fromEntries(Object.entries(FLAT_COLUMNS).map(([name, value]) => [name, value(row)])),
  }));
}
