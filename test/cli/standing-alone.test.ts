/** A recorded run needs nothing but its folder, and what is wrong with that is said wherever it is opened. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runsFolder } from '../../src/store/locate.ts';
import type { RunRecord } from '../../src/store/record.ts';
import { createRun } from '../../src/store/writer.ts';
import { scratchFolder, wiremark } from '../contract/command.ts';
import { record, sample } from '../store/record.ts';

const scratch = scratchFolder('alone');
const recorded = join(import.meta.dirname, '..', 'report', 'recorded');
const known = JSON.parse(readFileSync(join(recorded, 'run.json'), 'utf8')) as RunRecord;

/** The recorded run with other facts, in a folder of its own. */
function runWith(name: string, changes: Partial<RunRecord>): string {
  const root = scratch(name);
  const folder = join(runsFolder(root), 'run');
  mkdirSync(runsFolder(root), { recursive: true });
  cpSync(recorded, folder, { recursive: true });
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...known, ...changes }));
  return root;
}

const asked = { runners: [], filters: {}, limits: true, memory: false, packages: {} };
const figure = {
  ...({ table: 'A page', label: 'JSON', dataset: 'record', size: 'single', task: 'serialize' } as const),
  ...({ work: 'serialize', metric: 'average', error: null, unit: 'ns', note: '' } as const),
};
const published = [
  { ...figure, serializer: 'node/json', value: 100 },
  { ...figure, serializer: 'node/msgpackr', value: 300 },
];

test('the published table is that of the record; no path that a run names is opened', () => {
  const root = runWith('published', { published });
  // Who opened this would wait for ever.
  const pipe = join(root, 'mine.toml');
  spawnSync('mkfifo', [pipe]);
  const file = join(runsFolder(root), 'run', 'run.json');
  for (const suite of [pipe, '/no/such/suite.toml']) {
    writeFileSync(
      file,
      JSON.stringify({ ...known, published, request: { ...asked, suite, runners: [pipe] } }),
    );
    const against = wiremark(root, ['report', '--against', 'published', '--format', 'csv']);
    assert.notEqual(against.status, 2, against.stderr);
    assert.match(against.stdout, /^A page,record,single,serialize,JSON,node\/msgpackr/m);
    assert.doesNotMatch(against.stderr, /wiremark: run/);
    assert.match(wiremark(root, ['report', '--html', 'page.html']).stderr, /wrote page/);
  }
  // A run of a suite without a table has none, whatever a suite of that name has today.
  const suite = { ...known.suite, name: 'scalajack' };
  writeFileSync(file, JSON.stringify({ ...known, suite, published: [] }));
  const none = wiremark(root, ['report', '--format', 'json']);
  assert.deepEqual(JSON.parse(none.stdout).published, []);
  assert.doesNotMatch(none.stderr, /wiremark: run/);
});

test('an older run falls back to the packaged suite of its name, and says so everywhere', () => {
  const suite = { ...known.suite, name: 'playground' };
  const cases = known.cases.map((one) => ({ ...one, dataset: 'test-object', size: 'single' }));
  const root = runWith('older', { suite, cases });
  const told = /recorded by an older wiremark: the published table of suite playground is the one of today/;
  for (const args of [[], ['--format', 'csv'], ['--format', 'json'], ['--html', 'page.html']]) {
    const { stdout, stderr } = wiremark(root, ['report', ...args]);
    assert.match(stderr, told, args.join(' '));
    if (args[1] === 'json') assert.match(JSON.parse(stdout).run.warnings.join(), told);
  }
  assert.match(readFileSync(join(root, 'page.html'), 'utf8'), told);
  // Of a suite of the user's own nothing is there, and nothing of the same name is taken for it.
  const file = join(runsFolder(root), 'run', 'run.json');
  const request = { ...asked, suite: '/home/me/playground.toml' };
  writeFileSync(file, JSON.stringify({ ...known, suite, cases, request }));
  assert.doesNotMatch(wiremark(root, ['report', '--format', 'json']).stderr, told);
});

test('what is to be known of the files is on standard error in every format', () => {
  const root = scratch('cut');
  const run = createRun(join(runsFolder(root), record.id), {
    ...record,
    outcomes: record.outcomes.slice(0, 1),
  });
  run.sample(sample(0));
  appendFileSync(join(run.folder, 'samples.jsonl'), '{"case":0');
  rmSync(join(run.folder, 'writer.lock'), { recursive: true });
  const told = new RegExp(`run ${record.id}: samples\\.jsonl:2: the last sample was cut short`);
  for (const format of ['terminal', 'md', 'csv', 'json', 'summary'])
    assert.match(wiremark(root, ['report', '--format', format]).stderr, told, format);
  assert.match(wiremark(root, ['report', '--html', 'page.html']).stderr, told);
  assert.match(wiremark(root, ['report', '--charts', 'charts']).stderr, told);
  assert.match(wiremark(root, ['sql', 'select count(*) from samples']).stderr, /samples\.jsonl:2: the last/);
});

test('a run that died at its end is finished by --resume, with nothing but its folder', () => {
  const root = scratch('died');
  const planned = { ...record, cases: [{ ...record.cases[0]!, rounds: 1, ended: 'rounds' as const }] };
  const run = createRun(join(runsFolder(root), record.id), planned);
  run.sample(sample(0));
  rmSync(join(run.folder, 'writer.lock'), { recursive: true });
  assert.match(wiremark(root, ['runs']).stdout, /partial: crash/);
  const { stdout, stderr } = wiremark(root, ['run', '--resume', '--format', 'json']);
  assert.match(stderr, /everything of \S+ had been measured: it is finished now/);
  assert.equal(JSON.parse(stdout).partial, false);
  assert.doesNotMatch(wiremark(root, ['runs']).stdout, /partial/);
  assert.match(wiremark(root, ['run', '--resume']).stderr, /is over/);
});

test('a name that is taken or none is told before anything is measured', () => {
  const root = runWith('names', { name: 'before' });
  for (const [args, message] of [
    [['--name', 'before'], /run \S+ has the name "before" already/],
    [['--name', 'last'], /--name: names like "last"/],
    [['--tag', 'Up'], /--tag "Up": a tag is made of/],
    [['--resume', '--name', 'x'], /cannot be used with option '--name/],
  ] as const) {
    const { status, stderr } = wiremark(root, ['run', ...args]);
    assert.equal(status, 2, args.join(' '));
    assert.match(stderr, message);
  }
});
