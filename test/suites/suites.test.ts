import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readCatalog } from '../../src/define/catalog.ts';
import { findDefinitions } from '../../src/define/found.ts';
import { readPublished } from '../../src/define/published.ts';
import { type Contender, contenderName } from '../../src/plan/case.ts';
import { makePlan, serializersOf } from '../../src/plan/plan.ts';
import { groupBy } from '../../src/stats/group-by.ts';

const catalog = readCatalog(findDefinitions(join(import.meta.dirname, '..', '..')));
const plans = new Map(
  [...catalog.suites].map(([name, suite]) => [name, makePlan(suite, catalog.runners, {})]),
);

function published(name: string) {
  return readPublished(catalog.suites.get(name)!).published!;
}

test('every case of every suite that is timed is measured against its baseline', () => {
  for (const plan of plans.values())
    if (plan.suite.name !== 'contract')
      for (const planned of plan.cases) assert.equal(contenderName(planned.baseline), plan.suite.baseline);
});

test('the quick start is quick, has rows of every runtime, and few that start a virtual machine', () => {
  const { suite, cases } = plans.get('quickstart')!;
  assert.equal(suite.quick, true);
  for (const { contenders } of cases) {
    const runtimes = contenders.map(({ runtime }) => runtime);
    assert.deepEqual([...new Set(runtimes)].sort(), [...catalog.runners.keys()].sort());
    assert.ok(runtimes.filter((runtime) => runtime === 'jvm').length <= 2);
  }
});

test('the contract has every row of every runtime on every dataset, in every task that a row does', () => {
  const { cases, contenders } = plans.get('contract')!;
  assert.deepEqual([...new Set(cases.map(({ dataset }) => dataset))].sort(), [...catalog.datasets.keys()]);
  const rows = [...catalog.runners.values()].flatMap(serializersOf).filter(({ variant }) => variant === null);
  const isSame = (one: Contender, other: Contender) => one.definition === other.definition;
  assert.deepEqual(contenders.map(contenderName).sort(), rows.map(contenderName).sort());
  for (const row of rows)
    for (const task of row.definition.tasks)
      assert.ok(
        cases.some((one) => one.task === task && one.contenders.some((other) => isSame(other, row))),
        `${contenderName(row)}, ${task}`,
      );
});

test('the league has every serializer of every runtime', () => {
  const { cases } = plans.get('league')!;
  const all = [...catalog.runners.values()].flatMap(({ serializers }) => serializers).length;
  assert.equal(cases.length, 6);
  for (const { contenders, unsupported } of cases) assert.equal(contenders.length + unsupported.length, all);
});

const HELD = [...plans.keys()].filter((name) => catalog.suites.get(name)!.publishedFile !== undefined);

for (const name of HELD)
  test(`every published row of ${name} is a row of its suite, doing what is published`, () => {
    const { suite } = plans.get(name)!;
    const none = ['alba_with_transformation 3.5.0', 'ScalaJack 8 (easy mode)'];
    for (const figure of published(name).filter(({ label }) => !none.includes(label))) {
      // Variants that the suite leaves out are asked for by `-r`.
      const runtime = [figure.serializer.split('/')[0]!];
      const planned = makePlan(suite, catalog.runners, { runtime }).cases.find(
        ({ dataset, size, task }) =>
          dataset === figure.dataset && size === figure.size && task === figure.task,
      );
      assert.ok(
        planned?.contenders.some((one) => contenderName(one) === figure.serializer),
        figure.serializer,
      );
    }
  });

test('what stopped at the tree on the page is published as such', () => {
  const trees = published('scalajack').filter(({ work }) => work === 'to-tree');
  assert.deepEqual(
    trees.map(({ serializer }) => serializer).sort(),
    ['jvm/argonaut', 'jvm/circe', 'jvm/play-json'].flatMap((name) => [name, name]),
  );
});

test('the published tables are whole', () => {
  assert.equal(published('scalajack').length, 7 + 15);
  // Three tables of each kind: three rows with five figures of time, twice, and three of size.
  const playground = published('playground');
  const count = (metric: string) => playground.filter((figure) => figure.metric === metric).length;
  assert.deepEqual(
    'average minimum maximum spread-below spread-above bytes gzip compression-ratio'.split(' ').map(count),
    [18, 18, 18, 18, 18, 9, 9, 9],
  );
});

test('published figures agree with each other: transcribed digits are not swapped', () => {
  const playground = published('playground');
  for (const { edition, table, label, metric, value: told } of playground) {
    const row = playground.filter((one) => {
      return one.edition === edition && one.table === table && one.label === label;
    });
    const value = (metric: string) => row.find((one) => one.metric === metric)!.value;
    const near = (found: number, by: number) => assert.ok(Math.abs(found - told) < by, `${table} ${label}`);
    // The page prints fractions of whole milliseconds; its averages are rounded, hence the tolerance.
    if (metric === 'spread-below') near(value('minimum') / value('average') - 1, 0.02);
    if (metric === 'spread-above') near(value('maximum') / value('average') - 1, 0.04);
    if (metric === 'compression-ratio') near(value('bytes') / value('gzip'), 0.0051);
  }
});

