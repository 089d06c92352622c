import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scratchFolder } from '../contract/command.ts';
import { suiteToml, writeFiles } from '../contract/definitions.ts';
import { here, PLAIN } from '../contract/shipped.ts';
import { refuses } from './in-process.ts';

const folder = scratchFolder('unread')('here');

const TOML = `title = "Orders"\nseed = 1\n[sizes.small]\ndocuments = 1\ndigest = "sha256:${'0'.repeat(64)}"\n`;
const suite = (dataset: string, baseline = PLAIN) =>
  suiteToml({ serializers: [baseline], dataset, size: 'small' });
const FILES = {
  'wiremark.toml':
    'datasets = ["datasets"]\nsuites = ["suites"]\nrunners = ["runners"]\nrows = ["row.toml"]\n',
  'datasets/toml/dataset.toml': 'title = "x',
  'datasets/toml/schema.json': '{"type":"object","properties":{"a":{"type":"string"}}}',
  'datasets/key/dataset.toml': TOML.replace('seed', 'sed'),
  'datasets/key/schema.json': '{}',
  'datasets/schema/dataset.toml': TOML,
  'datasets/schema/schema.json': '{"type":',
  'datasets/unmodelled/dataset.toml': TOML,
  'datasets/unmodelled/schema.json': '{"type":"object","properties":{"a":{"type":"strng"}}}',
  'suites/malformed.toml': 'title = "x"\nbaselin = "toy/plain"\n',
  'suites/onschema.toml': suite('schema'),
  'suites/onunmodelled.toml': suite('unmodelled'),
  'suites/onrunner.toml': suite('record', 'mine/x'),
  'suites/onrow.toml': suite('record', `${here.runtime}/own`),
  'runners/mine/runner.toml': 'runtime = "mine"\nstrt = ["x"]\n',
  'row.toml': 'runtim = "toy"\nid = "own"\n',
};
writeFiles(folder, FILES);

const DATASETS = {
  toml: /^wiremark: \S+datasets\/toml\/dataset\.toml:1: column \d+: not TOML: /,
  key: /^wiremark: \S+datasets\/key\/dataset\.toml:2: sed: unknown key\. Did you mean "seed"\?\n$/,
  schema: /^wiremark: \S+datasets\/schema\/schema\.json:1: column \d+: not JSON: value expected\n$/,
  unmodelled:
    /^wiremark: \S+datasets\/unmodelled\/schema\.json:1: \/properties\/a\/type: unknown type "strng"/,
};
const RUNNER = /^wiremark: \S+runners\/mine\/runner\.toml:2: strt: unknown key\. Did you mean "start"\?\n$/;
const ROW = /row\.toml:1: runtim: unknown key\. Did you mean "runtime"\?/;
const SUITES = {
  malformed: /^wiremark: \S+suites\/malformed\.toml:2: baselin: unknown key\. Did you mean "baseline"\?\n$/,
  onschema: DATASETS.schema,
  onunmodelled: DATASETS.unmodelled,
  onrunner: RUNNER,
};

async function isTold(argv: readonly string[], error: RegExp): Promise<void> {
  const text = await refuses(folder, argv, error);
  const words = argv.join(' ');
  assert.equal(text.trimEnd().split('\n').length, 1, `${words}: ${text}`);
  assert.doesNotMatch(text, /To add it|There (is|are) "/, words);
}

test('a malformed dataset is reported by every verb that has -d', async () => {
  for (const [name, error] of Object.entries(DATASETS))
    for (const verb of ['run', 'check', 'list', 'doctor'])
      for (const spelled of [name, `${name}/small`]) await isTold([verb, '-d', spelled], error);
  await isTold(['new', 'suite', 'another', '--dataset', 'toml'], DATASETS.toml);
});

test('a malformed suite is reported, as is one that uses malformed definitions', async () => {
  for (const [name, error] of Object.entries(SUITES))
    for (const spelled of [name, `suites/${name}.toml`])
      for (const verb of ['run', 'check']) await isTold([verb, spelled], error);
});

test('a malformed runner is reported for its name, its rows and its file', async () => {
  for (const verb of ['run', 'check', 'list', 'doctor'])
    for (const words of [
      ['-r', 'mine'],
      ['-s', 'mine/x'],
      ['--runner', 'runners/mine/runner.toml'],
    ])
      await isTold([verb, ...words], RUNNER);
});

test('a malformed row is reported for its file and its name', async () => {
  await isTold(['bench', 'row.toml'], ROW);
  for (const verb of ['run', 'check']) await isTold([verb, '--add', 'row.toml'], ROW);
  for (const verb of ['run', 'check', 'list', 'doctor'])
    for (const name of ['own', `${here.runtime}/own`]) {
      const hidden = /matches no serializer of .* It may be in what can't be read: \S+runner\.toml:2: /;
      const text = await refuses(folder, [verb, '-s', name], hidden);
      assert.match(text, ROW);
      assert.doesNotMatch(text, /To add it/);
    }
  await refuses(folder, ['run', 'onrow'], ROW);
});

test('a misspelled name gets the nearest name, and then unreadable definitions', async () => {
  const hidden = new RegExp(`Did you mean "${PLAIN}"\\? It may be in what can't be read: `);
  await refuses(folder, ['run', '-s', PLAIN.slice(0, -1)], hidden);
  await refuses(folder, ['run', '-d', 'ordres'], /To add it: \S+ new dataset ordres --from FILE\n/);
});
