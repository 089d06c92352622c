import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { readCatalog } from '../../src/define/catalog.ts';
import { findDefinitions } from '../../src/define/found.ts';
import { DATASET, runnerOf, suiteOf } from './minimal.ts';
import { definitionError, folderWith, refuses, toldAt } from './place.ts';

const SUITE = suiteOf('people', 'node').replace('["node/*"]', '["node/*", "jvm/jackson"]');
const FILES = {
  'datasets/people/dataset.toml': DATASET,
  'datasets/notes.txt': 'no dataset',
  'suites/all.toml': SUITE,
  'suites/all.published.csv': '',
  'runners/node/runner.toml': runnerOf('node'),
  'runners/node/main': '',
  'runners/jvm/runner.toml': runnerOf('jvm', 'jackson'),
  'runners/jvm/main': '',
};

const catalog = (context: TestContext, changes: Readonly<Record<string, string>> = {}) =>
  readCatalog(findDefinitions(folderWith(context, { ...FILES, ...changes })));

describe('the catalog', () => {
  it('has everything by name', (context) => {
    const { datasets, suites, runners } = catalog(context);
    const names = [datasets, suites, runners].map((all) => [...all.keys()].join());
    assert.deepEqual(names, ['people', 'all', 'jvm,node']);
  });

  it('refuses a name that is taken', (context) => {
    const again = { 'runners/other/runner.toml': runnerOf('node', 'x'), 'runners/other/main': '' };
    const taken = definitionError(null, null, /runtime "node" is already defined/);
    assert.throws(() => catalog(context, again), taken);
  });

  refuses(SUITE, (context, text) => catalog(context, { 'suites/all.toml': text }), [
    ['"people"', '"peple"', '5: case[0].dataset', 'mean "people"'],
    ['"small"', '"large"', '6: case[0].sizes[0]', '"people" has no size "large"'],
    ['"node/json"', '"node/jsn"', '2: baseline', 'mean "node/json"'],
    ['"jvm/jackson"', '"jvm/jakson"', '3: serializers[1]', 'mean "jvm/jackson"'],
    ['"node/*"', '"ruby/*"', '3: serializers[0]', 'matches no serializer'],
    ['tasks', 'serializers = ["*/x"]\ntasks', '7: case[0].serializers[0]', 'matches no serializer'],
    ['"node/*", ', '', '2: baseline', 'in none of the cases'],
  ]);

  const VARIANTS = `[[variant]]
id = "parallel-gc"
add = ["-XX:+UseParallelGC"]
`;
  const withVariants = (context: TestContext, baseline: string, serializers: string) =>
    catalog(context, {
      'runners/jvm/runner.toml': runnerOf('jvm', 'jackson') + VARIANTS,
      'suites/all.toml': SUITE.replace('node/json', baseline).replace(
        /(?<=^serializers = ).*$/m,
        serializers,
      ),
    });

  it('takes a variant for a baseline and in patterns, where they ask for it', (context) => {
    const name = 'jvm+parallel-gc/jackson';
    const { suites, runners } = withVariants(context, name, '["jvm/jackson", "jvm+*/jackson"]');
    assert.equal(suites.get('all')!.baseline, name);
    assert.equal(runners.get('jvm')!.variants[0]!.id, 'parallel-gc');
    const unasked = () => withVariants(context, name, '["*/*"]');
    assert.throws(unasked, toldAt('2: baseline', 'in none of the cases'));
    for (const [pattern, meant] of [
      ['jvm+paralel-gc/*', 'mean "jvm+parallel-gc"?'],
      ['jvm+parallel-gc/jakson', 'mean "jvm+parallel-gc/jackson"?'],
    ] as const) {
      const planned = () => withVariants(context, 'node/json', `["node/*", "${pattern}"]`);
      assert.throws(planned, toldAt('3: serializers[1]', meant));
    }
  });
});
