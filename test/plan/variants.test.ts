/** Variants in plans: there for whoever asks for them, and for nobody else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForVariants, selectsRow } from '../../src/define/patterns.ts';
import type { SuiteDefinition } from '../../src/define/types.ts';
import { contenderName } from '../../src/plan/case.ts';
import type { Filters } from '../../src/plan/filters.ts';
import { EmptyPlanError, makePlan } from '../../src/plan/plan.ts';
import { runner, serializer, suite } from './definitions.ts';

const runners = new Map([
  ['node', runner('node', [serializer('json'), serializer('bson', 'bson')], ['large-young'])],
  [
    'jvm',
    {
      ...runner('jvm', [serializer('jackson'), serializer('circe')], ['parallel-gc', 'zgc']),
      limits: { kinds: ['walk'] as const, host: 'jackson' },
    },
  ],
]);

function rows(of: SuiteDefinition, filters: Filters = {}, limits = false): string {
  const plan = makePlan(of, runners, filters, limits);
  return plan.cases.flatMap(({ contenders }) => contenders.map(contenderName)).join(' ');
}

const whole = suite(['*/*'], 'jvm/jackson');

test('a pattern without + selects no variant, whatever else it says', () => {
  const plain = 'node/json node/bson jvm/jackson jvm/circe';
  assert.equal(rows(whole), plain);
  for (const pattern of ['**', '*/*', '{jvm,node}*/*', 'jvm*/*', '*/c+i', '?vm/*'])
    assert.ok(!asksForVariants(pattern), pattern);
  assert.equal(rows(suite(['jvm/*', '{j,n}*/*'], 'jvm/jackson')), plain);
  assert.equal(rows(whole, { runtime: ['jvm'] }), 'jvm/jackson jvm/circe');
  assert.equal(rows(whole, { runtime: ['*'], serializer: ['json', 'c*'] }), 'node/json jvm/circe');
});

test('a suite chooses variants by pattern', () => {
  const both = suite(['jvm/jackson', 'jvm+*/jackson'], 'jvm/jackson');
  const three = 'jvm/jackson jvm+parallel-gc/jackson jvm+zgc/jackson';
  assert.equal(rows(both), three);
  const braces = suite(['{jvm,node}+*/{json,jackson}', 'jvm/jackson'], 'jvm/jackson');
  assert.equal(rows(braces), `node+large-young/json ${three}`);
  assert.equal(rows(suite(['jvm{,+zgc}/jackson'], 'jvm/jackson')), 'jvm/jackson jvm+zgc/jackson');
  // Its filters narrow that: a serializer's name says nothing of variants, a runtime's does.
  assert.equal(rows(both, { serializer: ['jackson'] }), three);
  assert.equal(rows(both, { runtime: ['jvm'] }), 'jvm/jackson');
  assert.equal(rows(both, { serializer: ['jvm/jackson'] }), 'jvm/jackson');
  assert.equal(rows(both, { skipRuntime: ['jvm'] }), 'jvm+parallel-gc/jackson jvm+zgc/jackson');
  assert.equal(rows(both, { skipRuntime: ['*+z*'] }), 'jvm/jackson jvm+parallel-gc/jackson');
});

test('a filter that asks for a variant brings it in where the suite has the plain row', () => {
  assert.equal(rows(whole, { runtime: ['jvm+zgc'] }), 'jvm+zgc/jackson jvm+zgc/circe');
  const some = { runtime: ['jvm', 'JVM+zgc'], serializer: ['jackson'] };
  assert.equal(rows(whole, some), 'jvm/jackson jvm+zgc/jackson');
  const every = { serializer: ['jvm+parallel-gc/*'] };
  assert.equal(rows(whole, every), 'jvm+parallel-gc/jackson jvm+parallel-gc/circe');
  const skipping = { serializer: ['*/jackson', 'jvm+*/jackson'], skipRuntime: ['jvm+zgc'] };
  assert.equal(rows(whole, skipping), 'jvm/jackson jvm+parallel-gc/jackson');
  const plain = suite(['jvm/jackson'], 'jvm/jackson');
  assert.equal(rows(plain, { runtime: ['*+*'] }), 'jvm+parallel-gc/jackson jvm+zgc/jackson');
  assert.throws(() => rows(plain, { runtime: ['node+large-young'] }), EmptyPlanError);
});

