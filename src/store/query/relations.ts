/** What can be queried: SQL's views, with their columns and where their rows come from. `results` is made by the caller. */

import { SAMPLE_COLUMNS } from '../folder/samples.ts';
import type { ListedRun } from '../locate.ts';
import type { ColumnFacts, ColumnType } from '../record/columns.ts';
import type { RunRecord } from '../record/record.ts';
import { reasonOf } from '../state.ts';

export interface Relation {
  readonly name: string;
  readonly what: string;
  readonly columns: readonly ColumnFacts[];
}

/** A row of a relation, by the ids of its columns. */
export type Tuple = Readonly<Record<string, unknown>>;

type RunColumn = readonly [
  id: string,
  type: ColumnType,
  what: string,
  of: (run: RunRecord & Pick<ListedRun, 'folder'>) => unknown,
];

const RUN_COLUMNS: readonly RunColumn[] = [
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
];

export const RUNS: Relation = {
  name: 'runs',
  what: 'a row for each run',
  columns: RUN_COLUMNS.map(([id, type, what]) => ({ id, type, what })),
};

export function runTuple({ folder, record }: ListedRun): Tuple {
  return Object.fromEntries(RUN_COLUMNS.map(([id, , , of]) => [id, of({ ...record, folder }) ?? null]));
}

/** What a sample's numbers stand for: a contender on a case. */
const ORIGIN_NAMES: readonly ColumnFacts[] = [
  { id: 'run', type: 'VARCHAR', what: 'id of the run' },
  { id: 'dataset', type: 'VARCHAR', what: 'the data' },
  { id: 'size', type: 'VARCHAR', what: 'of it' },
  { id: 'task', type: 'VARCHAR', what: 'serialize, deserialize, to-tree, parse-tree' },
  { id: 'runtime', type: 'VARCHAR', what: 'language or its virtual machine, by its folder' },
  { id: 'variant', type: 'VARCHAR', what: 'how the runtime was started; null: as its manifest says' },
  { id: 'serializer', type: 'VARCHAR', what: 'limits too: limit-no-op, limit-copy, limit-write, limit-walk' },
  { id: 'format', type: 'VARCHAR', what: 'json, protobuf, …' },
];

const isNumber = ({ id }: ColumnFacts) => id === 'case' || id === 'contender';

export const ORIGIN_COLUMNS = [...SAMPLE_COLUMNS.filter(isNumber), ...ORIGIN_NAMES];

export function originTuples({ id: run, cases, contenders }: RunRecord): Tuple[] {
  return cases.flatMap(({ dataset, size, task, contenders: own }, number) =>
    own.map((contender) => {
      const { runtime, variant, serializer, format } = contenders[contender]!;
      return { run, case: number, contender, dataset, size, task, runtime, variant, serializer, format };
    }),
  );
}

export const SAMPLES: Relation = {
  name: 'samples',
  what: 'a row for each timed slice of each run, as it was recorded',
  columns: [
    ...ORIGIN_NAMES,
    ...SAMPLE_COLUMNS.filter((column) => !isNumber(column)),
    {
      id: 'ns_per_op',
      type: 'DOUBLE',
      what: '(ns − wait_ns) / ops, at least a tenth of ns / ops; null for a start',
    },
  ],
};
