import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SuiteDefinition } from '../../src/define/types.ts';
import { contenderName } from '../../src/plan/case.ts';
import type { Filters } from '../../src/plan/filters.ts';
import { makePlan, type Plan } from '../../src/plan/plan.ts';
import { isFailure } from '../../src/plan/verdict.ts';
import { missedOf, runner, serializer, suite } from './definitions.ts';

const runners = new Map([
  [
    'mill',
    runner('mill', [
      serializer('json'),
      serializer('bson', 'bson'),
      serializer('write', 'json', ['serialize']),
    ]),
  ],
  ['ark', runner('ark', [serializer('jackson'), serializer('jackson-afterburner'), serializer('circe')])],
]);
const both = suite(['*/*'], 'mill/json', {
  name: 'both',
  cases: [
    { dataset: 'users', sizes: ['small', 'large'], tasks: ['serialize', 'deserialize'] },
    { dataset: 'record', sizes: ['single'], tasks: ['serialize'], serializers: ['ark/c*'] },
  ],
});

function rows(filters: Partial<Filters>): string[] {
  const plan: Plan = makePlan(both, runners, { ...filters });
  return plan.cases.map(
    ({ dataset, size, task, contenders }) =>
      `${dataset}/${size} ${task}: ${contenders.map(contenderName).join(' ')}`,
  );
}

test('without filters every case has all rows that do its task, and a case may have its own serializers', () => {
  assert.deepEqual(rows({}), [
    'users/small serialize: mill/json mill/bson mill/write ark/jackson ark/jackson-afterburner ark/circe',
    'users/small deserialize: mill/json mill/bson ark/jackson ark/jackson-afterburner ark/circe',
    'users/large serialize: mill/json mill/bson mill/write ark/jackson ark/jackson-afterburner ark/circe',
    'users/large deserialize: mill/json mill/bson ark/jackson ark/jackson-afterburner ark/circe',
    'record/single serialize: ark/circe',
  ]);
});

test('a task that a serializer does not do is a row, not a gap', () => {
  const plan = makePlan(both, runners, {});
  assert.deepEqual(plan.cases[1]!.unsupported.map(contenderName), ['mill/write']);
});

test('patterns of one filter add up, filters narrow each other, and skips remove rows and cases', () => {
  assert.deepEqual(rows({ dataset: ['users/small'], task: ['ser*'], serializer: ['json', 'ark/jackson*'] }), [
    'users/small serialize: mill/json ark/jackson ark/jackson-afterburner',
  ]);
  assert.deepEqual(rows({ dataset: ['users/small'], skipTask: ['serialize'], skipSerializer: ['j*'] }), [
    'users/small deserialize: mill/bson ark/circe',
  ]);
  assert.deepEqual(rows({ runtime: ['mill'], wireFormat: ['bson'], skipDataset: ['users/large'] }), [
    'users/small serialize: mill/bson',
    'users/small deserialize: mill/bson',
  ]);
  assert.deepEqual(rows({ skipRuntime: ['mill'], skipWireFormat: ['bson'], dataset: ['record'] }), [
    'record/single serialize: ark/circe',
  ]);
});

function told(filters: Filters, of = both): string {
  const suites = new Map([both, other].map((one) => [one.name, one]));
  return missedOf(() => makePlan(of, runners, filters, false, { suites }));
}
const other: SuiteDefinition = {
  ...both,
  name: 'other',
  cases: [{ dataset: 'tests', sizes: ['all'], tasks: ['to-tree'], serializers: ['ark/*'] }],
};

