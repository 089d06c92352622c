/** Every format of a comparison, whole, against files in golden/. UPDATE_GOLDEN=1 rewrites them: read the difference then. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { parse } from 'csv-parse/sync';
import { rowName } from '../../../src/define/names.ts';
import type { Filters } from '../../../src/plan/filters.ts';
import { parseFailRule } from '../../../src/report/compare/fail-if.ts';
import { guard } from '../../../src/report/compare/guard.ts';
import { type CompareMode, isJudged } from '../../../src/report/compare/pairs/rows.ts';
import { buildComparisons, type CompareView } from '../../../src/report/compare/pairs/view.ts';
import { comparisonReport } from '../../../src/report/compare/report.ts';
import { cautions } from '../../../src/report/compare/wording.ts';
import { type ReportFormat, render as renderReport } from '../../../src/report/formats.ts';
import { displayWidth } from '../../../src/report/text/width.ts';
import { buildComparison } from './compared.ts';
import { makeLaterRun, makeRun } from './make-runs.ts';

interface Golden {
  readonly file: string;
  readonly format: ReportFormat;
  readonly mode?: CompareMode;
  readonly width?: number;
  /** Whether a third run is compared with the first too. */
  readonly several?: boolean;
  readonly filters?: Filters;
}

const ONE_CASE: Filters = { dataset: ['record/single'], task: ['serialize'] };
const ONE_ROW: Filters = { ...ONE_CASE, serializer: ['jackson', 'node/json'] };

const GOLDENS: readonly Golden[] = [
  { file: 'relative-100.golden.txt', format: 'terminal', width: 100 },
  { file: 'absolute-80.golden.txt', format: 'terminal', mode: 'absolute', filters: ONE_ROW },
  { file: 'relative.golden.csv', format: 'csv', filters: ONE_ROW },
  { file: 'relative.golden.json', format: 'json', filters: ONE_ROW },
  { file: 'summary.golden.md', format: 'summary' },
  { file: 'several-80.golden.txt', format: 'terminal', several: true, filters: ONE_CASE },
];

/** As a person called it. */
const CALLED = { command: './wiremark', runs: ['last~1', 'last'] };

const RULES = ['failed', 'missing', 'slower > 5%', 'jvm/zio*: slower', 'bytes > 1%', 'allocated > 10%'];

// Labels have local times.
process.env.TZ = 'UTC';

const view = (mode: CompareMode = 'relative', filters: Filters = {}) =>
  buildComparison(makeRun('before'), makeRun('after'), { mode, within: 0.05, filters });
const rowsOf = ({ cases }: CompareView) => cases.flatMap(({ rows }) => rows);

/** The second run, and the third, against the first. */
const views = (mode: CompareMode = 'relative', filters: Filters = {}) =>
  buildComparisons(makeRun('before'), [makeRun('after'), makeLaterRun()], { mode, within: 0.05, filters });

async function render(
  { format, mode, width = 80, several = false, filters = {} }: Omit<Golden, 'file'>,
  color = false,
): Promise<string> {
  const rules = RULES.map(parseFailRule);
  const compared = several ? views(mode, filters) : [view(mode, filters)];
  const guarded = compared.map((one) => ({ view: one, outcomes: guard(one, rules) }));
  return renderReport(comparisonReport(guarded, CALLED), format, { width, color });
}

for (const golden of GOLDENS) {
  test(`the comparison is as in ${golden.file}`, async () => {
    const folder = join(import.meta.dirname, 'golden');
    const file = join(folder, golden.file);
    const text = await render(golden);
    if (process.env.UPDATE_GOLDEN === '1') {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, text);
    }
    assert.equal(text, readFileSync(file, 'utf8'));
  });
}

