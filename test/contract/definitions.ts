/** Suites, runners and datasets that a test writes. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDocuments, readModel } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import type { DatasetDefinition, SuiteCase, SuiteDefinition } from '../../src/define/types.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { openCatalog } from '../../src/run/definitions.ts';
import { openWorkbench } from '../../src/trial/workbench.ts';
import { copyNodeKit } from './command.ts';
import { place } from './place.ts';

interface SuiteText {
  /** The first is the baseline. */
  readonly serializers: readonly string[];
  readonly dataset?: string;
  readonly size?: string;
  readonly tasks?: readonly string[];
}

/** A suite of one case; of one small record, which is written, unless told. */
export function suiteToml({
  serializers,
  dataset = 'record',
  size = 'single',
  tasks = ['serialize'],
}: SuiteText): string {
  const [baseline] = serializers;
  return `title = "A suite"
baseline = "${baseline}"
serializers = ${JSON.stringify(serializers)}
[[case]]
dataset = "${dataset}"
sizes = ["${size}"]
tasks = ${JSON.stringify(tasks)}
`;
}

/** The same, read. */
export function suiteOf(serializers: readonly string[], one: SuiteCase): SuiteDefinition {
  return {
    ...{ name: 'test', title: 'A suite', file: '', style: 'default', batch: 1, quick: true },
    ...{ cases: [one], serializers, baseline: serializers[0]! },
  };
}

/** The entry of a row that writes JSON. */
export function entry(id: string, file = `${id}.txt`, tasks: readonly string[] = ['serialize']): string {
  return `[[serializer]]\nid = "${id}"\nformat = "json"\noutput = "text"\ntasks = ${JSON.stringify(tasks)}\nfile = "${file}"\n`;
}

interface RowText {
  readonly id: string;
  readonly file?: string;
  readonly tasks?: readonly string[];
  readonly runtime?: string;
  /** More lines. */
  readonly more?: string;
}

/** The same in a row.toml. */
export function rowToml({ id, file = 'row.mjs', tasks, runtime = 'node', more = '' }: RowText): string {
  return `runtime = "${runtime}"\n${entry(id, file, tasks).replace('[[serializer]]\n', '')}${more}`;
}

/** What the author of a library has: the library, and beside it a row of that id. By their paths. */
export function libraryOf(index: string, id = 'my-json'): Readonly<Record<string, string>> {
  return {
    'package.json':
      '{ "name": "my-json", "version": "1.0.0", "type": "module", "main": "index.js", "files": ["index.js"] }',
    'index.js': index,
    // Negative zero is as JSON.stringify has it.
    'bench/row.toml': rowToml({
      id,
      more: 'packages = ["my-json@file:.."]\ndeviations = ["negative-zero-as-zero"]\n',
    }),
    'bench/row.mjs': `import { write } from 'my-json';

export default { package: 'my-json', int64: 'number', create: () => ({ serialize: (document) => write(document) }) };
`,
  };
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Puts the runtime that nothing in wiremark knows into a folder. */
export function copyToy(folder: string): void {
  cpSync(join(import.meta.dirname, 'toy'), folder, { recursive: true });
}

/** A runner `fake` that is started with these words of test/trial/fake-runner.mjs, and mine.toml, a suite of its rows. */
export function writeFake(cwd: string, rows: readonly string[], words: readonly string[], more = ''): void {
  mkdirSync(join(cwd, 'fake'));
  cpSync(join(import.meta.dirname, '../trial/fake-runner.mjs'), join(cwd, 'fake/fake-runner.mjs'));
  for (const id of rows) writeFileSync(join(cwd, `fake/${id}.txt`), '');
  const start = JSON.stringify(['node', '{folder}/fake-runner.mjs', ...words]);
  const head = `runtime = "fake"\nstart = ${start}\n${more}`;
  writeFileSync(join(cwd, 'fake/runner.toml'), [head, ...rows.map((id) => entry(id))].join('\n'));
  writeFileSync(join(cwd, 'mine.toml'), suiteToml({ serializers: [`fake/${rows[0]}`, 'fake/*'] }));
}

/** What ships, and what is added to it, made ready for a suite. */
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

/** Warms up for a moment only. */
export const HURRIED = 'warmup = { minimum = 20, maximum = 100 }\nblocks = 2\n';

interface NodeRows {
  readonly runtime: string;
  /** By id, the source of each row's file. */
  readonly rows: Readonly<Record<string, string>>;
  readonly tasks?: readonly string[];
}

/** A runner with the kit of Node and rows of its own. @returns its manifest */
export function writeNodeRunner(folder: string, { runtime, rows, tasks }: NodeRows): string {
  mkdirSync(join(folder, 'serializers'), { recursive: true });
  copyNodeKit(folder, runtime);
  const entries = Object.entries(rows).map(([id, source]) => {
    const file = `serializers/${id}.mjs`;
    writeFileSync(join(folder, file), source);
    return entry(id, file, tasks);
  });
  const head = `runtime = "${runtime}"\nstart = ["node", "{folder}/kit/main.mjs"]\n${HURRIED}`;
  const manifest = join(folder, 'runner.toml');
  writeFileSync(manifest, [head, ...entries].join('\n'));
  return manifest;
}

/** A dataset in a folder, with the digest that its documents have. @param more the rest of dataset.toml, from its size's name on */
export async function writeDataset(folder: string, schema: object, more: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'schema.json'), JSON.stringify(schema));
  const write = (digest: string) =>
    writeFileSync(
      join(folder, 'dataset.toml'),
      `title = "Made"\nseed = 1\n${more}digest = "sha256:${digest}"\n`,
    );
  write('0'.repeat(64));
  const definition = readDataset(folder);
  const { digest } = await makeDocuments(definition, readModel(definition), definition.sizes[0]!);
  write(digest.slice('sha256:'.length));
}
