import { hash } from 'node:crypto';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keep } from '../../machine/files/write.ts';
import { SAMPLES_FILE } from '../folder/files.ts';
import type { StoredRun } from '../folder/reader.ts';
import { SAMPLE_COLUMNS } from '../folder/samples.ts';
import type { ListedRun } from '../locate.ts';
import type { ColumnFacts, ColumnType } from '../record/columns.ts';
import type { RunRecord } from '../record/record.ts';
import { reasonOf } from '../state.ts';

export interface View {
  readonly name: string;
  readonly what: string;
  readonly columns: readonly ColumnFacts[];
}

type Fact = readonly [id: string, type: ColumnType, what: string];
type RunColumn = readonly [...Fact, of: (run: RunRecord & Pick<ListedRun, 'folder'>) => unknown];

const RUN_COLUMNS: readonly RunColumn[] = [
  ['id', 'VARCHAR', 'column run of the other views', ({ id }) => id],
  ['name', 'VARCHAR', 'given with `wiremark runs name`', ({ name }) => name],
  ['suite', 'VARCHAR', 'its name', ({ suite }) => suite.name],
  ['started_at', 'TIMESTAMP', 'in UTC', ({ startedAt }) => startedAt],
  ['finished_at', 'TIMESTAMP', 'in UTC; null if it runs or was killed', ({ finishedAt }) => finishedAt],
  ['seconds', 'DOUBLE', 'seconds spent measuring, without interruptions', ({ seconds }) => seconds],
  ['partial', 'BOOLEAN', 'some planned rounds are missing', ({ partial }) => partial],
  ['partial_reason', 'VARCHAR', 'budget, interrupt, crash', (run) => reasonOf(run.folder, run)?.why],
  ['interruptions', 'INTEGER', 'times it was resumed', ({ interruptions }) => interruptions?.length ?? 0],
  ['tool', 'VARCHAR', 'version of wiremark', ({ tool }) => tool],
  ['cpu', 'VARCHAR', 'name of the CPU', ({ machine }) => machine.cpu],
  ['cores', 'INTEGER', 'of the machine', ({ machine }) => machine.cores],
  ['memory_bytes', 'BIGINT', 'of the machine', ({ machine }) => machine.memoryBytes],
  ['os', 'VARCHAR', 'name and version', ({ machine }) => machine.os],
  ['kernel', 'VARCHAR', 'name and version', ({ machine }) => machine.kernel],
  ['arch', 'VARCHAR', 'x64, arm64, …', ({ machine }) => machine.arch],
  ['load', 'DOUBLE', 'load average over one minute at the start', ({ machine }) => machine.load],
  ['governor', 'VARCHAR', 'cpufreq governor of core 0', ({ machine }) => machine.governor],
  ['virtual', 'BOOLEAN', 'on a virtual machine; null if unknown', ({ machine }) => machine.virtual ?? null],
  ['runtimes', 'MAP(VARCHAR, VARCHAR)', 'versions: runtimes[runtime]', ({ runtimes }) => runtimes],
  ['datasets', 'MAP(VARCHAR, VARCHAR)', "digests: datasets['users/small']", ({ datasets }) => datasets],
  ['seed', 'BIGINT', 'of the random order', ({ settings }) => settings.seed],
  ['quick', 'BOOLEAN', '--quick was given', ({ settings }) => settings.quick],
  ['rounds_minimum', 'INTEGER', 'planned for each case', ({ settings }) => settings.rounds.minimum],
  ['rounds_maximum', 'INTEGER', 'planned for each case', ({ settings }) => settings.rounds.maximum],
  ['target', 'DOUBLE', 'half-width of the intervals, as a fraction', ({ settings }) => settings.target],
  ['budget', 'DOUBLE', 'seconds', ({ settings }) => settings.budget],
  ['kept_awake', 'BOOLEAN', 'cores were kept from dozing', ({ settings }) => settings.keptAwake],
  ['folder', 'VARCHAR', 'path of the run', ({ folder }) => folder],
];

const facts = (columns: readonly (readonly [...Fact, ...unknown[]])[]) =>
  columns.map(([id, type, what]): ColumnFacts => ({ id, type, what }));

export const RUNS: View = { name: 'runs', what: 'a row for each run', columns: facts(RUN_COLUMNS) };