test('a pattern that matches nothing is an error with the nearest name, or where it matches', () => {
  for (const [filters, what, instead] of [
    [{ serializer: ['jakson'] }, '-s jakson matches no serializer', 'Did you mean "jackson"?'],
    [{ serializer: ['ark/jakson*'] }, '-s ark/jakson* matches no serializer', 'Did you mean "ark/jackson"?'],
    [{ serializer: ['jack'] }, '-s jack matches no serializer', 'Did you mean "jackson"?'],
    [{ skipSerializer: ['bsno'] }, '-S bsno matches no serializer', 'Did you mean "bson"?'],
    [{ runtime: ['mil'] }, '-r mil matches no runtime', 'Did you mean "mill"?'],
    [{ runtime: ['bson'] }, '-r bson matches no runtime', 'Did you mean -s bson?'],
    [{ task: ['to-tree'] }, '-t to-tree matches no task', 'It matches in suite other.'],
    [{ dataset: ['users/smal'] }, '-d users/smal matches no dataset or size', 'Did you mean "users/small"?'],
    [{ wireFormat: ['xyzzy'] }, '-f xyzzy matches no format', 'There are "json", "bson".'],
  ] as const)
    assert.equal(told(filters), `${what} of suite both. ${instead}`);
  const slips = told({ serializer: ['json', 'jakson'], task: ['sirialize'] });
  const expected = /^-s jakson .*\n-t sirialize .* Did you mean "serialize"\?$/;
  assert.match(slips, expected, 'each, though others match');
  assert.match(told({ serializer: ['json'] }, other), /of suite other. It matches in suite both\.$/);
  assert.equal(told({ skipDataset: ['tests'], skipRuntime: ['mill'] }), '');
});

test('filters that together leave nothing are named', () => {
  const expected = '-s circe,jackson -r mill -T ser* together leave nothing of suite both';
  assert.equal(told({ runtime: ['mill'], serializer: ['circe', 'jackson'], skipTask: ['ser*'] }), expected);
});

const bounded = new Map([
  ...runners,
  ['ark', { ...runners.get('ark')!, limits: { kinds: ['copy', 'walk'] as const, host: 'jackson' } }],
]);

test('limits come after the serializers of their runtime, regardless of filters', () => {
  const plan = makePlan(both, bounded, { serializer: ['json', 'circe'] }, true);
  const names = plan.cases.map(({ contenders }) => contenders.map(contenderName).join(' '));
  const users = 'mill/json ark/circe ark/limit-copy ark/limit-walk';
  assert.deepEqual(names, [users, users, users, users, 'ark/circe ark/limit-copy ark/limit-walk']);
  assert.deepEqual(plan.contenders.map(contenderName), users.split(' '));
  const walk = plan.contenders.at(-1)!;
  assert.ok(walk.limit === 'walk' && walk.host.id === 'jackson');
});

test('trees have no limits, and a limit is never the baseline', () => {
  const trees = serializer('trees', 'json', ['to-tree', 'serialize']);
  const ark = { ...runner('ark', [trees]), limits: { kinds: ['no-op'] as const, host: 'trees' } };
  const cases = [{ dataset: 'users', sizes: ['small'], tasks: ['to-tree', 'serialize'] as const }];
  const plan = makePlan({ ...both, cases }, new Map([['ark', ark]]), {}, true);
  assert.deepEqual(
    plan.cases.map(({ contenders, baseline }) => [contenders.map(contenderName), contenderName(baseline)]),
    [
      [['ark/trees'], 'ark/trees'],
      [['ark/trees', 'ark/limit-no-op'], 'ark/trees'],
    ],
  );
});

test('wrong results are failures; unsupported and declared rows are not, and unavailable ones only if they were added', () => {
  const reason = 'x';
  for (const verdict of ['mismatch', 'clock', 'remembers', 'crash', 'timeout'] as const)
    assert.ok(isFailure({ verdict, reason }), verdict);
  for (const verdict of ['unavailable', 'unsupported'] as const)
    assert.ok(!isFailure({ verdict, reason }), verdict);
  assert.ok(isFailure({ verdict: 'unavailable', reason }, true));
  assert.ok(!isFailure({ verdict: 'ok' }));
  assert.ok(!isFailure({ verdict: 'remembers', reason, declared: true }));
});