test("Ruby's published tables are whole, and their figures those of the pages", () => {
  const alba = published('alba');
  const transmutation = published('transmutation');
  const valuesOf = (figures: typeof alba, table: string, metric: string) =>
    figures.filter((one) => one.table === table && one.metric === metric).map(({ value }) => value);
  const sum = (...asked: Parameters<typeof valuesOf>) =>
    valuesOf(...asked).reduce((total, one) => total + one, 0);
  assert.deepEqual([alba.length, transmutation.length], [45 + 60, 42 + 56]);
  const [newer, older] = ['ruby-3.4.1', 'ruby-3.0.2'].map((name) =>
    alba.filter((one) => one.edition === name),
  );
  const [withAlba, withJsonapi] = ['alba-3.6.0', 'jsonapi-2.2.0'].map((name) =>
    transmutation.filter((one) => one.edition === name),
  );
  assert.equal(sum(older!, 'with Oj.optimize_rails', 'ips').toFixed(1), '1252.5');
  assert.equal(sum(older!, 'without Oj.optimize_rails', 'ips').toFixed(1), '1009.2');
  assert.equal(sum(older!, 'memory', 'allocated'), 29963167);
  assert.equal(sum(withJsonapi!, 'Attributes', 'ips'), 1700483);
  assert.equal(sum(withJsonapi!, 'Has many association', 'allocated'), 58432);
  // The page's own ratios to the fastest of each table, which were copied apart from the figures.
  for (const [figures, table, slowest] of [
    [newer!, 'with Oj.optimize_rails', '30.3'],
    [newer!, 'without Oj.optimize_rails', '31.0'],
    [newer!, 'with Oj.optimize_rails and YJIT', '54.7'],
    [newer!, 'with YJIT', '55.1'],
    [withAlba!, 'Attributes', '5.4'],
    [withAlba!, 'Has One / Belongs To', '5.0'],
    [withAlba!, 'Has Many', '7.9'],
    [withAlba!, 'Collection', '14.0'],
  ] as const) {
    const rates = valuesOf(figures, table, 'ips');
    assert.equal((Math.max(...rates) / Math.min(...rates)).toFixed(1), slowest, table);
  }
});

test("Alba's later edition has the row that its first one lets look wrong", () => {
  const figures = published('alba');
  const oj = (name: string, edition: string) =>
    figures.find((one) => one.edition === edition && one.serializer === name && one.metric === 'ips')!;
  for (const [edition, ratio] of Object.entries({ 'ruby-3.4.1': '9.01', 'ruby-3.0.2': '2.97' })) {
    const [panko, alba] = [oj('ruby+oj/panko', edition), oj('ruby+oj/alba-inline', edition)];
    assert.equal((panko.value / alba.value).toFixed(2), ratio, edition);
  }
  assert.match(oj('ruby+oj/alba-inline', 'ruby-3.0.2').note, /class for each element/);
});

test("the figures of BenchmarkDotNet's page are whole, and agree with each other", () => {
  const page = published('dotnet');
  const editions = ['2022-08-28', '2022-12-16', '2023-02-26'];
  const seen = editions.map((name) => page.filter(({ edition }) => edition === name).length);
  assert.deepEqual(seen, [744, 384, 894]);
  const rows = groupBy(page, ({ edition, table, serializer }) => `${edition}, ${table}, ${serializer}`);
  const figureOf = (row: string, metric: string) =>
    rows.get(row)!.find((one) => one.metric === metric)?.value;
  for (const row of rows.keys()) {
    const [least, mean, most, ...collections] = ['minimum', 'mean', 'maximum', 'gen0', 'gen1', 'gen2'].map(
      (metric) => figureOf(row, metric)!,
    );
    assert.ok(least! <= mean! && mean! <= most!, row);
    // A collection of a generation counts for the younger ones, too.
    assert.deepEqual(
      collections.toSorted((a, b) => b - a),
      collections,
      row,
    );
    const base = row.replace(/[^/]+$/, 'system-text-json');
    for (const [metric, ratio, error] of [
      ['mean', 'ratio', 0.03],
      ['allocated', 'allocated-ratio', 0.0055],
    ] as const) {
      const told = figureOf(row, ratio);
      // Its times were of two kinds, and the page's ratio is of the faster one.
      if (told === undefined || row === '2023-02-26, JSON serialize small, dotnet/jil') continue;
      assert.ok(Math.abs(figureOf(row, metric)! / figureOf(base, metric)! - told) < error, `${row} ${ratio}`);
    }
  }
});
