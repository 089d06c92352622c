/** Which row ratios are relative to: the one that is asked for, the first that was added, the suite's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowCalled, withBaseline } from '../../src/plan/baseline.ts';
import { contenderName } from '../../src/plan/case.ts';
import { EmptyPlanError, makePlan, type Plan } from '../../src/plan/plan.ts';
import { runner, serializer, suite } from './definitions.ts';

const mine = { ...serializer('mine'), isAdded: true as const };
const runners = (...own: (typeof mine)[]) =>
  new Map([
    ['node', runner('node', [serializer('json'), serializer('write', 'json', ['serialize']), ...own])],
    ['jvm', runner('jvm', [serializer('circe'), serializer('json')], ['g1'])],
  ]);
const both = suite(['*/*'], 'node/json', {
  cases: [
    { dataset: 'users', sizes: ['small'], tasks: ['serialize', 'deserialize'] },
    { dataset: 'record', sizes: ['single'], tasks: ['serialize'], serializers: ['jvm/c*'] },
  ],
});
const baselines = ({ cases }: Plan) =>
  cases.map(({ baseline, standIn }) => [baseline, standIn].map((one) => one && contenderName(one)));

test("a row that was added is the baseline, and the suite's stands in for it; that of a suite has no stand-in", () => {
  assert.deepEqual(baselines(makePlan(both, runners(), {})), [
    ['node/json', undefined],
    ['node/json', undefined],
    ['jvm/circe', undefined],
  ]);
  assert.deepEqual(baselines(makePlan(both, runners(mine), {})), [
    ['node/mine', 'node/json'],
    ['node/mine', 'node/json'],
    ['node/mine', undefined],
  ]);
});

test('a row that is asked for is the baseline of each case that has it, also where it does not do the task', () => {
  const asked = (word: string) => baselines(withBaseline(makePlan(both, runners(mine), {}), word));
  assert.deepEqual(asked('circe'), [
    ['jvm/circe', 'node/mine'],
    ['jvm/circe', 'node/mine'],
    ['jvm/circe', 'node/mine'],
  ]);
  assert.deepEqual(asked('node/write'), [
    ['node/write', 'node/mine'],
    ['node/write', 'node/mine'],
    ['node/mine', undefined],
  ]);
  assert.deepEqual(asked('node/mine'), baselines(makePlan(both, runners(mine), {})));
});

test('a row that is not there, and a name of several, are refused with the names that exist', () => {
  const row = (runtime: string, serializer: string, variant: string | null = null) => ({
    ...{ runtime, variant, serializer, format: 'json' as const },
  });
  const names = [row('node', 'json'), row('jvm', 'json'), row('jvm', 'circe'), row('jvm', 'zio', 'g1')];
  const refused = (word: string, message: RegExp) =>
    assert.throws(
      () => rowCalled(word, names, 'suite both'),
      (error) => error instanceof EmptyPlanError && message.test(error.message),
    );
  refused('jvm/cirse', /^--baseline jvm\/cirse is no row of suite both\. Did you mean "jvm\/circe"\?$/);
  refused('json', /^--baseline json means node\/json and jvm\/json: name one$/);
  refused('', /^--baseline {2}is no row/);
  assert.equal(rowCalled('circe', names, ''), 'jvm/circe');
  assert.equal(rowCalled('jvm+g1/zio', names, ''), 'jvm+g1/zio');
});
