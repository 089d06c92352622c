/** What can be queried: SQL's views, with their columns and where their rows come from. `results` is made by the caller. */

import { SAMPLE_COLUMNS } from '../folder/samples.ts';
import type { ListedRun } from '../locate.ts';
import type { ColumnFacts, ColumnType, DataColumn } from '../record/columns.ts';
import type { RunCase, RunContender, RunRecord } from '../record/record.ts';
import { reasonOf } from '../state.ts';

export interface Relation {
  readonly name: string;
  readonly what: string;
  readonly columns: readonly ColumnFacts[];
}

/** A row of a relation, by the ids of its columns. */
export type Tuple = Readonly<Record<string, unknown>>;

function tupleOf<From>(columns: readonly DataColumn<From>[], from: From): Tuple {
  return Object.fromEntries(columns.map(({ id, of }) => [id, of(from) ?? null]));
}

type Line<From> = readonly [...facts: Facts, of: (from: From) => unknown];
type Facts = readonly [id: string, type: ColumnType, what: string];

function columnsOf<From>(lines: readonly Line<From>[]): DataColumn<From>[] {
  return lines.map(([id, type, what, of]) => ({ id, type, what, of }));
}

const RUN_COLUMNS = columnsOf<RunRecord & Pick<ListedRun, 'folder'>>([
  ['id', 'VARCHAR', 'the same as run in the other views', ({ id }) => id],
  ['name', 'VARCHAR', 'given with `wiremark runs name`', ({ name }) => name],
  ['tags', 'VARCHAR[]', 'given with `wiremark runs tag`', ({ tags }) => tags ?? []],
  ['suite', 'VARCHAR', 'its name', ({ suite }) => suite.name],
  ['started_at', 'TIMESTAMP', 'in UTC', ({ startedAt }) => startedAt],
  [
    'finished_at',
    'TIMESTAMP',
    'in UTC; null while it runs, and for a run that was killed',
    ({ finishedAt }) => finishedAt,
  ],
  ['seconds', 'DOUBLE', 'how long it was measured, without interruptions', ({ seconds }) => seconds],
  ['partial', 'BOOLEAN', 'not every planned round is in', ({ partial }) => partial],
  [
    'partial_reason',
    'VARCHAR',
    'why it is partial: budget, interrupt, crash; null while it runs, and for a run that is whole',
    (run) => reasonOf(run.folder, run)?.why,
  ],
  [
    'interruptions',
    'INTEGER',
    'how often it was stopped and resumed',
    ({ interruptions }) => interruptions?.length ?? 0,
  ],
  ['tool', 'VARCHAR', 'version of wiremark', ({ tool }) => tool],
  ['cpu', 'VARCHAR', 'as the system names it', ({ machine }) => machine.cpu],
  ['cores', 'INTEGER', 'how many it has', ({ machine }) => machine.cores],
  ['memory_bytes', 'BIGINT', 'of the machine', ({ machine }) => machine.memoryBytes],
  ['os', 'VARCHAR', 'its name and version', ({ machine }) => machine.os],
  ['kernel', 'VARCHAR', 'its name and version', ({ machine }) => machine.kernel],
  ['arch', 'VARCHAR', 'x64, arm64, …', ({ machine }) => machine.arch],
  ['load', 'DOUBLE', 'load average over one minute when it began', ({ machine }) => machine.load],
  ['governor', 'VARCHAR', 'cpufreq governor of core 0', ({ machine }) => machine.governor],
  ['runtimes', 'MAP(VARCHAR, VARCHAR)', 'versions by runtime: runtimes[runtime]', ({ runtimes }) => runtimes],
  [
    'datasets',
    'MAP(VARCHAR, VARCHAR)',
    "digests by dataset: datasets['users/small']",
    ({ datasets }) => datasets,
  ],
  ['seed', 'BIGINT', 'of all that is random', ({ settings }) => settings.seed],
  ['quick', 'BOOLEAN', 'whether --quick was given', ({ settings }) => settings.quick],
  ['rounds_minimum', 'INTEGER', 'planned for each case', ({ settings }) => settings.rounds.minimum],
  ['rounds_maximum', 'INTEGER', 'planned for each case', ({ settings }) => settings.rounds.maximum],
  [
    'target',
    'DOUBLE',
    'half-width of the intervals that is enough, as a fraction',
    ({ settings }) => settings.target,
  ],
  ['budget', 'DOUBLE', 'seconds', ({ settings }) => settings.budget],
  [
    'kept_awake',
    'BOOLEAN',
    'whether cores were kept from dozing while blocks were measured',
    ({ settings }) => settings.keptAwake,
  ],
  ['folder', 'VARCHAR', 'where it lies', ({ folder }) => folder],
]);

export const RUNS: Relation = { name: 'runs', what: 'a row for each run', columns: RUN_COLUMNS };

export function runTuple({ folder, record }: ListedRun): Tuple {
  return tupleOf(RUN_COLUMNS, { ...record, folder });
}

/** What a sample's numbers stand for: a contender on a case. */
interface Origin
  extends Pick<RunCase, 'dataset' | 'size' | 'task'>,
    Pick<RunContender, 'runtime' | 'serializer' | 'format'> {
  readonly variant: string | null;
  readonly run: string;
  readonly case: number;
  readonly contender: number;
}

const ORIGIN_NAMES = columnsOf<Origin>([
  ['run', 'VARCHAR', 'id of the run', ({ run }) => run],
  ['dataset', 'VARCHAR', 'the data', ({ dataset }) => dataset],
  ['size', 'VARCHAR', 'of it', ({ size }) => size],
  ['task', 'VARCHAR', 'serialize, deserialize, to-tree, parse-tree', ({ task }) => task],
  ['runtime', 'VARCHAR', 'language or its virtual machine, by its folder', ({ runtime }) => runtime],
  ['variant', 'VARCHAR', 'how the runtime was started; null: as its manifest says', ({ variant }) => variant],
  [
    'serializer',
    'VARCHAR',
    'limits too: limit-no-op, limit-copy, limit-write, limit-walk',
    ({ serializer }) => serializer,
  ],
  ['format', 'VARCHAR', 'json, protobuf, …', ({ format }) => format],
]);

export const ORIGIN_COLUMNS: readonly DataColumn<Origin>[] = [
  ...columnsOf<Origin>([
    ['case', 'INTEGER', '', (origin) => origin.case],
    ['contender', 'INTEGER', '', ({ contender }) => contender],
  ]),
  ...ORIGIN_NAMES,
];

export function originTuples(record: RunRecord): Tuple[] {
  return record.cases.flatMap((planned, number) =>
    planned.contenders.map((contender) => {
      const row = record.contenders[contender]!;
      const numbers = { run: record.id, case: number, contender };
      return tupleOf(ORIGIN_COLUMNS, { ...planned, ...row, ...numbers });
    }),
  );
}

export const SAMPLES: Relation = {
  name: 'samples',
  what: 'a row for each timed slice of each run, as it was recorded',
  columns: [
    ...ORIGIN_NAMES,
    ...SAMPLE_COLUMNS.filter(({ id }) => id !== 'case' && id !== 'contender'),
    {
      id: 'ns_per_op',
      type: 'DOUBLE',
      what: '(ns − wait_ns) / ops, at least a tenth of ns / ops; null for a start',
    },
  ],
};
