/** Suites, runners, rows and datasets that tests write. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDocuments, readModel } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import type { DatasetDefinition, SuiteCase, SuiteDefinition } from '../../src/define/types.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { openCatalog } from '../../src/run/definitions.ts';
import { openWorkbench } from '../../src/trial/workbench.ts';
import { place } from './place.ts';
import { here } from './shipped.ts';

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

interface SuiteText {
  /** The first is the baseline. */
  readonly serializers: readonly string[];
  readonly dataset?: string;
  readonly size?: string;
  readonly tasks?: readonly string[];
}

/** A suite file with one case, by default `serialize` of one small record. */
export function suiteToml({
  serializers,
  dataset = 'record',
  size = 'single',
  tasks = ['serialize'],
}: SuiteText): string {
  return `title = "A suite"
baseline = "${serializers[0]}"
serializers = ${JSON.stringify(serializers)}
[[case]]
dataset = "${dataset}"
sizes = ["${size}"]
tasks = ${JSON.stringify(tasks)}
`;
}

export function suiteOf(serializers: readonly string[], one: SuiteCase): SuiteDefinition {
  return {
    ...{ name: 'test', title: 'A suite', file: '', style: 'default', batch: 1, quick: true },
    ...{ cases: [one], serializers, baseline: serializers[0]! },
  };
}

/** Plans and prepares a suite of shipped rows, on shipped datasets and these. */
export async function readyFor(
  suite: SuiteDefinition,
  datasets: Readonly<Record<string, DatasetDefinition>> = {},
  cache = place.cache,
) {
  const shipped = openCatalog(place.home);
  const catalog = { ...shipped, datasets: new Map([...shipped.datasets, ...Object.entries(datasets)]) };
  const plan = makePlan(suite, catalog.runners, {});
  const workbench = await openWorkbench({ plan, catalog, cache, progress: () => {} });
  return { catalog, plan, workbench };
}

/** A manifest's entry for a row that writes JSON. */
export function entry(id: string, file = `${id}.txt`, tasks: readonly string[] = ['serialize']): string {
  return `[[serializer]]\nid = "${id}"\nformat = "json"\noutput = "text"\ntasks = ${JSON.stringify(tasks)}\nfile = "${file}"\n`;
}

interface RowText {
  readonly id: string;
  readonly tasks?: readonly string[];
  readonly more?: string;
}

/** A row.toml for a row of Node that writes JSON. */
export function rowToml({ id, tasks, more = '' }: RowText): string {
  return `runtime = "${here.runtime}"\n${entry(id, 'row.mjs', tasks).replace('[[serializer]]\n', '')}${more}`;
}

/** The files of a library for Node and, in its folder `bench`, of a row that measures it. */
export function libraryOf(index: string, id = 'my-json'): Readonly<Record<string, string>> {
  return {
    'package.json':
      '{ "name": "my-json", "version": "1.0.0", "type": "module", "main": "index.js", "files": ["index.js"] }',
    'index.js': index,
    // JSON.stringify writes negative zero as 0.
    'bench/row.toml': rowToml({
      id,
      more: 'packages = ["my-json@file:.."]\ndeviations = ["negative-zero-as-zero"]\n',
    }),
    'bench/row.mjs': `import { write } from 'my-json';

export default { package: 'my-json', int64: 'number', create: () => ({ serialize: (document) => write(document) }) };
`,
  };
}

/**
 * Writes the runner of the made-up runtime `toy`, which nothing in wiremark knows. Its program is the one of `new runner`, except
 * that it accepts a framework's objects.
 */
export function copyToy(folder: string): void {
  cpSync(join(import.meta.dirname, 'toy'), folder, { recursive: true });
  const program = readFileSync(join(place.home, 'templates/runner/main.mjs'), 'utf8');
  writeFileSync(join(folder, 'plain.mjs'), program.replace('{{name}}', 'toy').replace('|objects', ''));
}

interface NodeRows {
  readonly runtime: string;
  /** The source of each row's file, by id. */
  readonly rows: Readonly<Record<string, string>>;
  readonly tasks?: readonly string[];
  readonly flags?: readonly string[];
  /** More of the manifest before its rows. */
  readonly head?: string;
  /** More lines of each row's entry. */
  readonly more?: string;
}

/** Writes a runner of another name with Node's kit, which warms up very briefly. @returns its manifest */
export function writeNodeRunner(
  folder: string,
  { runtime, rows, tasks, flags = [], head = '', more = '' }: NodeRows,
): string {
  cpSync(join(here.folder, 'kit'), join(folder, 'kit'), { recursive: true });
  cpSync(join(here.folder, '../build-kit'), join(folder, '../build-kit'), { recursive: true });
  const main = join(folder, 'kit/main.mjs');
  const greeting = /node (?=\$\{process\.version\})/;
  writeFileSync(main, readFileSync(main, 'utf8').replace(greeting, `${runtime} `));
  const manifest = `runtime = "${runtime}"
start = ${JSON.stringify(['node', ...flags, '{folder}/kit/main.mjs'])}
warmup = { minimum = 20, maximum = 100 }
blocks = 2
${head}`;
  const fileOf = (id: string) => `serializers/${id}.mjs`;
  const entries = Object.keys(rows).map((id) => entry(id, fileOf(id), tasks) + more);
  writeFiles(folder, {
    ...Object.fromEntries(Object.entries(rows).map(([id, source]) => [fileOf(id), source])),
    'runner.toml': [manifest, ...entries].join('\n'),
  });
  return join(folder, 'runner.toml');
}

/** Writes a dataset with the digest of its documents. @param more dataset.toml from the size's heading on, without the digest */
export async function writeDataset(folder: string, schema: object, more: string): Promise<void> {
  const write = (digest: string) =>
    writeFiles(folder, {
      'schema.json': JSON.stringify(schema),
      'dataset.toml': `title = "Made"\nseed = 1\n${more}digest = "${digest}"\n`,
    });
  write(`sha256:${'0'.repeat(64)}`);
  const definition = readDataset(folder);
  write((await makeDocuments(definition, readModel(definition), definition.sizes[0]!)).digest);
}
