/** What can be queried: the documented views and where their rows come from. `results` is made by who calls. */
import type { ListedRun } from './locate.ts';

/** Types of SQL that columns of the views have. */
export type ColumnType =
  | 'VARCHAR'
  | 'VARCHAR[]'
  | 'MAP(VARCHAR, VARCHAR)'
  | 'BOOLEAN'
  | 'INTEGER'
  | 'BIGINT'
  | 'DOUBLE'
  | 'TIMESTAMP';

export interface ViewColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly what: string;
}

export interface View {
  readonly name: string;
  readonly what: string;
  readonly columns: readonly ViewColumn[];
}

/** A row by its columns' names; lists and maps as JSON has them, times in ISO 8601. */
export type Row = Readonly<Record<string, unknown>>;

/** Makes a view's columns from lines of name, type and what it is. */
export function columnsOf(lines: readonly (readonly [string, ColumnType, string])[]): ViewColumn[] {
  return lines.map(([name, type, what]) => ({ name, type, what }));
}

export const RUNS: View = {
  name: 'runs',
  what: 'a row for each run',
  columns: columnsOf([
    ['id', 'VARCHAR', 'as in column run of the other views'],
    ['name', 'VARCHAR', 'given with `wiremark runs name`'],
    ['tags', 'VARCHAR[]', 'given with `wiremark runs tag`'],
    ['suite', 'VARCHAR', ''],
    ['started_at', 'TIMESTAMP', 'in UTC'],
    ['finished_at', 'TIMESTAMP', 'in UTC; null while it runs, and for a run that was killed'],
    ['partial', 'BOOLEAN', 'not every planned round is in'],
    ['interruptions', 'INTEGER', 'how often it was stopped and resumed'],
    ['tool', 'VARCHAR', 'version of wiremark'],
    ['cpu', 'VARCHAR', ''],
    ['cores', 'INTEGER', ''],
    ['memory_bytes', 'BIGINT', ''],
    ['os', 'VARCHAR', ''],
    ['kernel', 'VARCHAR', ''],
    ['arch', 'VARCHAR', ''],
    ['load', 'DOUBLE', 'load average over one minute when it began'],
    ['governor', 'VARCHAR', 'cpufreq governor of core 0'],
    [
      'runtimes',
      'MAP(VARCHAR, VARCHAR)',
      "versions by runtime: runtimes['jvm'], runtimes['jvm+parallel-gc']",
    ],
    ['datasets', 'MAP(VARCHAR, VARCHAR)', "digests by dataset: datasets['users/small']"],
    ['seed', 'BIGINT', ''],
    ['quick', 'BOOLEAN', ''],
    ['rounds_minimum', 'INTEGER', ''],
    ['rounds_maximum', 'INTEGER', ''],
    ['target', 'DOUBLE', 'half-width of the intervals that is enough, as a fraction'],
    ['budget', 'DOUBLE', 'seconds'],
    ['folder', 'VARCHAR', ''],
  ]),
};

export function runRow({ folder, record }: ListedRun): Row {
  const { id, suite, startedAt, finishedAt, partial, tool, machine, runtimes, datasets, settings } = record;
  const { memoryBytes, ...facts } = machine;
  const { seed, quick, rounds, target, budget } = settings;
  return {
    ...{ id, name: record.name ?? null, tags: record.tags ?? [], suite: suite.name },
    ...{ started_at: startedAt, finished_at: finishedAt, partial },
    ...{ interruptions: record.interruptions?.length ?? 0, tool },
    ...{ ...facts, memory_bytes: memoryBytes, runtimes, datasets },
    ...{ seed, quick, rounds_minimum: rounds.minimum, rounds_maximum: rounds.maximum, target, budget },
    folder,
  };
}

export const SAMPLES: View = {
  name: 'samples',
  what: 'a row for each timed slice of each run, as it was recorded',
  columns: columnsOf([
    ['run', 'VARCHAR', 'id of the run'],
    ['dataset', 'VARCHAR', ''],
    ['size', 'VARCHAR', ''],
    ['task', 'VARCHAR', 'serialize, deserialize, to-tree, parse-tree'],
    ['runtime', 'VARCHAR', ''],
    ['variant', 'VARCHAR', 'id of the variant that the runtime was started in; null for the plain one'],
    ['serializer', 'VARCHAR', 'limits too: limit-no-op, limit-copy, limit-write, limit-walk'],
    ['format', 'VARCHAR', 'json, protobuf, …'],
    ['round', 'INTEGER', 'from 0; each in a fresh process'],
    ['phase', 'VARCHAR', 'block is what counts; start, first, warmup, disturbed'],
    ['block', 'INTEGER', 'position within the phase, from 0'],
    ['ops', 'BIGINT', 'operations in the slice; 0 for a start'],
    ['ns', 'BIGINT', 'time of the slice'],
    ['cpu_ns', 'BIGINT', 'CPU time of the process'],
    ['wait_ns', 'BIGINT', 'time that it waited for a core; null where the system does not tell'],
    ['compile_ns', 'BIGINT', 'of a warm-up: time of compiler threads; null where nobody tells'],
    ['ns_per_op', 'DOUBLE', 'ns / ops; null for a start'],
  ]),
};

/** What a sample's numbers stand for, by the file that it lies in. */
export const CELL_COLUMNS: readonly ViewColumn[] = columnsOf([
  ['file', 'VARCHAR', ''],
  ['case', 'INTEGER', ''],
  ['contender', 'INTEGER', ''],
  ...SAMPLES.columns.slice(0, 8).map(({ name, type, what }) => [name, type, what] as const),
]);

/** Rows of the columns above, for each contender of each case. */
export function cellRows({ record }: ListedRun, file: string): Row[] {
  return record.cases.flatMap(({ dataset, size, task, contenders }, number) =>
    contenders.map((contender) => {
      const { runtime, variant, serializer, format } = record.contenders[contender]!;
      const what = { run: record.id, dataset, size, task, runtime, variant, serializer, format };
      return { file, case: number, contender, ...what };
    }),
  );
}
