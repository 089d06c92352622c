/** Definitions that nobody would write: suites, datasets, schemas, manifests of runners, published tables. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseToml } from '../../src/define/toml.ts';
import type { Random } from '../../src/stats/random.ts';
import { BESIDE, damaged, mutated, nodeOf, pick, write } from './fields-values.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOY = join(ROOT, 'test/contract/toy');
const DATASETS = ['every-kind', 'posts', 'record', 'test-object', 'user'] as const;

/** With every key that docs/PROTOCOL.md has, and little to wait for. */
export const RUNNER = `runtime = "toy"
title = "A toy"
start = ["node", "{folder}/plain.mjs"]
warmup = { minimum = 1, maximum = 5 }
blocks = 1
text = "utf-16"
memory = 64
compilers = ["none"]
counts-memory = true
code = ["plain.mjs"]

[proto]
options = ["optimize_for = SPEED"]

[[toolchain]]
program = "node"
version = ["--version"]
fix = "install Node"
needed = "run"

[[variant]]
id = "other"
title = "otherwise"
replace = { "node" = "node" }
add = ["--no-warnings"]
environment = { TOY = "1" }
memory = 64

[[serializer]]
id = "plain"
title = "Plain"
format = "json"
output = "text"
tasks = ["serialize"]
deviations = []
varies = false
remembers = false
file = "plain.mjs"
sources = ["plain.mjs"]
packages = ["none==1"]
artifacts = ["proto", "avro"]
options = { greeting = "hello" }
note = "a note"

[[serializer]]
id = "second"
format = "json"
output = "text"
tasks = ["serialize"]
file = "plain.mjs"
`;

const BUILD = `
[build]
command = ["bash", "{folder}/build.sh"]
models = true
`;

const suiteOf = (dataset: string, size: string) => `title = "A suite"
more = "More of it"
baseline = "toy/plain"
serializers = ["toy/*", "toy+other/*"]
style = "default"
batch = 1
quick = true
memory = false

[[case]]
dataset = "${dataset}"
sizes = ["${size}"]
tasks = ["serialize"]
serializers = ["toy/*"]
`;

const publishedOf = (dataset: string, size: string) =>
  `table,serializer,label,dataset,size,task,work,metric,value,error,unit,note
writing,toy/plain,Plain,${dataset},${size},serialize,serialize,score,2575393.5,178731.9,ops/s,"a note, quoted"
writing,toy/second,Second,${dataset},${size},serialize,to-tree,score,1939339.0,,ops/s,
`;

export interface Home {
  readonly home: string;
  readonly dataset: string;
  readonly size: string;
}

/** A package folder with a runner, a dataset and the suite that is taken unless another is named. */
export function makeHome(home: string, dataset: string = 'record'): Home {
  rmSync(home, { recursive: true, force: true });
  const at = (...names: string[]) => join(home, ...names);
  mkdirSync(at('suites'), { recursive: true });
  writeFileSync(at('package.json'), '{ "version": "0.0.0" }\n');
  cpSync(join(ROOT, 'datasets', dataset), at('datasets', dataset), { recursive: true });
  cpSync(TOY, at('runners', 'toy'), { recursive: true });
  symlinkSync(join(ROOT, 'src'), at('src'));
  const text = readFileSync(at('datasets', dataset, 'dataset.toml'), 'utf8');
  const { sizes } = parseToml(text, 'dataset.toml').value as { sizes: Record<string, unknown> };
  const size = Object.keys(sizes)[0]!;
  writeFileSync(at('runners', 'toy', 'runner.toml'), RUNNER);
  writeFileSync(at('suites', 'quickstart.toml'), suiteOf(dataset, size));
  writeFileSync(at('suites', 'quickstart.published.csv'), publishedOf(dataset, size));
  return { home, dataset, size };
}

/** What leads nowhere good, beside a file that names it. */
export function putBeside(folder: string): void {
  execFileSync('mkfifo', [join(folder, BESIDE.pipe)]);
  mkdirSync(join(folder, BESIDE.folder));
  symlinkSync(BESIDE.loop, join(folder, BESIDE.loop));
  symlinkSync('/dev/zero', join(folder, BESIDE.device));
}

