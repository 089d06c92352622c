import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { readCatalog } from '../../src/define/catalog.ts';
import { findDefinitions } from '../../src/define/found.ts';
import { DATASET, runnerOf, suiteOf } from './minimal.ts';
import { definitionError, folderWith, refuses, toldAt } from './place.ts';

const SUITE = suiteOf('people', 'mill').replace('["mill/*"]', '["mill/*", "ark/jackson"]');
const FILES = {
  'datasets/people/dataset.toml': DATASET,
  'datasets/notes.txt': 'no dataset',
  'suites/all.toml': SUITE,
  'suites/all.published.csv': '',
  'runners/mill/runner.toml': runnerOf('mill'),
  'runners/mill/main': '',
  'runners/ark/runner.toml': runnerOf('ark', 'jackson'),
  'runners/ark/main': '',
};

const catalog = (context: TestContext, changes: Readonly<Record<string, string>> = {}) =>
  readCatalog(findDefinitions(folderWith(context, { ...FILES, ...changes })));

describe('the catalog', () => {
  it('refuses a name that is taken', (context) => {
    const again = { 'runners/other/runner.toml': runnerOf('mill', 'x'), 'runners/other/main': '' };
    const taken = definitionError(null, null, /runtime "mill" is already defined/);
    assert.throws(() => catalog(context, again), taken);
  });

  refuses(SUITE, (context, text) => catalog(context, { 'suites/all.toml': text }), [
    ['"people"', '"peple"', '5: case[0].dataset', 'mean "people"'],
    ['"small"', '"large"', '6: case[0].sizes[0]', '"people" has no size "large"'],
    ['"mill/json"', '"mill/jsn"', '2: baseline', 'mean "mill/json"'],
    ['"mill/*"', '"rill/*"', '3: serializers[0]', 'matches no serializer'],
    ['tasks', 'serializers = ["*/x"]\ntasks', '7: case[0].serializers[0]', 'matches no serializer'],
    ['"mill/*", ', '', '2: baseline', 'in none of the cases'],
  ]);

  const VARIANTS = `[[variant]]
id = "parallel-gc"
add = ["-XX:+UseParallelGC"]
`;
  const withVariants = (context: TestContext, baseline: string, serializers: string) =>
    catalog(context, {
      'runners/ark/runner.toml': runnerOf('ark', 'jackson') + VARIANTS,
      'suites/all.toml': SUITE.replace('mill/json', baseline).replace(
        /(?<=^serializers = ).*$/m,
        serializers,
      ),
    });

  it('accepts a variant as a baseline, if a pattern names the variant', (context) => {
    const name = 'ark+parallel-gc/jackson';
    const { suites, runners } = withVariants(context, name, '["ark/jackson", "ark+*/jackson"]');
    assert.equal(suites.get('all')!.baseline, name);
    assert.equal(runners.get('ark')!.variants[0]!.id, 'parallel-gc');
    const unasked = () => withVariants(context, name, '["*/*"]');
    assert.throws(unasked, toldAt('2: baseline', 'in none of the cases'));
    for (const [pattern, meant] of [
      ['ark+paralel-gc/*', 'mean "ark+parallel-gc"?'],
      ['ark+parallel-gc/jakson', 'mean "ark+parallel-gc/jackson"?'],
    ] as const) {
      const planned = () => withVariants(context, 'mill/json', `["mill/*", "${pattern}"]`);
      assert.throws(planned, toldAt('3: serializers[1]', meant));
    }
  });
});
