/**
 * A recorded run needs nothing but its folder, and what is wrong with that, or that another version of wiremark recorded it, is
 * said wherever it is opened.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readRecord } from '../../src/store/folder/reader.ts';
import { runsFolder } from '../../src/store/locate.ts';
import { runLabel } from '../../src/store/record/run-label.ts';
import { scratchFolder } from '../contract/command.ts';
import { copyRecorded } from '../report/make-recorded-run.ts';
import { record, sample } from '../store/record.ts';
import { forge, writeRun } from '../store/write-run.ts';
import { refuses, wiremark } from './in-process.ts';

const scratch = scratchFolder('alone');
const asked = { runners: [], filters: {}, limits: true, memory: false, packages: {} };
const figure = {
  ...{ edition: '', table: 'A page', label: 'JSON', dataset: 'record', size: 'single', task: 'serialize' },
  ...{ work: 'serialize', metric: 'average', error: null, unit: 'ns', note: '' },
};
const published = [
  { ...figure, serializer: 'mill/json', value: 100 },
  { ...figure, serializer: 'mill/msgpackr', value: 300 },
];

test('the published table is that of the record; no path that a run names is opened', async () => {
  const root = scratch('published');
  const folder = copyRecorded(root, 'run', { published });
  // Who opened this would wait for ever.
  const pipe = join(root, 'mine.toml');
  spawnSync('mkfifo', [pipe]);
  for (const suite of [pipe, '/no/such/suite.toml']) {
    forge(folder, { request: { ...asked, suite, runners: [pipe] } });
    const against = await wiremark(root, ['report', '--against', 'published', '--format', 'json']);
    assert.notEqual(against.status, 2, against.stderr);
    const [page] = JSON.parse(against.stdout).published;
    assert.deepEqual([page.title, page.rows.at(-1).name], ['A page', 'mill/msgpackr']);
    assert.doesNotMatch(against.stderr, /wiremark: run/);
    assert.match((await wiremark(root, ['report', '--html', 'page.html'])).stderr, /wrote page/);
  }
  // A run of a suite without a table has none, whatever a suite of that name has today.
  forge(folder, { suite: { ...readRecord(folder).suite, name: 'scalajack' }, published: [] });
  const none = await wiremark(root, ['report', '--format', 'json']);
  assert.deepEqual(JSON.parse(none.stdout).published, []);
  assert.doesNotMatch(none.stderr, /wiremark: run/);
});

test('what is to be known of the files is on standard error in every format', async () => {
  const root = scratch('cut');
  const folder = join(runsFolder(root), record.id);
  writeRun(folder, { ...record, outcomes: record.outcomes.slice(0, 1) }, [sample(0)]);
  appendFileSync(join(folder, 'samples.csv'), '0,0,0,blo');
  const told = new RegExp(`${runLabel(record)}: samples\\.csv:3: the last sample was cut short`);
  for (const format of ['terminal', 'md', 'csv', 'json', 'summary'])
    assert.match((await wiremark(root, ['report', '--format', format])).stderr, told, format);
  assert.match((await wiremark(root, ['report', '--html', 'page.html'])).stderr, told);
  assert.match((await wiremark(root, ['report', '--charts', 'charts'])).stderr, told);
  assert.match(
    (await wiremark(root, ['sql', 'select count(*) from samples'])).stderr,
    /samples\.csv:3: the last/,
  );
});

test('a run that died at its end is finished by --resume, with nothing but its folder', async () => {
  const root = scratch('died');
  const planned = { ...record, cases: [{ ...record.cases[0]!, rounds: 1, ended: 'rounds' as const }] };
  writeRun(join(runsFolder(root), record.id), planned, [sample(0)]);
  assert.match((await wiremark(root, ['runs'])).stdout, /cut off/);
  const { stdout, stderr } = await wiremark(root, ['run', '--resume', '--format', 'json']);
  assert.match(stderr, /all of .+ was already measured; it is complete now/);
  assert.equal(JSON.parse(stdout).partial, false);
  assert.doesNotMatch((await wiremark(root, ['runs'])).stdout, /partial/);
  assert.match((await wiremark(root, ['run', '--resume'])).stderr, /is complete/);
});

test('a name that is taken or none is told before anything is measured', async () => {
  const root = scratch('names');
  copyRecorded(root, 'run', { name: 'before' });
  for (const [args, message] of [
    [['--name', 'before'], /the run of .+ already has the name "before"/],
    [['--name', 'last'], /"last": names like "last"/],
    [['--resume', '--name', 'x'], /cannot be used with option '--name/],
  ] as const)
    await refuses(root, ['run', ...args], message);
});

/** With runs that another version of wiremark recorded: refused in one line, and no matter for the others. */
const versions = scratch('versions');
copyRecorded(versions, 'own');
for (const [name, schema] of Object.entries({ older: 3, newer: 5 })) {
  mkdirSync(join(runsFolder(versions), name));
  writeFileSync(join(runsFolder(versions), name, 'run.json'), JSON.stringify({ schema, id: name }));
}

const WHY = {
  older:
    /^wiremark: \S+older\/run\.json: written by an older wiremark \(its schema is 3, .*: measure it again/,
  newer: /^wiremark: \S+newer\/run\.json: written by a newer wiremark \(its schema is 5, .*: update wiremark/,
};

for (const [name, why] of Object.entries(WHY))
  test(`the ${name} run is refused by each verb that reads runs`, async () => {
    const path = join(runsFolder(versions), name);
    for (const args of [
      ['report', path],
      ['compare', path, 'own'],
      ['runs', 'export', path],
      ['sql', 'from results', '--run', path],
      ['run', '--resume', path],
    ]) {
      const stderr = await refuses(versions, args, why);
      assert.equal(stderr.trim().split('\n').length, 1, args.join(' '));
    }
  });

test('the others are read as ever, and it is told what is left out', async () => {
  const query = ['sql', 'select count(*) from runs', '--format', 'csv'];
  const { status, stdout, stderr } = await wiremark(versions, query);
  assert.deepEqual([status, stdout.trim().split('\n').at(-1)], [0, '1']);
  assert.equal(stderr.match(/left out/g)?.length, 2);
});
