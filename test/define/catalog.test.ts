import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readCatalog } from '../../src/define/catalog.ts';
import { findDefinitions } from '../../src/define/found.ts';
import { definitionError, folderWith } from './place.ts';

const FILES = {
  'datasets/people/dataset.toml': `title = "People"
seed = 5
[sizes.small]
documents = 3
digest = "sha256:${'0'.repeat(64)}"
`,
  'datasets/notes.txt': 'no dataset',
  'suites/all.toml': `title = "All"
baseline = "node/json"
serializers = ["node/*", "jvm/jackson"]
[[case]]
dataset = "people"
sizes = ["small"]
tasks = ["serialize"]
`,
  'suites/all.published.csv': '',
  'runners/node/runner.toml': runner('node', 'json'),
  'runners/node/main': '',
  'runners/jvm/runner.toml': runner('jvm', 'jackson'),
  'runners/jvm/main': '',
};

function runner(runtime: string, id: string): string {
  return `runtime = "${runtime}"
start = ["{folder}/main"]
[[serializer]]
id = "${id}"
format = "json"
output = "text"
tasks = ["serialize"]
file = "main"
`;
}

const catalog = (context: TestContext, changes: Readonly<Record<string, string>> = {}) =>
  readCatalog(findDefinitions(folderWith(context, { ...FILES, ...changes })));

describe('the catalog', () => {
  it('has everything by name', (context) => {
    const { datasets, suites, runners } = catalog(context);
    assert.deepEqual([...datasets.keys()], ['people']);
    assert.deepEqual([...suites.keys()], ['all']);
    assert.deepEqual([...runners.keys()], ['jvm', 'node']);
  });

  it('is empty where nothing is defined', (context) => {
    const folder = folderWith(context, {});
    assert.deepEqual(findDefinitions(folder), { datasets: [], suites: [], runners: [], rows: [] });
  });

  it('refuses a name that is taken', (context) => {
    const again = { 'runners/other/runner.toml': runner('node', 'x'), 'runners/other/main': '' };
    assert.throws(
      () => catalog(context, again),
      definitionError(null, null, /runtime "node" is already defined/),
    );
    const found = findDefinitions(folderWith(context, FILES));
    const twice = { ...found, datasets: [...found.datasets, ...found.datasets] };
    assert.throws(
      () => readCatalog(twice),
      definitionError(null, null, /dataset "people" is already defined/),
    );
  });

  const suite = FILES['suites/all.toml'];
  const wrong: [what: string, from: string, to: string, line: number, key: string, message: RegExp][] = [
    ['a dataset that is not there', '"people"', '"peple"', 5, 'case[0].dataset', /mean "people"/],
    ['a size that is not there', '"small"', '"large"', 6, 'case[0].sizes[0]', /"people" has no size "large"/],
    ['a baseline that is not there', '"node/json"', '"node/jsn"', 2, 'baseline', /mean "node\/json"/],
    [
      'a pattern that matches nothing',
      '"jvm/jackson"',
      '"jvm/jakson"',
      3,
      'serializers[1]',
      /mean "jvm\/jackson"/,
    ],
    ['a runtime that is not there', '"node/*"', '"ruby/*"', 3, 'serializers[0]', /matches no serializer/],
    [
      'a pattern of a case that matches nothing',
      'tasks',
      'serializers = ["*/x"]\ntasks',
      7,
      'case[0].serializers[0]',
      /matches no serializer/,
    ],
    ['a baseline that is in no case', '"node/*", ', '', 2, 'baseline', /in none of the cases/],
  ];
  for (const [what, from, to, line, key, message] of wrong) {
    it(`refuses a suite with ${what}`, (context) => {
      assert.ok(suite.includes(from), 'the test has to change something');
      const changes = { 'suites/all.toml': suite.replace(from, to) };
      assert.throws(() => catalog(context, changes), definitionError(line, key, message));
    });
  }

  const VARIANTS = `[[variant]]
id = "parallel-gc"
add = ["-XX:+UseParallelGC"]
`;
  const withVariants = (context: TestContext, baseline: string, serializers: string) =>
    catalog(context, {
      'runners/jvm/runner.toml': runner('jvm', 'jackson') + VARIANTS,
      'suites/all.toml': suite
        .replace('"node/json"', `"${baseline}"`)
        .replace(/^serializers = .*$/m, `serializers = ${serializers}`),
    });

  it('takes a variant for a baseline and in patterns, where they ask for it', (context) => {
    const name = 'jvm+parallel-gc/jackson';
    const { suites, runners } = withVariants(context, name, '["jvm/jackson", "jvm+*/jackson"]');
    assert.equal(suites.get('all')!.baseline, name);
    assert.equal(runners.get('jvm')!.variants[0]!.id, 'parallel-gc');
    assert.throws(
      () => withVariants(context, name, '["*/*"]'),
      definitionError(2, 'baseline', /in none of the cases/),
    );
    assert.throws(
      () => withVariants(context, 'node/json', '["node/*", "jvm+paralel-gc/*"]'),
      definitionError(3, 'serializers[1]', /names no variant of a runtime\. Did you mean "jvm\+parallel-gc"/),
    );
    assert.throws(
      () => withVariants(context, 'node/json', '["node/*", "jvm+parallel-gc/jakson"]'),
      definitionError(
        3,
        'serializers[1]',
        /matches no serializer\. Did you mean "jvm\+parallel-gc\/jackson"/,
      ),
    );
  });

  it('accepts all that is defined here', () => {
    const home = fileURLToPath(new URL('../..', import.meta.url));
    const { datasets, suites, runners } = readCatalog(findDefinitions(home));
    assert.ok(['record', 'test-object', 'users'].every((name) => datasets.has(name)));
    assert.ok(suites.size > 0 && runners.size > 0);
    for (const { file } of runners.values()) assert.ok(file.startsWith(join(home, 'runners')));
  });
});
