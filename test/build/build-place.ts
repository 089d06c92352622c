/** A runner in a folder of its own, whose build program is a script that a test writes. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildRunner } from '../../src/build/build.ts';
import type { BuildRunnerInput } from '../../src/build/types.ts';
import { readRunner } from '../../src/define/runner.ts';
import { recordOf, type SchemaModel } from '../../src/schema/model.ts';
import { temporary } from '../machine/temporary.ts';

const MANIFEST = `runtime = "toy"
start = ["toy", "{main}", "{serializer}"]
[build]
command = ["${process.execPath}", "{folder}/build/main.mjs"]
models = MODELS
[[serializer]]
id = "one"
format = "json"
output = "text"
tasks = ["serialize"]
file = "one.toy"
packages = ["a b@1"]
options = { level = "3 of\\n4" }
[[serializer]]
id = "two"
format = "json"
output = "text"
tasks = ["serialize"]
file = "two.toy"
`;

/** Begin of every script: `units` are those of the request, `tell` prints a line. Each start is counted in `starts`. */
const PREAMBLE = `import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
const asked = readFileSync(0, 'utf8');
appendFileSync('../starts', 'x');
writeFileSync('../asked', asked);
const units = [...asked.matchAll(/^build (.*)$/gm)].map(([, id]) => id);
const targets = [...asked.matchAll(/^target (.*)$/gm)].map(([, path]) => path);
const shared = /^cache (.*)$/m.exec(asked)[1];
const tell = (...lines) => process.stdout.write(lines.map((line) => line + '\\n').join(''));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
`;

export const GOOD = `tell('wiremark 4');
units.forEach((id, i) => {
  writeFileSync(targets[i] + '/main', 'made of ' + id);
  tell('progress making ' + id, 'placeholder main {target}/main', 'built ' + id);
});
tell('done');
`;

export const MODEL: SchemaModel = {
  root: { kind: 'record', name: 'Thing' },
  records: new Map([['Thing', recordOf('Thing', [])]]),
  enums: new Map(),
};

type Serializers = BuildRunnerInput['serializers'];

export type Toy = ReturnType<typeof toy>;

export function toy(script: string, models = false) {
  const root = temporary('build');
  const runnerFolder = join(root, 'toy');
  const cache = join(root, 'cache');
  mkdirSync(join(runnerFolder, 'build'), { recursive: true });
  let manifest = MANIFEST.replace('MODELS', String(models));
  const file = join(runnerFolder, 'runner.toml');
  writeFileSync(file, manifest);
  for (const name of ['one', 'two']) writeFileSync(join(runnerFolder, `${name}.toy`), name);
  const write = (text: string) => writeFileSync(join(runnerFolder, 'build/main.mjs'), PREAMBLE + text);
  write(script);
  const told: string[] = [];
  return {
    runnerFolder,
    cache,
    told,
    script: write,
    manifest(change: (text: string) => string) {
      manifest = change(manifest);
      writeFileSync(file, manifest);
    },
    /** @param change what is done to the manifest's serializers first */
    build(more: Partial<BuildRunnerInput> = {}, change = (all: Serializers) => all) {
      const runner = readRunner(file);
      const serializers = change(runner.serializers);
      const datasets = new Map([['things', MODEL]]);
      const progress = (text: string) => told.push(text);
      return buildRunner({ runner, serializers, datasets, cache, progress, ...more });
    },
    starts: () => readIfThere(join(root, 'starts')).length,
    asked: () => readIfThere(join(root, 'asked')),
  };
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
