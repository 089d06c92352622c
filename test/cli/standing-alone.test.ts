import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readRecord } from '../../src/store/folder/reader.ts';
import { runsFolder } from '../../src/store/locate.ts';
import { runLabel } from '../../src/store/record/run-label.ts';
import { scratchFolder } from '../contract/command.ts';
import { copyRecorded } from '../report/recorded.ts';
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

test('the published table is read from the record, not from a suite or a path that it names', async () => {
  const root = scratch('published');
  const folder = copyRecorded(root, 'run', { published });
  forge(folder, { request: { ...asked, suite: '/no/such/suite.toml', runners: ['/no/such/runner.toml'] } });
  const against = await wiremark(root, ['report', '--against', 'published', '--format', 'json']);
  assert.notEqual(against.status, 2, against.stderr);
  const [page] = JSON.parse(against.stdout).published;
  assert.deepEqual([page.title, page.rows.at(-1).name], ['A page', 'mill/msgpackr']);
  // A run without a table has none, even if its suite has one today.
  forge(folder, { suite: { ...readRecord(folder).suite, name: 'scalajack' }, published: [] });
  const none = await wiremark(root, ['report', '--format', 'json']);
  assert.deepEqual(JSON.parse(none.stdout).published, []);
  assert.doesNotMatch(against.stderr + none.stderr, /wiremark: run/);
});

test('warnings about files are on standard error in every format', async () => {
  const root = scratch('cut');
  const folder = join(runsFolder(root), record.id);
  writeRun(folder, { ...record, outcomes: record.outcomes.slice(0, 1) }, [sample(0)]);
  appendFileSync(join(folder, 'samples.csv'), '0,0,0,blo');
  const told = new RegExp(`${runLabel(record)}: samples\\.csv:3: the last sample was cut short`);
  for (const words of ['--format terminal', '--format json', '--html page.html', '--charts charts'])
    assert.match((await wiremark(root, ['report', ...words.split(' ')])).stderr, told, words);
  const counting = await wiremark(root, ['sql', 'select count(*) from samples']);
  assert.match(counting.stderr, /samples\.csv:3: the last/);
});

test('--resume completes a run that was killed after its last round', async () => {
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

test('a taken or malformed name is refused before anything is measured', async () => {
  const root = scratch('names');
  copyRecorded(root, 'run', { name: 'before' });
  for (const [args, message] of [
    [['--name', 'before'], /the run of .+ already has the name "before"/],
    [['--name', 'last'], /"last": names like "last"/],
    [['--resume', '--name', 'x'], /cannot be used with option '--name/],
  ] as const)
    await refuses(root, ['run', ...args], message);
});

/** A run next to runs of other versions of wiremark. */
const versions = scratch('versions');
copyRecorded(versions, 'own');
for (const [name, schema] of Object.entries({ older: 3, newer: 5 })) {
  mkdirSync(join(runsFolder(versions), name));
  writeFileSync(join(runsFolder(versions), name, 'run.json'), JSON.stringify({ schema, id: name }));
}

test('a run of another version is refused in one line by each verb that reads runs', async () => {
  for (const [name, fix] of [
    ['older', /written by an older wiremark \(its schema is 3, .*: measure it again/],
    ['newer', /written by a newer wiremark \(its schema is 5, .*: update wiremark/],
  ] as const) {
    const path = join(runsFolder(versions), name);
    for (const args of [
      ['report', path],
      ['compare', path, 'own'],
      ['runs', 'export', path],
      ['sql', 'from results', '--run', path],
      ['run', '--resume', path],
    ]) {
      const stderr = await refuses(versions, args, fix);
      assert.match(stderr, new RegExp(`^wiremark: \\S+${name}/run\\.json: [^\\n]+\\n$`), args.join(' '));
    }
  }
});
