import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForVariants, matchesAny } from '../../src/define/patterns.ts';
import type { SuiteDefinition } from '../../src/define/types.ts';
import { contenderName } from '../../src/plan/case.ts';
import type { Filters } from '../../src/plan/filters.ts';
import { EmptyPlanError } from '../../src/plan/missed.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { missedOf, runner, serializer, suite } from './definitions.ts';

const runners = new Map([
  ['mill', runner('mill', [serializer('json'), serializer('bson', 'bson')], ['large-young'])],
  [
    'ark',
    {
      ...runner('ark', [serializer('jackson'), serializer('circe')], ['parallel-gc', 'zgc']),
      limits: { kinds: ['walk'] as const, host: 'jackson' },
    },
  ],
]);

function rows(of: SuiteDefinition, filters: Filters = {}, limits = false): string {
  const plan = makePlan(of, runners, filters, limits);
  return plan.cases.flatMap(({ contenders }) => contenders.map(contenderName)).join(' ');
}

const whole = suite(['*/*'], 'ark/jackson');

test('a pattern without + selects no variant', () => {
  const plain = 'mill/json mill/bson ark/jackson ark/circe';
  assert.equal(rows(whole), plain);
  for (const pattern of ['**', '*/*', '{ark,mill}*/*', 'ark*/*', '*/c+i', '?rk/*'])
    assert.ok(!asksForVariants(pattern), pattern);
  assert.equal(rows(suite(['ark/*', '{a,m}*/*'], 'ark/jackson')), plain);
  assert.equal(rows(whole, { runtime: ['ark'] }), 'ark/jackson ark/circe');
  assert.equal(rows(whole, { runtime: ['*'], serializer: ['json', 'c*'] }), 'mill/json ark/circe');
});

test('a suite chooses variants by pattern', () => {
  const both = suite(['ark/jackson', 'ark+*/jackson'], 'ark/jackson');
  const three = 'ark/jackson ark+parallel-gc/jackson ark+zgc/jackson';
  assert.equal(rows(both), three);
  const braces = suite(['{ark,mill}+*/{json,jackson}', 'ark/jackson'], 'ark/jackson');
  assert.equal(rows(braces), `mill+large-young/json ${three}`);
  assert.equal(rows(suite(['ark{,+zgc}/jackson'], 'ark/jackson')), 'ark/jackson ark+zgc/jackson');
  // Its filters narrow that: a serializer's name says nothing of variants, a runtime's does.
  assert.equal(rows(both, { serializer: ['jackson'] }), three);
  assert.equal(rows(both, { runtime: ['ark'] }), 'ark/jackson');
  assert.equal(rows(both, { serializer: ['ark/jackson'] }), 'ark/jackson');
  assert.equal(rows(both, { skipRuntime: ['ark'] }), 'ark+parallel-gc/jackson ark+zgc/jackson');
  assert.equal(rows(both, { skipRuntime: ['*+z*'] }), 'ark/jackson ark+parallel-gc/jackson');
});

test('a filter that asks for a variant adds it where the suite has the plain row', () => {
  assert.equal(rows(whole, { runtime: ['ark+zgc'] }), 'ark+zgc/jackson ark+zgc/circe');
  const some = { runtime: ['ark', 'ARK+zgc'], serializer: ['jackson'] };
  assert.equal(rows(whole, some), 'ark/jackson ark+zgc/jackson');
  const every = { serializer: ['ark+parallel-gc/*'] };
  assert.equal(rows(whole, every), 'ark+parallel-gc/jackson ark+parallel-gc/circe');
  const skipping = { serializer: ['*/jackson', 'ark+*/jackson'], skipRuntime: ['ark+zgc'] };
  assert.equal(rows(whole, skipping), 'ark/jackson ark+parallel-gc/jackson');
  const plain = suite(['ark/jackson'], 'ark/jackson');
  assert.equal(rows(plain, { runtime: ['*+*'] }), 'ark+parallel-gc/jackson ark+zgc/jackson');
  assert.throws(() => rows(plain, { runtime: ['mill+large-young'] }), EmptyPlanError);
});

