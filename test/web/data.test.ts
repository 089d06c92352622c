/** The page carries the view of every report, and nothing of the machine that it was made on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shown } from '../../src/report/text/width.ts';
import { buildView, type RunData } from '../../src/report/view/view.ts';
import { makePageData, type PageData } from '../../src/web/run/data.ts';
import { recordedRun } from '../report/recorded.ts';
import { smallRun } from '../report/small-run.ts';

/** As the page gets it: through JSON. */
function carried(run: RunData): PageData {
  return JSON.parse(JSON.stringify(makePageData(run)));
}

test('the page has the very view of the report, but for what was asked for and what was published', async () => {
  const run = await recordedRun('scalajack');
  const { request, published, editions, ...view } = buildView(run);
  assert.ok(published !== undefined && request !== undefined);
  assert.deepEqual(carried(run).view, shown(view));
  assert.ok(carried(run).published.length > 0, 'published tables, compared with the run');
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
  assert.equal(data.view.suite.title, 'a\\u202eb');
  assert.deepEqual(data.view.warnings, ['red\\u0007']);
});
