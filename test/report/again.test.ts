/** What a report says to type is what was asked for. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { typedFlags } from '../../src/bench/run.ts';
import { lastNames } from '../../src/files/last-names.ts';
import { againWords, calledOf, subjectOf } from '../../src/report/run/again.ts';
import type { RunRequest } from '../../src/store/record.ts';

const suite = { name: 'league', title: 'League', style: 'default' } as const;
const request: RunRequest = {
  ...{ suite: 'league', runners: [], filters: {}, limits: false, memory: false, packages: {} },
};

test('a suite with the filters that were given, of both kinds', () => {
  const filters = { runtime: ['node', 'ruby'], skipSerializer: ['{a,b}*'] };
  const asked = { suite, request: { ...request, filters } };
  assert.equal(calledOf(asked, './wiremark').run, "./wiremark run league -r node,ruby -S '{a,b}*'");
  assert.equal(againWords({ suite }), 'run league');
});

test("a person's own documents, suite, rows and runners by their paths from here, and by their names for others", () => {
  const data = { source: join(process.cwd(), '..', 'my data', 'orders.ndjson') };
  const own = { suite: { ...suite, name: 'orders' }, request: { ...request, suite: '', data } };
  assert.equal(againWords(own), "run --data '../my data/orders.ndjson'");
  assert.equal(againWords(own, true), 'run --data orders.ndjson');
  const read = { ...data, documents: 'root', overrules: ['/a=map', '/a/*=double'] } as const;
  const words = "--documents root --as /a=map --as '/a/*=double'";
  assert.equal(
    againWords({ ...own, request: { ...own.request, data: read } }, true),
    `run --data orders.ndjson ${words}`,
  );
  const schema = { ...data, schema: join(process.cwd(), 'my schema.json') };
  assert.equal(
    subjectOf({ ...own, request: { ...own.request, data: schema } }),
    "--data '../my data/orders.ndjson' --schema 'my schema.json'",
  );
  const rows = [join(process.cwd(), 'bench', 'row.toml')];
  const mine = { suite, request: { ...request, suite: join(process.cwd(), 'mine.toml'), rows } };
  assert.equal(againWords(mine), 'run mine.toml --add bench/row.toml');
  const runners = [join(process.cwd(), 'go', 'runner.toml')];
  assert.equal(againWords({ suite, request: { ...request, runners } }), 'run league --runner go/runner.toml');
  const imported = { ...own, request: { ...own.request, data: { source: 'my orders.ndjson' } } };
  assert.equal(againWords(imported), "run --data 'path/to/my orders.ndjson'");
  const piped = { suite, request: { ...request, suite: '', data: { source: '-' } } };
  assert.equal(againWords(piped), 'run --data -');
});

test('two files of one name are told apart, for others with no more of their folders than that takes', () => {
  const rows = ['crash/row.toml', 'bad/row.toml', 'mine.toml'].map((file) => join(process.cwd(), 'x', file));
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

test('settings that a run was given, its baseline, and the rules that it is judged by', () => {
  const typed = typedFlags({ quick: true, rounds: 20, budget: 90, memory: true });
  const failIf = ['slower > 5%', 'failed'];
  const asked = { suite, request: { ...request, failIf, redact: true, typed, baseline: 'node/json' } };
  const { run, again } = calledOf(asked, 'wiremark');
  assert.equal(
    run,
    "wiremark run league --baseline node/json --redact --fail-if 'slower > 5%' --fail-if failed",
  );
  assert.equal(again, `${run} --quick --rounds 20 --budget 90s --memory`);
  assert.deepEqual(typedFlags({ full: true, target: 0.015, seed: 7 }), ['--full', '--target', '1.5']);
  assert.deepEqual(typedFlags({ limits: false, memory: false }), ['--no-limits', '--no-memory']);
});

test('nothing is said that nobody typed, whatever the suite and the verb choose', () => {
  assert.equal(calledOf({ suite, request }, 'w').again, 'w run league');
  assert.deepEqual(typedFlags({}), []);
  const theirs = { suite, request: { ...request, typed: ['--rounds', '3; rm x'] } };
  assert.equal(calledOf(theirs, 'w').again, "w run league --rounds '3; rm x'");
});

test('bench with its revisions and neighbors', () => {
  const rows = [join(process.cwd(), 'bench', 'row.toml')];
  const filters = {
    serializer: ['my-json@main=/c/1', 'my-json@HEAD=/c/2', 'json'],
    dataset: ['users/small'],
  };
  const bench = { ...request, rows, filters, bench: ['main', 'HEAD'] };
  assert.equal(
    againWords({ suite, request: bench }),
    'bench bench/row.toml --versions main,HEAD -s json -d users/small',
  );
  const alone = { ...request, rows, filters: { runtime: ['node'] }, bench: [] };
  assert.equal(againWords({ suite, request: alone }), 'bench bench/row.toml -r node');
  assert.equal(calledOf({ suite, request: alone }, 'w').check, 'w check league --add bench/row.toml');
  assert.equal(calledOf({ suite, request: bench }, 'w').check, null);
  assert.equal(subjectOf({ suite, request: alone }), 'league --add bench/row.toml');
});
