import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rowName } from '../../src/define/names.ts';
import { recordOf, runIn, scratchFolder, wiremark } from './command.ts';
import { suiteToml, writeNodeRunner } from './definitions.ts';
import { here, plain } from './shipped.ts';

const scratch = scratchFolder('variants');
const cwd = scratch('toy');

/** A row whose version tells how its process was started. */
const json = `import json from ${JSON.stringify(join(here.folder, plain.file))};
const words = [...process.execArgv, process.env.TOY_MODE ?? 'no mode'];
export default { ...json, version: words.join(' ') };
`;
const head = `ignore-environment = ["TOY_*"]
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
`;
const more = 'deviations = ["negative-zero-as-zero"]\n';
const manifest = writeNodeRunner(join(cwd, 'mine'), {
  ...{ runtime: 'toy', rows: { json }, flags: ['--stack-size=900'], head, more },
});
writeFileSync(join(cwd, 'toy.toml'), suiteToml({ serializers: ['toy/json', 'toy+interpreted/*'] }));

/** Runs wiremark with a variable that the manifest hides from the runner. */
const toy = (...words: readonly string[]) =>
  wiremark(cwd, [...words, '--runner', manifest], { TOY_MODE: "the user's" });

test('a filter selects variants, which check and source --job start in their own way', () => {
  const checked = toy('check', 'toy.toml', '-r', 'toy,toy+small').stdout;
  assert.match(checked, /^toy\+small\/json +ok/m);
  assert.match(checked, /^toy\+small\/limit-no-op +ok/m);
  for (const [row, command] of [
    ['toy/json', /&& env -u TOY_MODE TZ=\S+ node --stack-size=900 /m],
    ['toy+small/json', /&& env TOY_MODE='small mode' TZ=\S+ node --stack-size=800 \S+main\.mjs$/m],
  ] as const)
    assert.match(toy('source', row, '--job').stderr, command);
});

test('each variant is measured as a row of its own, with its own limits', () => {
  const words = 'run toy.toml --quick --rounds 1 --limits -r toy,*+* --format json'.split(' ');
  const { status, stdout, stderr } = toy(...words);
  assert.equal(status, 0, stdout + stderr);
  const { contenders, runtimes, outcomes } = recordOf(runIn(cwd));
  const versions = contenders.map((one) => [rowName(one), one.limit === null ? one.version : 'a limit']);
  assert.deepEqual(Object.fromEntries(versions), {
    'toy/json': '--stack-size=900 no mode',
    'toy+small/json': '--stack-size=800 small mode',
    'toy+interpreted/json': '--no-opt --no-lazy --stack-size=900 no mode',
    ...{ 'toy/limit-no-op': 'a limit', 'toy+small/limit-no-op': 'a limit' },
    'toy+interpreted/limit-no-op': 'a limit',
  });
  assert.deepEqual(Object.keys(runtimes).sort(), ['toy', 'toy+interpreted', 'toy+small']);
  assert.ok(outcomes.every(({ verdict }) => verdict.verdict === 'ok'));
  // The digest of what ran includes the start command.
  const codes = contenders.filter(({ limit }) => limit === null).map(({ code }) => code);
  assert.ok(codes.every((code) => /^sha256:[0-9a-f]{64}$/.test(code ?? '')));
  assert.equal(new Set(codes).size, 3);

  const query = 'select variant, count(*) as rows from results group by all order by all nulls first';
  assert.deepEqual(JSON.parse(wiremark(cwd, ['sql', query, '--format', 'json']).stdout), [
    { variant: null, rows: 2 },
    { variant: 'interpreted', rows: 2 },
    { variant: 'small', rows: 2 },
  ]);
  assert.match(wiremark(cwd, ['report', '--format', 'csv']).stdout, /,toy,small,json,/);
});

test('more rows than the listeners that Node expects cause no warning', () => {
  const cwd = scratch('many');
  const rows = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`json-${index}`, json]));
  const manifest = writeNodeRunner(join(cwd, 'many'), { runtime: 'many', rows });
  writeFileSync(join(cwd, 'many.toml'), suiteToml({ serializers: ['many/json-0', 'many/*'] }));
  const words = 'run many.toml --quick --rounds 1 --no-memory --format json --runner'.split(' ');
  const { stdout, stderr } = wiremark(cwd, [...words, manifest]);
  assert.equal(JSON.parse(stdout).rows.length, 12, stderr);
  assert.doesNotMatch(stderr, /Warning/);
});