const ORIGIN = facts([
  ['run', 'VARCHAR', 'id of the run'],
  ['dataset', 'VARCHAR', 'the data'],
  ['size', 'VARCHAR', 'size of the dataset'],
  ['task', 'VARCHAR', 'serialize, deserialize, to-tree, parse-tree'],
  ['runtime', 'VARCHAR', 'language or virtual machine, by its folder'],
  ['variant', 'VARCHAR', 'how the runtime was started; null: as its manifest says'],
  ['serializer', 'VARCHAR', 'also limit-no-op, limit-copy, limit-write, limit-walk'],
  ['format', 'VARCHAR', 'json, protobuf, …'],
]);
const isNumber = ({ id }: ColumnFacts) => id === 'case' || id === 'contender';
const NS_PER_OP = '(ns − wait_ns) / ops, at least a tenth of ns / ops; null for a start';

export const SAMPLES: View = {
  name: 'samples',
  what: 'a row for each timed slice of each run',
  columns: [
    ...ORIGIN,
    ...SAMPLE_COLUMNS.filter((column) => !isNumber(column)),
    ...facts([['ns_per_op', 'DOUBLE', NS_PER_OP]]),
  ],
};

export function defineRuns(runs: readonly ListedRun[], scratch: string): string {
  const rows = runs.map(({ folder, record }) =>
    Object.fromEntries(RUN_COLUMNS.map(([id, , , of]) => [id, of({ ...record, folder })])),
  );
  return tableOf(RUNS, fromJson(RUNS.columns, [file(scratch, 'runs', rows)]));
}

/** Reads runs one after the other, and returns what `work` returns for each. A run that turns out to be damaged has no result. */
export type EachRun = (work: (run: StoredRun) => string) => string[];

/** @param make computes a run's rows, which are kept in `cache` */
export function defineResults(
  view: View,
  eachRun: EachRun,
  cache: string,
  make: (run: StoredRun) => readonly object[],
): string {
  const files = eachRun((run) => {
    const { size } = statSync(join(run.folder, SAMPLES_FILE));
    const path = join(cache, `${hash('sha256', `${JSON.stringify(run.record)} ${size}`)}.json`);
    if (!existsSync(path)) keep(path, JSON.stringify(make(run)));
    return path;
  });
  return tableOf(view, fromJson(view.columns, files));
}

export function defineSamples(eachRun: EachRun, scratch: string): string {
  const origins: object[] = [];
  const files = eachRun(({ folder, record, samples }) => {
    const whole = join(folder, SAMPLES_FILE);
    const path = samples.warnings.length === 0 ? whole : join(scratch, `${record.id}.csv`);
    if (path !== whole) writeFileSync(path, samples.upTo(samples.count));
    for (const [number, { contenders, ...one }] of record.cases.entries())
      for (const contender of contenders) {
        const numbers = { file: path, run: record.id, case: number, contender };
        origins.push({ ...one, ...record.contenders[contender], ...numbers });
      }
    return path;
  });
  const numbers = [{ id: 'file', type: 'VARCHAR' }, ...SAMPLE_COLUMNS.filter(isNumber)];
  const origin = fromJson([...numbers, ...ORIGIN], [file(scratch, 'origins', origins)]);
  const csv = `read_csv(${list(files)}, header = true, auto_detect = false, filename = 'file', columns = ${typesOf(SAMPLE_COLUMNS)})`;
  const time = 'greatest(s.ns - coalesce(s.wait_ns, 0), s.ns / 10) / nullif(s.ops, 0) as ns_per_op';
  const columns = SAMPLES.columns.map(({ id }) => (id === 'ns_per_op' ? time : `"${id}"`));
  const joined = `select ${columns} from ${csv} s join (${origin}) using (file, "case", contender)`;
  return tableOf(SAMPLES, files.length > 0 && joined);
}

function file(folder: string, name: string, content: unknown): string {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

type Typed = { readonly id: string; readonly type: string };
const list = (files: readonly string[]) => `[${files.map((path) => `'${path.replaceAll("'", "''")}'`)}]`;
const typesOf = (columns: readonly Typed[]) => `{${columns.map(({ id, type }) => `'${id}': '${type}'`)}}`;

function fromJson(columns: readonly Typed[], files: readonly string[]): string | false {
  return files.length > 0 && `select * from read_json(${list(files)}, columns = ${typesOf(columns)})`;
}

function tableOf({ name, columns }: View, source: string | false): string {
  const types = columns.map(({ id, type }) => `"${id}" ${type}`);
  return `create table ${name} (${types})${source === false ? '' : `; insert into ${name} ${source}`}`;
}
