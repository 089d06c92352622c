/** What the page reckons from the data that it carries, held against the report of the whole run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shown } from '../../src/report/text/width.ts';
import { buildView, type RunData, type RunView, type ViewOptions } from '../../src/report/view/view.ts';
import { makePageData, type PageData } from '../../src/web/run/data.ts';
import { viewOf } from '../../src/web/run/page-run.ts';
import { recordedRun } from '../report/recorded.ts';
import { rounds, smallRun, stored, withSamples } from '../report/small-run.ts';

/** As the page gets them: through JSON. */
function carried(run: RunData): PageData {
  return JSON.parse(JSON.stringify(makePageData(run)));
}

/** The report's view as the page shows it, without what the page leaves out of the record. */
function reported(run: RunData, options?: ViewOptions): RunView {
  const { request, published: _, ...record } = run.record;
  const timeUnverified = request?.timeUnverified ?? false;
  return buildView({ record: shown(record), samples: run.samples }, { timeUnverified, ...options });
}

test('with the recorded baselines the page has the very view of the report', async () => {
  const run = await recordedRun();
  assert.deepEqual(viewOf(carried(run), null), reported(run));
});

test('with any other baseline it has the view that a report would have', async () => {
  const run = await recordedRun();
  const page = carried(run);
  for (const { runtime, serializer, limit } of run.record.contenders) {
    if (limit !== null) continue;
    const name = `${runtime}/${serializer}`;
    assert.deepEqual(viewOf(page, name), reported(run, { relativeTo: name }), name);
  }
});

test('ratios to another baseline come from the rounds: medians divided would give another figure', () => {
  // In each round b takes twice as long as a, and c three times; the machine is slow in some rounds.
  const slowness = [10, 50, 11, 40, 12, 30, 13, 20, 14, 60];
  const times = [1, 2, 3].map((factor) => rounds(10, (i) => 10 * factor * slowness[i]!));
  const run = smallRun(times);
  // b misses half of the rounds, so that its own median is of other minutes.
  const samples = run.samples.all.filter(({ contender, round }) => contender !== 1 || round % 2 === 0);
  const view = viewOf(carried({ ...run, samples: stored(samples) }), 'node/s1');
  const ratios = new Map(view.cases[0]!.ranked.map(({ name, ratio }) => [name, ratio]));
  assert.ok(Math.abs(ratios.get('node/s0')!.estimate - 0.5) < 1e-12);
  assert.ok(Math.abs(ratios.get('node/s2')!.estimate - 1.5) < 1e-12);
  assert.ok(Math.abs(ratios.get('node/s2')!.low! - 1.5) < 1e-12);
});

test('rows of other groups are compared through the recorded baseline, with intervals as wide as two steps have', () => {
  const noise = (row: number) => (i: number) => 1 + 0.01 * Math.sin(5 * (i + 1) * (row + 1));
  const times = [1000, 2000, 3000, 4000].map((ns, row) => rounds(12, (i) => Math.round(ns * noise(row)(i))));
  const run = smallRun(times);
  // The baseline has a slice in each of two groups; s1 and s2 are in one, s3 is in the other.
  const block = (contender: number) => (contender === 3 ? [1] : contender === 0 ? [0, 1] : [0]);
  const samples = run.samples.all.flatMap((sample) =>
    block(sample.contender).map((block) => ({ ...sample, block })),
  );
  const page = carried({ ...run, samples: stored(samples) });
  const [one] = viewOf(page, 'node/s3').cases;
  assert.deepEqual(one!.unranked, []);
  const found = new Map(one!.ranked.map((row) => [row.name, row]));
  for (const [i, ratio] of [1 / 4, 2 / 4, 3 / 4].entries()) {
    const row = found.get(`node/s${i}`)!;
    const { estimate, low, high, confidence } = row.ratio;
    assert.ok(Math.abs(estimate / ratio - 1) < 0.02, row.name);
    assert.ok(low! < ratio && high! > ratio && confidence! >= 0.95, row.name);
    assert.equal(row.finding, 'faster');
  }
  // Neither times nor ranks are a matter of what a reader compares with.
  const [recorded] = viewOf(page, null).cases;
  const figures = (view: typeof one) =>
    view!.ranked.map(({ name, rank, nsPerOp }) => [name, rank, nsPerOp.estimate]);
  assert.deepEqual(figures(one), figures(recorded));
});

test('a row that has no block in common with anything says so', () => {
  const run = smallRun([1000, 2000, 3000]);
  const apart = withSamples(run, ({ contender, round }) => ({ round: contender === 2 ? round + 50 : round }));
  const [one] = viewOf(carried(apart), 'node/s1').cases;
  assert.deepEqual(
    one!.unranked.map(({ name, reason }) => `${name}: ${reason}`),
    ['node/s2: the run ended early: it was not timed together with the baseline'],
  );
  assert.equal(viewOf(carried(apart), 'node/s2').cases[0]!.baseline, 'node/s2');
});

test('an unknown baseline changes nothing', async () => {
  const page = carried(await recordedRun());
  assert.deepEqual(viewOf(page, 'jvm/nobody'), viewOf(page, null));
});

test('published tables come along, held against the recorded run', async () => {
  const data = makePageData(await recordedRun('scalajack'));
  assert.ok(data.published.length > 0);
});

test('paths of the machine that measured stay there, packages come along', async () => {
  const run = await recordedRun();
  const packages = { 'jvm/circe': ['io.circe:circe-core_3:0.14.15'] };
  const [suite, runners] = ['/home/me/secret/suite.toml', ['/home/me/secret/runner.toml']];
  const request = { ...run.record.request, suite, runners, packages };
  const data = carried({ ...run, record: { ...run.record, request } });
  assert.ok(!JSON.stringify(data).includes('secret'));
  assert.deepEqual(data.packages, request.packages);
});

test('control characters of a message are visible, wherever it stands', async () => {
  const run = smallRun([[1], [2]]);
  const record = { ...run.record, suite: { ...run.record.suite, title: 'a\u202eb' } };
  const data = carried({ record, samples: { ...run.samples, warnings: ['\u001b[31mred\u0007'] } });
  assert.equal(data.record.suite.title, 'a\\u202eb');
  assert.deepEqual(data.warnings, ['red\\u0007']);
});