test('the golden files show every finding and every state', () => {
  const rows = rowsOf(view());
  const of = (key: 'finding' | 'grade' | 'state') => [...new Set(rows.map((row) => row[key]))].sort();
  assert.deepEqual(of('finding').filter(Boolean), ['baseline', 'faster', 'same', 'slower', 'unclear']);
  assert.deepEqual(of('grade').filter(Boolean), ['established', 'likely', 'unclear']);
  assert.deepEqual(of('state'), [
    'baseline',
    'compared',
    'failing',
    'fixed',
    'incomparable',
    'lost',
    'new',
    'unranked',
  ]);
});

for (const width of [60, 80, 100, 120])
  for (const mode of ['relative', 'absolute'] as const)
    test(`no line of ${mode} is wider than ${width} columns`, async () => {
      const several = await render({ format: 'terminal', mode, width, several: true });
      const text = (await render({ format: 'terminal', mode, width })) + several;
      assert.deepEqual(
        text.split('\n').filter((line) => displayWidth(line) > width),
        [],
      );
    });

test('where there is no room the interval goes, which is never split; before, after, change and finding stay', async () => {
  const heads = async (width: number) => {
    const text = await render({ format: 'terminal', width, filters: ONE_CASE });
    const lines = text.slice(text.indexOf('\nserializer ')).trim().split('\n\n')[0]!.split('\n');
    assert.deepEqual(
      lines.filter((line) => displayWidth(line) > width || line.includes('[') !== line.includes(']')),
      [],
    );
    return lines[0]!.split(/ {2,}/);
  };
  assert.deepEqual(await heads(80), [
    ...['serializer', 'before', 'after', 'change', '95 % interval', 'finding'],
  ]);
  for (const width of [65, 60])
    assert.deepEqual(await heads(width), ['serializer', 'before', 'after', 'change', 'finding']);
});

test('of several runs every row of two has both ratios and a figure of the change, however narrow; what they are relative to is said once', async () => {
  const text = await render({ format: 'terminal', width: 60, several: true, filters: ONE_CASE });
  for (const name of ['jvm/jackson', 'node/msgpackr'])
    assert.equal(
      text.match(new RegExp(`^${name} .*\\d\\.\\d+ +\\d\\.\\d+ .*(slower|faster|same)`, 'gm'))?.length,
      2,
    );
  assert.match(text, /^node\/msgpackr .* % (slower|faster)\?$/m);
  assert.equal(text.match(/Ratios are times relative to/g)?.length, 1);
});

test('the summary folds tables away only where they have more rows than those above', async () => {
  const folded = async (filters: Filters) =>
    (await render({ format: 'summary', filters })).split('<details>')[1]!;
  assert.match(await folded(ONE_CASE), /\n\| jvm\/protobuf /);
  const alike = await folded({ ...ONE_CASE, serializer: ['jackson', 'zio-json'] });
  assert.match(alike, /^<summary>How they were compared<\/summary>/);
  assert.doesNotMatch(alike, /^\|/m);
});

test('colours are there only when asked for, and change no text', async () => {
  const plain = await render({ format: 'terminal' });
  const coloured = await render({ format: 'terminal' }, true);
  assert.equal(plain, stripVTControlCharacters(plain));
  assert.notEqual(coloured, plain);
  assert.equal(stripVTControlCharacters(coloured), plain);
});

test('CSV and JSON have every row with the same keys, and agree', async () => {
  const csv = parse(await render({ format: 'csv' }), { columns: true }) as Record<string, string>[];
  const json = JSON.parse(await render({ format: 'json' })) as { rows: Record<string, unknown>[] };
  const count = rowsOf(view()).length;
  assert.equal(csv.length, count);
  assert.equal(json.rows.length, count);
  for (const row of json.rows) assert.deepEqual(Object.keys(row), Object.keys(csv[0]!));
  const where = (row: Record<string, unknown>) => `${row.runtime}/${row.serializer} ${row.task}`;
  assert.deepEqual(csv.map(where), json.rows.map(where));
  const jackson = csv.find(({ serializer, finding }) => serializer === 'jackson' && finding === 'slower')!;
  assert.equal(jackson.fails, 'slower > 5%; bytes > 1%');
  assert.deepEqual([jackson.before_bytes, jackson.after_bytes], ['498', '512']);
});

