import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { FixableError } from '../../src/define/error.ts';
import type { SerializerDefinition } from '../../src/define/types.ts';
import { absoluteFilters, addVersions, plainFilters } from '../../src/define/versions.ts';
import { contenderName } from '../../src/plan/case.ts';
import type { Filters } from '../../src/plan/filters.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { temporary } from '../machine/temporary.ts';
import { runner, serializer, suite } from '../plan/definitions.ts';

/** With libraries in it; as the working folder has it, `../…`. */
const base = temporary('versions');
for (const name of ['next', 'a/lib', 'b/lib']) mkdirSync(join(base, name), { recursive: true });
const near = relative('.', base);

const oj: SerializerDefinition = { ...serializer('oj'), packages: ['oj ~> 3.17', 'bigdecimal ~> 3'] };
const mine: SerializerDefinition = { ...serializer('mine'), from: '/own/row.toml', isAdded: true };
const runners = new Map([
  [
    'rill',
    {
      ...runner('rill', [serializer('json'), oj], ['yjit']),
      packages: { version: '{name} = {version}', paths: true },
    },
  ],
  ['ark', runner('ark', [{ ...serializer('jackson'), packages: ['g:jackson:2.0'] }])],
  [
    'go',
    {
      ...runner('go', [{ ...serializer('protobuf'), packages: ['p@1'] }]),
      packages: { version: '{name}@{version}', paths: false },
    },
  ],
]);
const all = suite(['*/oj', '*/json'], 'rill/json');

/** The rows of the suite's case; the baseline with a star. */
function rows(asked: Filters, added: SerializerDefinition[] = []): string[] {
  const rill = runners.get('rill')!;
  const found = new Map(runners).set('rill', { ...rill, serializers: [...rill.serializers, ...added] });
  const made = addVersions(found, asked.serializer ?? []);
  const [{ contenders, baseline }] = makePlan(all, made, plainFilters(asked)).cases as [never];
  return (contenders as Parameters<typeof contenderName>[0][]).map(
    (one) => `${contenderName(one)}${one === baseline ? '*' : ''}`,
  );
}

const refuses = (asked: Filters, message: RegExp) =>
  assert.throws(
    () => rows(asked),
    (error) => error instanceof FixableError && message.test(error.message),
  );

test("a version is a row beside the original; suites select it by the original's name", () => {
  const two = ['oj@3.16.0', 'rill/oj@3.17.0'];
  assert.deepEqual(rows({ serializer: two }), ['rill/oj@3.16.0*', 'rill/oj@3.17.0']);
  const beside = ['oj', 'oj@3.16.0', 'json'];
  assert.deepEqual(rows({ serializer: beside }), ['rill/json*', 'rill/oj', 'rill/oj@3.16.0']);
  assert.deepEqual(rows({ serializer: ['rill+yjit/oj@3.16.0'] }), ['rill+yjit/oj@3.16.0*']);
});

test('another version replaces only the first package, the library, by a number or a path', () => {
  const asked = { serializer: ['oj@3.16.0', `oj@${near}/next`, `oj@last=${base}/a`] };
  const made = addVersions(runners, asked.serializer).get('rill')!.serializers.slice(2);
  assert.deepEqual(
    made.map(({ id, entry, title, file, packages }) => [id, entry, title, file, packages[0]]),
    [
      ['oj@3.16.0', 'oj', 'oj 3.16.0', oj.file, 'oj = 3.16.0'],
      ['oj@next', 'oj', 'oj next', oj.file, `oj@file:${base}/next`],
      ['oj@last', 'oj', 'oj last', oj.file, `oj@file:${base}/a`],
    ],
  );
  for (const { packages } of made) assert.equal(packages[1], 'bigdecimal ~> 3');
});

test('a run remembers paths so that they mean the same in any folder', () => {
  const task = ['serialize'];
  const asked = { serializer: ['oj', 'oj@3.16.0', `oj@${near}/next`, `oj@last=${near}/a`], task };
  const kept = absoluteFilters(asked);
  const serializer = ['oj', 'oj@3.16.0', `oj@next=${base}/next`, `oj@last=${base}/a`];
  assert.deepEqual(kept, { serializer, task });
  assert.deepEqual(absoluteFilters(kept), kept);
  assert.deepEqual(addVersions(runners, kept.serializer!), addVersions(runners, asked.serializer));
});

test('versions that do not exist are refused with the reason', () => {
  refuses({ serializer: ['json@1.0.0'] }, /^-s json@1\.0\.0: rill\/json has no packages/);
  refuses({ serializer: ['ok@1.0.0'] }, /^-s ok@1\.0\.0: there is no serializer "ok"\. Did you mean "oj"\?/);
  refuses({ serializer: ['jackson@2.1'] }, /\/runner\.toml has no \[packages\] version/);
  refuses({ serializer: ['oj@./gone'] }, /^-s oj@\.\/gone: there is nothing at \/.*gone$/);
  refuses({ serializer: ['protobuf@./a'] }, /\/runner\.toml takes no packages by path/);
  for (const pattern of ['oj@', 'oj@>=3', 'oj@3.*', 'oj@=./a', 'oj@/'])
    refuses({ serializer: [pattern] }, /names no version: write it as NAME@1\.2\.3/);
  refuses(
    { serializer: [`oj@${base}/a/lib`, `oj@${base}/b/lib`] },
    /two versions are named oj@lib: name them, as in/,
  );
  assert.deepEqual(rows({ serializer: [`oj@${base}/a/lib`, `oj@${base}/a/lib`] }), ['rill/oj@lib*']);
});

test('a row that was added takes part beside those that filters choose, and is the baseline', () => {
  assert.deepEqual(rows({}, [mine]), ['rill/json', 'rill/oj', 'rill/mine*']);
  assert.deepEqual(rows({ serializer: ['oj'] }, [mine]), ['rill/oj', 'rill/mine*']);
  assert.deepEqual(rows({ serializer: ['mine'] }, [mine]), ['rill/mine*']);
  const variants = rows({ runtime: ['rill+yjit'] }, [mine]).join(' ');
  assert.equal(variants, 'rill/mine* rill+yjit/json rill+yjit/oj rill+yjit/mine');
  assert.deepEqual(rows({}, [{ ...mine, isAdded: undefined as never }]), ['rill/json*', 'rill/oj']);
});

test('versions of a row that was added take its place', () => {
  const packed = { ...mine, packages: ['mine@file:/own'] };
  const asked = { serializer: [`mine@${near}/a`, `mine@${near}/b`] };
  assert.deepEqual(rows(asked, [packed]), ['rill/mine@a*', 'rill/mine@b']);
  const both = { serializer: ['mine', `mine@${near}/a`] };
  assert.deepEqual(rows(both, [packed]), ['rill/mine*', 'rill/mine@a']);
});