test('a filter that asks for the plain runtime brings it in where the suite has only a variant', () => {
  const variant = suite(['jvm+zgc/*'], 'jvm+zgc/circe');
  assert.equal(rows(variant), 'jvm+zgc/jackson jvm+zgc/circe');
  assert.equal(rows(variant, { runtime: ['jvm'] }), 'jvm/jackson jvm/circe');
  const both = { runtime: ['jvm', 'jvm+zgc'], serializer: ['circe'] };
  assert.equal(rows(variant, both), 'jvm/circe jvm+zgc/circe');
  assert.equal(rows(variant, { serializer: ['circe'] }), 'jvm+zgc/circe');
  // What others are relative to is the same serializer, however it is started.
  const baseline = (filters: Filters) =>
    contenderName(makePlan(variant, runners, filters).cases[0]!.baseline);
  assert.equal(baseline({ runtime: ['jvm'] }), 'jvm/circe');
  assert.equal(baseline({ runtime: ['jvm+*'] }), 'jvm+zgc/circe');
  assert.throws(() => rows(variant, { runtime: ['node'] }), EmptyPlanError);
});

test('the baseline may be a variant, and each case has limits of just the variants in it', () => {
  const variant = suite(['jvm/jackson', 'jvm+zgc/jackson'], 'jvm+zgc/jackson');
  const { cases, contenders } = makePlan(variant, runners, {}, true);
  assert.equal(contenderName(cases[0]!.baseline), 'jvm+zgc/jackson');
  const names = 'jvm/jackson jvm+zgc/jackson jvm/limit-walk jvm+zgc/limit-walk';
  assert.equal(rows(variant, {}, true), names);
  assert.equal(rows(variant, { runtime: ['jvm+zgc'] }, true), 'jvm+zgc/jackson jvm+zgc/limit-walk');
  assert.deepEqual(contenders.map(contenderName).sort(), names.split(' ').sort());
});

test('a filter that asks for a variant that there is not is told the nearest', () => {
  const message = (filters: Filters) => {
    try {
      return rows(whole, filters);
    } catch (error) {
      assert.ok(error instanceof EmptyPlanError);
      return error.message;
    }
  };
  const what = '"jvm+paralel-gc" names no variant of a runtime. Did you mean "jvm+parallel-gc"?';
  assert.equal(message({ runtime: ['jvm', 'jvm+paralel-gc'] }), what);
  assert.match(message({ serializer: ['json', 'jvm+paralel-gc/*'] }), /mean "jvm\+parallel-gc"/);
  assert.match(message({ skipRuntime: ['ruby+yjit'] }), /There are "node\+large-young", "jvm\+parallel-gc"/);
  assert.match(message({ serializer: ['jvm+zgc/jakson'] }), /Did you mean "jvm\+zgc\/jackson"\?/);
});

test('a plus sign is itself in a pattern, also after braces', () => {
  const zgc = { runtime: 'jvm', variant: 'zgc', serializer: 'jackson' };
  for (const pattern of ['{jvm,node}+*/jackson', '?vm+zgc/*', 'JVM+ZGC/jackson', '*+zgc/*', 'jvm{,+zgc}/*'])
    assert.ok(selectsRow(pattern, zgc), pattern);
  assert.ok(!selectsRow('{jvm,node}+*/jackson', { ...zgc, variant: null }));
  assert.ok(!selectsRow('{jvm,node}+x/*', zgc));
});
