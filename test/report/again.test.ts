/** What a report says to type is what was asked for. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { againWords, calledOf, subjectOf } from '../../src/report/run/again.ts';
import type { RunRequest } from '../../src/store/record.ts';

const suite = { name: 'league', title: 'League', style: 'default' } as const;
const request: RunRequest = {
  ...{ suite: 'league', runners: [], filters: {}, limits: false, memory: false, packages: {} },
};

test('a suite with the filters that were given, of both kinds', () => {
  const filters = { runtime: ['node', 'ruby'], skipSerializer: ['{a,b}*'] };
  const asked = { suite, request: { ...request, filters } };
  assert.equal(calledOf(asked, './wiremark').run, "./wiremark run league -S '{a,b}*' -r node,ruby");
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

test('settings that a run was given, and the rules that it is judged by', () => {
  const settings = { seed: 1, quick: true, rounds: { minimum: 20, maximum: 20 }, target: 0.02, budget: 90 };
  const failIf = ['slower > 5%', 'failed'];
  const asked = { suite, settings, request: { ...request, failIf, redact: true, memory: true } };
  const { run, again } = calledOf(asked, 'wiremark');
  assert.equal(run, "wiremark run league --redact --fail-if 'slower > 5%' --fail-if failed");
  assert.equal(again, `${run} --quick --rounds 20 --budget 90s --memory`);
  const full = {
    ...settings,
    quick: false,
    rounds: { minimum: 10, maximum: 30 },
    target: 0.015,
    budget: null,
  };
  assert.equal(calledOf({ suite, request, settings: full }, 'w').again, 'w run league --full --target 1.5');
  const quick = { ...settings, rounds: { minimum: 5, maximum: 5 }, budget: null };
  assert.equal(calledOf({ suite, request, settings: quick }, 'w').again, 'w run league --quick');
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
  assert.equal(subjectOf({ suite, request: alone }), 'league --add bench/row.toml');
});