test('the summary is Markdown that GitHub folds: the tables inside begin after an empty line', async () => {
  const text = await render({ format: 'summary' });
  assert.match(text, /^## wiremark: guard FAILED: library, 2026-01-02 03:04 → library, 2026-01-09 04:05$/m);
  assert.match(text, /<details><summary>[^<]+<\/summary>\n\n## /);
  assert.match(text, /\n\n<\/details>\n$/);
  // What is the same is inside only.
  const [short = ''] = text.split('<details>');
  assert.ok(!short.includes('jvm/protobuf') && text.includes('jvm/protobuf'));
});

test("a row whose own code differs says so, and a row whose code is the same doesn't", async () => {
  const withCode = (which: 'before' | 'after', codes: Readonly<Record<string, string>>) => {
    const run = makeRun(which);
    const contenders = run.record.contenders.map((one) => ({
      ...one,
      code: codes[rowName(one)] ?? one.code,
    }));
    return { ...run, record: { ...run.record, contenders } };
  };
  const compared = buildComparison(
    withCode('before', { 'jvm/zio-json': 'sha256:a', 'jvm/circe': 'sha256:a', 'jvm/protobuf': 'sha256:a' }),
    withCode('after', { 'jvm/zio-json': 'sha256:b', 'jvm/circe': 'sha256:b', 'jvm/protobuf': 'sha256:a' }),
    { mode: 'relative', within: 0.05, filters: {} },
  );
  const text = await renderReport(comparisonReport([{ view: compared, outcomes: [] }], CALLED), 'terminal', {
    width: 200,
    color: false,
  });
  const lines = text.split('\n');
  const lineOf = (name: string) => lines.find((line) => line.startsWith(`${name} `))!;
  assert.match(lineOf('jvm/zio-json'), /code changed$/);
  assert.match(text, /found "a"; 0\.14\.15 → 0\.15\.0; code changed$/m);
  for (const name of ['jvm/protobuf', 'jvm/jackson']) assert.doesNotMatch(lineOf(name), /code changed/);
  assert.match(text, /^Code changed: the kit/m);
});

test('of several runs CSV has a row of each, JSON a comparison of each, and every row says of which runs', async () => {
  const csv = parse(await render({ format: 'csv', several: true }), { columns: true }) as Record<
    string,
    string
  >[];
  const json = JSON.parse(await render({ format: 'json', several: true })) as {
    comparisons: { before: { id: string }; after: { id: string; name: string | null }; rows: object[] }[];
  };
  const runs = [makeRun('after'), makeLaterRun()].map(({ record }) => record.id);
  assert.deepEqual([...new Set(csv.map((row) => row.before_run))], [makeRun('before').record.id]);
  assert.deepEqual([...new Set(csv.map((row) => row.after_run))], runs);
  assert.deepEqual(
    json.comparisons.map(({ after }) => after.id),
    runs,
  );
  assert.equal(csv.length, json.comparisons.flatMap(({ rows }) => rows).length);
  assert.deepEqual(
    json.comparisons.map(({ after }) => after.name),
    [null, 'v3'],
  );
});

test('what is said of one run names it, and of several runs is said once', () => {
  const warned = (compared: readonly ReturnType<typeof view>[]) =>
    compared.map((one) => ({
      ...one,
      before: { ...one.before, warnings: ['cut short'] },
    }));
  const label = 'library, 2026-01-02 03:04';
  for (const compared of [[view()], views()])
    assert.deepEqual(cautions(warned(compared)), [`${label}: cut short`]);
});

test('the rows of all runs are one family: with more runs the same change is less sure', () => {
  const pOf = (compared: CompareView) =>
    rowsOf(compared)
      .filter(isJudged)
      .find(({ name }) => name === 'jvm/zio-json')!.pValue!;
  assert.ok(pOf(views()[0]!) > pOf(view()), `${pOf(views()[0]!)} of ${pOf(view())}`);
});
