import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowCalled, withBaseline } from '../../src/plan/baseline.ts';
import { contenderName } from '../../src/plan/case.ts';
import { makePlan, type Plan } from '../../src/plan/plan.ts';
import { runner, serializer, suite } from './definitions.ts';

const mine = { ...serializer('mine'), isAdded: true as const };
const runners = (...own: (typeof mine)[]) =>
  new Map([
    ['mill', runner('mill', [serializer('json'), serializer('write', 'json', ['serialize']), ...own])],
    ['ark', runner('ark', [serializer('circe'), serializer('json')], ['g1'])],
  ]);
const both = suite(['*/*'], 'mill/json', {
  cases: [
    { dataset: 'users', sizes: ['small'], tasks: ['serialize', 'deserialize'] },
    { dataset: 'record', sizes: ['single'], tasks: ['serialize'], serializers: ['ark/c*'] },
  ],
});
const baselines = ({ cases }: Plan) =>
  cases.map(({ baseline, standIn }) => [baseline, standIn].map((one) => one && contenderName(one)));

test("an added row is the baseline, with the suite's baseline as stand-in; without such a row there is no stand-in", () => {
  assert.deepEqual(baselines(makePlan(both, runners(), {})), [
    ['mill/json', undefined],
    ['mill/json', undefined],
    ['ark/circe', undefined],
  ]);
  assert.deepEqual(baselines(makePlan(both, runners(mine), {})), [
    ['mill/mine', 'mill/json'],
    ['mill/mine', 'mill/json'],
    ['mill/mine', undefined],
  ]);
});

test('the row of --baseline is the baseline of each case that has it, even if it does not do the task', () => {
  const asked = (word: string) => baselines(withBaseline(makePlan(both, runners(mine), {}), word));
  assert.deepEqual(asked('circe'), [
    ['ark/circe', 'mill/mine'],
    ['ark/circe', 'mill/mine'],
    ['ark/circe', 'mill/mine'],
  ]);
  assert.deepEqual(asked('mill/write'), [
    ['mill/write', 'mill/mine'],
    ['mill/write', 'mill/mine'],
    ['mill/mine', undefined],
  ]);
  assert.deepEqual(asked('mill/mine'), baselines(makePlan(both, runners(mine), {})));
});

test('an unknown row, and a name that several rows have, are refused with names that exist', () => {
  const row = (runtime: string, serializer: string, variant: string | null = null) => ({
    ...{ runtime, variant, serializer, format: 'json' as const },
  });
  const names = [row('mill', 'json'), row('ark', 'json'), row('ark', 'circe'), row('ark', 'zio', 'g1')];
  const refused = (word: string, message: RegExp) =>
    assert.throws(() => rowCalled(word, names, 'suite both'), { name: 'EmptyPlanError', message });
  refused('ark/cirse', /^--baseline ark\/cirse is no row of suite both\. Did you mean "ark\/circe"\?$/);
  refused('json', /^--baseline json means mill\/json and ark\/json: name one$/);
  refused('', /^--baseline {2}is no row/);
  assert.equal(rowCalled('circe', names, ''), 'ark/circe');
  assert.equal(rowCalled('ark+g1/zio', names, ''), 'ark+g1/zio');
});