test('a filter that asks for the plain runtime adds it where the suite has only a variant', () => {
  const variant = suite(['ark+zgc/*'], 'ark+zgc/circe');
  assert.equal(rows(variant), 'ark+zgc/jackson ark+zgc/circe');
  assert.equal(rows(variant, { runtime: ['ark'] }), 'ark/jackson ark/circe');
  const both = { runtime: ['ark', 'ark+zgc'], serializer: ['circe'] };
  assert.equal(rows(variant, both), 'ark/circe ark+zgc/circe');
  assert.equal(rows(variant, { serializer: ['circe'] }), 'ark+zgc/circe');
  // What others are relative to is the same serializer, however it is started.
  const baseline = (filters: Filters) =>
    contenderName(makePlan(variant, runners, filters).cases[0]!.baseline);
  assert.equal(baseline({ runtime: ['ark'] }), 'ark/circe');
  assert.equal(baseline({ runtime: ['ark+*'] }), 'ark+zgc/circe');
  assert.throws(() => rows(variant, { runtime: ['mill'] }), EmptyPlanError);
});

test('the baseline may be a variant, and each case has only limits of its own variants', () => {
  const variant = suite(['ark/jackson', 'ark+zgc/jackson'], 'ark+zgc/jackson');
  const { cases, contenders } = makePlan(variant, runners, {}, true);
  assert.equal(contenderName(cases[0]!.baseline), 'ark+zgc/jackson');
  const names = 'ark/jackson ark+zgc/jackson ark/limit-walk ark+zgc/limit-walk';
  assert.equal(rows(variant, {}, true), names);
  assert.equal(rows(variant, { runtime: ['ark+zgc'] }, true), 'ark+zgc/jackson ark+zgc/limit-walk');
  assert.deepEqual(contenders.map(contenderName).sort(), names.split(' ').sort());
});

test('an unknown variant is an error with the nearest one', () => {
  const message = (filters: Filters) => missedOf(() => rows(whole, filters));
  const what = '"ark+paralel-gc" names no variant of a runtime. Did you mean "ark+parallel-gc"?';
  assert.equal(message({ runtime: ['ark', 'ark+paralel-gc'] }), what);
  assert.match(message({ serializer: ['json', 'ark+paralel-gc/*'] }), /mean "ark\+parallel-gc"/);
  assert.match(message({ skipRuntime: ['rill+yjit'] }), /There are "mill\+large-young", "ark\+parallel-gc"/);
  assert.match(message({ serializer: ['ark+zgc/jakson'] }), /Did you mean "ark\+zgc\/jackson"\?/);
});

test('a pattern is a glob over whole names', () => {
  const known: [pattern: string, matches: string[], others: string[]][] = [
    ['*', ['json', ''], ['ark/json']],
    ['*/json', ['ark/json', 'ark+zgc/JSON'], ['json', 'ark/json-b', 'a/b/json']],
    ['ark*/j*n', ['ark/json', 'ark+x/jan-n'], ['ark/jso', 'ar/json']],
    ['a?k/*', ['ark/x', 'ark/'], ['ak/x', 'a/k/x']],
    ['a?b', ['axb'], ['a/b', 'ab']],
    ['{a,b{c,d}}x', ['ax', 'bcx', 'bdx'], ['bx', 'cx']],
    ['ark{,+zgc}/x', ['ark/x', 'ark+zgc/x'], ['ark+/x']],
    ['{ark,m}+*/x', ['ark+zgc/x', 'm+zgc/X'], ['ark/x']],
    ['?rk+ZGC/*', ['ark+zgc/x'], ['ark/x', 'ark+g1/x']],
    ['a.c', ['a.c'], ['abc']],
    ['[a](b)!', ['[a](b)!'], ['ab']],
    ['{a', ['{a'], ['a']],
    ['**', ['x'], ['x/y']],
    ['*a*b*', ['xaxbx', 'ab', 'aab'], ['ba']],
  ];
  for (const [pattern, matches, others] of known) {
    for (const name of matches) assert.ok(matchesAny([pattern], name), `${pattern} ${name}`);
    for (const name of others) assert.ok(!matchesAny([pattern], name), `${pattern} ${name}`);
  }
});
