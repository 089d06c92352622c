/** Suites, runners and datasets that a test writes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFixtures, readModel } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import type { SuiteCase, SuiteDefinition } from '../../src/define/types.ts';
import { copyNodeKit } from './command.ts';

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
  const { digest } = await makeFixtures(definition, readModel(definition), definition.sizes[0]!);
  write(digest.slice('sha256:'.length));
}