/** Puts something that can't be read as a file in its place. */
export function replaced(file: string, random: Random): string {
  const kinds: Readonly<Record<string, () => void>> = {
    'is a pipe': () => execFileSync('mkfifo', [file]),
    'is a folder': () => mkdirSync(file),
    'is a link to itself': () => symlinkSync(basename(file), file),
    'is a link to a device that never ends': () => symlinkSync('/dev/zero', file),
    'is a link to nothing': () => symlinkSync('nothing', file),
    'is missing': () => {},
  };
  const what = pick(random, Object.keys(kinds));
  rmSync(file, { recursive: true, force: true });
  kinds[what]!();
  return what;
}

export interface Spoilt {
  readonly file: string;
  readonly what: string;
}

/** One definition of a home with one fault. */
export function spoilDefinition({ home, dataset }: Home, random: Random): Spoilt {
  const at = (...names: string[]) => join(home, ...names);
  const runner = at('runners', 'toy', 'runner.toml');
  if (random.below(4) === 0)
    writeFileSync(
      runner,
      RUNNER.replace('\n[proto]', `${BUILD}\n[proto]`).replace('/plain.mjs"]', '/plain.mjs", "{main}"]'),
    );
  const file = pick(random, [
    runner,
    runner,
    at('suites', 'quickstart.toml'),
    at('datasets', dataset, 'dataset.toml'),
    at('datasets', dataset, 'schema.json'),
    at('datasets', dataset, 'schema.json'),
    at('suites', 'quickstart.published.csv'),
  ]);
  putBeside(dirname(file));
  const bytes = readFileSync(file);
  const roll = random.below(10);
  if (roll === 0) return { file, what: replaced(file, random) };
  if (roll === 1) {
    const { value, what } = damaged(bytes, random);
    writeFileSync(file, value);
    return { file, what };
  }
  const { text, what } = file.endsWith('.csv')
    ? mutatedCsv(bytes.toString(), random)
    : mutatedText(bytes.toString(), file.endsWith('.toml') ? 'toml' : 'json', random);
  writeFileSync(file, text);
  return { file, what };
}

function mutatedText(text: string, syntax: 'toml' | 'json', random: Random) {
  const value = syntax === 'toml' ? parseToml(text, '').value : JSON.parse(text);
  const found = mutated(nodeOf(value), random);
  return { text: write(found.value, syntax), what: found.what };
}

/** A cell, a column or a line: as a list of lists, written plainly or quoted. */
export function mutatedCsv(text: string, random: Random): { readonly text: string; readonly what: string } {
  const lines = text.split('\n').slice(0, -1);
  // The notes of ours are quoted, those of samples aren't there: no cell but the last has a comma.
  const head = lines[0]!.split(',').length;
  const rows = lines.map((line) => {
    const cells = line.split(',');
    return [
      ...cells.slice(0, head - 1),
      cells
        .slice(head - 1)
        .join(',')
        .replaceAll('"', ''),
    ];
  });
  const { value, what } = mutated(nodeOf(rows), random);
  const cell = (one: unknown) => {
    const spelled = typeof one === 'string' ? one : write(one as never, 'json', false);
    const bare = /^"(.*)"$/s.test(spelled) && !spelled.includes('\\') ? spelled.slice(1, -1) : spelled;
    return /[",\n]/.test(bare) ? `"${bare.replaceAll('"', '""')}"` : bare;
  };
  const line = (row: unknown) => (Array.isArray(row) ? row.map(cell).join(',') : cell(row));
  const all = Array.isArray(value) ? value : [value];
  return { text: all.map((row) => `${line(row)}\n`).join(''), what };
}

/** Verbs that read definitions; the last start processes. */
export function verbsOfDefinitions({ dataset, size }: Home, random: Random): string[] {
  const one = ['-s', 'toy/plain', '-d', `${dataset}/${size}`, '-t', 'serialize'];
  const verbs = [
    ['list'],
    ['run', '--list'],
    ['wire', ...one],
    ['wire', ...one],
    ['wire', ...one],
    ['wire', '-s', 'toy+other/plain', ...one.slice(2)],
    ['check', '--patience', '5s', ...one],
    ['doctor', '--patience', '5s'],
    ['run', '--quick', '--rounds', '1', '--no-limits', '--no-memory', '--patience', '5s', ...one],
  ];
  return pick(random, verbs);
}

export const datasetOf = (random: Random): string => pick(random, DATASETS);

/** Files of a folder and below, for what an attempt may have left. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true }) as string[];
}
