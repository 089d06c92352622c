/** Variants of a runner of the user's own, from the manifest to the record. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rowName } from '../../src/define/names.ts';
import { readRecord } from '../../src/store/folder/reader.ts';
import { copyNodeKit, runsIn, scratchFolder, wiremark } from './command.ts';
import { suiteToml, writeNodeRunner } from './definitions.ts';
import { here, plain } from './shipped.ts';

const folder = scratchFolder('variants')('toy');
const serializer = join(folder, 'mine/serializers/json.mjs');

/** Node's kit with a serializer whose version tells how the process was started. */
function writeRunner(): void {
  copyNodeKit(join(folder, 'mine'), 'toy');
  mkdirSync(join(folder, 'mine/serializers'));
  const json = JSON.stringify(join(here.folder, plain.file));
  writeFileSync(
    serializer,
    `import json from ${json};
const words = [...process.execArgv, process.env.TOY_MODE ?? 'no mode'];
export default { ...json, version: words.join(' ') };
`,
  );
  writeFileSync(
    join(folder, 'mine/runner.toml'),
    `runtime = "toy"
start = ["node", "--stack-size=900", "{folder}/kit/main.mjs"]
ignore-environment = ["TOY_*"]
warmup = { minimum = 20, maximum = 100 }
blocks = 2
limits = { kinds = ["no-op"], host = "json" }

[[variant]]
id = "small"
title = "a smaller stack"
replace = { "--stack-size=900" = "--stack-size=800" }
environment = { TOY_MODE = "small mode" }

[[variant]]
id = "interpreted"
title = "without optimizing"
add = ["--no-opt", "--no-lazy"]

[[serializer]]
id = "json"
format = "json"
output = "text"
tasks = ["serialize"]
file = "serializers/json.mjs"
deviations = ["negative-zero-as-zero"]
`,
  );
  writeFileSync(join(folder, 'toy.toml'), suiteToml({ serializers: ['toy/json', 'toy+interpreted/*'] }));
}

/** The user's own variable must not reach the runner: it ignores such names. */
const USERS = { TOY_MODE: "the user's" };
const toy = (...words: readonly string[]) =>
  wiremark(folder, [words[0]!, 'toy.toml', '--runner', 'mine/runner.toml', ...words.slice(1)], USERS);

writeRunner();

test('a filter chooses variants, and what is checked and started says so', () => {
  const checked = toy('check', '-r', 'toy,toy+small').stdout;
  assert.match(checked, /^toy\+small\/json +ok/m);
  assert.match(checked, /^toy\+small\/limit-no-op +ok/m);
  const { stderr } = wiremark(
    folder,
    ['source', 'toy+small/json', '--job', '--runner', 'mine/runner.toml'],
    USERS,
  );
  assert.match(
    wiremark(folder, ['source', 'toy/json', '--job', '--runner', 'mine/runner.toml'], USERS).stderr,
    /&& env -u TOY_MODE TZ=\S+ node --stack-size=900 /m,
  );
  assert.match(stderr, /&& env TOY_MODE='small mode' TZ=\S+ node --stack-size=800 \S+main\.mjs$/m);
});

test('each variant is measured in processes of its own start, with limits of its own, and is told apart', async () => {
  const words = 'run --quick --rounds 1 --limits -r toy,*+* --format json'.split(' ');
  const { status, stdout, stderr } = toy(...words);
  assert.equal(status, 0, stdout + stderr);
  const [run] = runsIn(folder);
  const record = readRecord(run!);
  const versions = Object.fromEntries(record.contenders.map((one) => [rowName(one), one.version]));
  assert.deepEqual(Object.keys(versions).sort(), [
    ...['toy+interpreted/json', 'toy+interpreted/limit-no-op', 'toy+small/json', 'toy+small/limit-no-op'],
    ...['toy/json', 'toy/limit-no-op'],
  ]);
  assert.equal(versions['toy/json'], '--stack-size=900 no mode');
  assert.equal(versions['toy+small/json'], '--stack-size=800 small mode');
  assert.equal(versions['toy+interpreted/json'], '--no-opt --no-lazy --stack-size=900 no mode');
  assert.deepEqual(Object.keys(record.runtimes).sort(), ['toy', 'toy+interpreted', 'toy+small']);
  assert.ok(record.outcomes.every(({ verdict }) => verdict.verdict === 'ok'));
  // How it is started is part of what ran.
  const codes = record.contenders.filter(({ limit }) => limit === null).map(({ code }) => code);
  assert.ok(codes.every((code) => /^sha256:[0-9a-f]{64}$/.test(code ?? '')));
  assert.equal(new Set(codes).size, 3);

  const query = 'select variant, count(*) as rows from results group by all order by all nulls first';
  const found = JSON.parse(wiremark(folder, ['sql', query, '--format', 'json']).stdout);
  assert.deepEqual(found, [
    { variant: null, rows: 2 },
    { variant: 'interpreted', rows: 2 },
    { variant: 'small', rows: 2 },
  ]);
  assert.match(wiremark(folder, ['report', '--format', 'csv']).stdout, /,toy,small,json,/);
});

test('more rows than Node expects listeners bring no warning', () => {
  const cwd = scratchFolder('variants')('many');
  const source = readFileSync(serializer, 'utf8');
  const ids = Array.from({ length: 12 }, (_, index) => `json-${index}`);
  const rows = Object.fromEntries(ids.map((id) => [id, source]));
  const manifest = writeNodeRunner(join(cwd, 'many'), { runtime: 'many', rows });
  writeFileSync(join(cwd, 'many.toml'), suiteToml({ serializers: ['many/json-0', 'many/*'] }));
  const words = ['--quick', '--rounds', '1', '--no-memory', '--format', 'json'];
  const { stdout, stderr } = wiremark(cwd, ['run', 'many.toml', '--runner', manifest, ...words]);
  assert.equal(JSON.parse(stdout).rows.length, ids.length, stderr);
  assert.doesNotMatch(stderr, /Warning/);
});
