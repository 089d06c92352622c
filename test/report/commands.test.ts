import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { againWords, calledOf, subjectOf } from '../../src/report/run/commands.ts';
import { typedFlags } from '../../src/run/run.ts';
import type { RunRequest } from '../../src/store/record/record.ts';
import { lastNames } from '../../src/store/record/run-label.ts';

const suite = { name: 'league', title: 'League', style: 'default' } as const;
const request: RunRequest = {
  ...{ suite: 'league', runners: [], filters: {}, limits: false, memory: false, packages: {} },
};

const here = (...parts: string[]) => join(process.cwd(), ...parts);
const data = { source: here('..', 'my data', 'orders.ndjson') };
const own = (more: object) => ({ suite: '', data: { ...data, ...more } });
const rows = [here('bench', 'row.toml')];
const filters = { serializer: ['my-json@main=/c/1', 'my-json@HEAD=/c/2', 'json'], dataset: ['users/small'] };

for (const [asked, words, elsewhere] of [
  [{}, 'run league'],
  [
    { filters: { runtime: ['mill', 'rill'], skipSerializer: ['{a,b}*'] } },
    "run league -r mill,rill -S '{a,b}*'",
  ],
  [own({}), "run --data '../my data/orders.ndjson'", 'run --data orders.ndjson'],
  [
    own({ documents: 'root', overrules: ['/a=map', '/a/*=double'] }),
    "run --data '../my data/orders.ndjson' --documents root --as /a=map --as '/a/*=double'",
    "run --data orders.ndjson --documents root --as /a=map --as '/a/*=double'",
  ],
  [own({ source: 'my orders.ndjson' }), "run --data 'path/to/my orders.ndjson'"],
  [{ ...own({ source: '-' }), all: true }, 'run --data - --all'],
  [{ suite: here('mine.toml'), rows }, 'run mine.toml --add bench/row.toml', 'run mine.toml --add row.toml'],
  [
    { runners: [here('go', 'runner.toml')] },
    'run league --runner go/runner.toml',
    'run league --runner runner.toml',
  ],
  [{ typed: ['--rounds', '3; rm x'] }, "run league --rounds '3; rm x'"],
  [
    { rows, filters, bench: ['main', 'HEAD'] },
    'bench bench/row.toml --versions main,HEAD -s json -d users/small',
    'bench row.toml --versions main,HEAD -s json -d users/small',
  ],
  [
    { rows, filters: { runtime: ['mill'] }, bench: [] },
    'bench bench/row.toml -r mill',
    'bench row.toml -r mill',
  ],
] as const)
  test(`the command of the request: ${words}`, () => {
    const run = { suite, request: { ...request, ...asked } };
    assert.equal(calledOf(run, 'w').again, `w ${words}`);
    if (elsewhere) assert.equal(againWords(run, true), elsewhere);
  });

test("`check` gets the suite with its rows, or the data with its schema; revisions can't be checked", () => {
  const schema = { suite, request: { ...request, ...own({ schema: here('my schema.json') }) } };
  assert.equal(subjectOf(schema), "--data '../my data/orders.ndjson' --schema 'my schema.json'");
  const alone = { suite, request: { ...request, rows, filters: { runtime: ['mill'] }, bench: [] } };
  assert.equal(subjectOf(alone), 'league --add bench/row.toml');
  assert.equal(calledOf(alone, 'w').check, 'w check league --add bench/row.toml');
  assert.equal(calledOf({ suite, request: { ...request, rows, bench: ['main', 'HEAD'] } }, 'w').check, null);
  assert.equal(againWords({ suite }), 'run league');
});

test('two files of one name keep as many of their folders as needed', () => {
  const rows = ['crash/row.toml', 'bad/row.toml', 'mine.toml'].map((file) => here('x', file));
  const add = (names: readonly string[]) => `run league ${names.map((name) => `--add ${name}`).join(' ')}`;
  const asked = { suite, request: { ...request, rows } };
  assert.equal(againWords(asked), add(['x/crash/row.toml', 'x/bad/row.toml', 'x/mine.toml']));
  assert.equal(againWords(asked, true), add(['crash/row.toml', 'bad/row.toml', 'x/mine.toml']));
  const one = { suite, request: { ...request, rows: [rows[0]!] } };
  assert.equal(againWords(one, true), add(['row.toml']));
  assert.deepEqual(lastNames(['/a/row.toml', '/a/row.toml']), ['row.toml', 'row.toml']);
  assert.deepEqual(lastNames(['row.toml', '/a/row.toml']), ['row.toml', 'a/row.toml']);
  assert.deepEqual(lastNames([]), []);
});

test("the commands have the run's settings, baseline and rules", () => {
  const typed = typedFlags({ quick: true, rounds: 20, budget: 90, memory: true });
  const failIf = ['slower > 5%', 'failed'];
  const asked = { suite, request: { ...request, failIf, redact: true, typed, baseline: 'mill/json' } };
  const { run, again } = calledOf(asked, 'wiremark');
  const told = "wiremark run league --baseline mill/json --redact --fail-if 'slower > 5%' --fail-if failed";
  assert.equal(run, told);
  assert.equal(again, `${run} --quick --rounds 20 --budget 90s --memory`);
  assert.deepEqual(typedFlags({ full: true, target: 0.015, seed: 7 }), ['--full', '--target', '1.5']);
  assert.deepEqual(typedFlags({ limits: false, memory: false }), ['--no-limits', '--no-memory']);
  assert.deepEqual(typedFlags({}), []);
});
