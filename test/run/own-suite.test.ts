import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Catalog } from '../../src/define/catalog.ts';
import { suiteOfUserData } from '../../src/define/suite.ts';
import type { SuiteDefinition } from '../../src/define/types.ts';
import type { Filters } from '../../src/plan/filters.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { openPlan } from '../../src/run/definitions.ts';
import type { UserData } from '../../src/userdata/userdata.ts';
import { place } from '../contract/place.ts';
import { here } from '../contract/shipped.ts';
import { runner, serializer } from '../plan/definitions.ts';

const data: UserData = {
  request: { source: '/orders.ndjson' },
  definition: {
    ...{
      name: 'orders',
      title: 'orders: your 200 documents',
      folder: '/orders',
      schemaFile: '/schema.json',
    },
    ...{ seed: 1, locales: new Map(), generate: new Map(), documents: 'documents.ndjson' },
    sizes: [{ name: 'sample', documents: 160, digest: '', lengths: new Map(), shared: new Map() }],
  },
  own: { name: 'orders', documents: 200, timed: 160, held: 40, medianBytes: 2134 },
};

const library = (id: string) => ({ ...serializer(id), packages: [`${id}@1`] });
const byHand = { ...serializer('by-hand'), bound: 'hand-written' as const };
const catalog = {
  datasets: new Map(),
  suites: new Map(),
  unread: new Map(),
  runners: new Map([
    ['a', runner('a', [serializer('bson', 'bson'), byHand, serializer('own')])],
    ['b', runner('b', [library('fast'), serializer('own')], ['other'])],
    ['c', runner('c', [library('only')])],
  ]),
} as Catalog;

test("the baseline is the first requested runtime's own JSON, else its first row", () => {
  const baselines: [Filters, string][] = [
    [{}, 'a/own'],
    [{ runtime: ['b', 'a'] }, 'b/own'],
    [{ runtime: ['c', 'a'] }, 'c/only'],
    [{ runtime: ['b+other', 'a'] }, 'b+other/own'],
    [{ serializer: ['fast', 'by-hand'] }, 'a/by-hand'],
    [{ wireFormat: ['bson'] }, 'a/bson'],
  ];
  const suite = suiteOfUserData(null, data.definition);
  assert.equal(suite.more, undefined);
  for (const [filters, baseline] of baselines)
    assert.equal(makePlan(suite, catalog.runners, filters).suite.baseline, baseline, JSON.stringify(filters));
});

test('a suite beside the documents gives its serializers, tasks and baseline', () => {
  const suite: SuiteDefinition = {
    ...{ name: 's', file: '/s.toml', title: 'S', baseline: 'a/own', style: 'ips', batch: 3, quick: false },
    ...{ more: 'Or more.', publishedFile: '/s.published.csv', serializers: ['a/*'] },
    cases: [
      { dataset: 'users', sizes: ['small', 'large'], tasks: ['serialize'] },
      { dataset: 'record', sizes: ['single'], tasks: ['serialize', 'parse-tree'], serializers: ['b/*'] },
    ],
  };
  const { title, cases, ...own } = suiteOfUserData(suite, data.definition);
  assert.equal(title, 'S, on orders: your 200 documents');
  const on = { dataset: 'orders', sizes: ['sample'] };
  assert.deepEqual(cases, [
    { ...on, tasks: ['serialize'], serializers: ['a/*', 'b/*'] },
    { ...on, tasks: ['parse-tree'], serializers: ['b/*'] },
  ]);
  assert.equal('publishedFile' in own || 'more' in own, false, 'what was published is of other documents');
  assert.deepEqual([own.style, own.batch, own.baseline, own.quick], ['ips', 3, 'a/own', true]);
});

test('user data replaces a dataset of the same name, and gets the requested hard documents', () => {
  const asked = { suite: '', filters: { runtime: [here.runtime] }, limits: false, hard: 'strict' } as const;
  const { definition, own } = data;
  const called = { ...data, definition: { ...definition, name: 'users' }, own: { ...own, name: 'users' } };
  const { catalog } = openPlan(place.home, { ...asked, data: called });
  const found = [catalog.datasets.get('users')!.folder, catalog.datasets.get('record')!.hard];
  assert.deepEqual(found, ['/orders', 'strict']);
});
