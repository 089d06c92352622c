import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { evaluateComparison } from '../../../src/analysis/rules/evaluate.ts';
import { parseFailRule } from '../../../src/analysis/rules/rule.ts';
import { type ComparedRuns, compareRuns } from '../../../src/analysis/runs/compare.ts';
import { rowName } from '../../../src/define/names.ts';
import type { Filters } from '../../../src/plan/filters.ts';
import { comparisonReport } from '../../../src/report/compare/report.ts';
import { cautions } from '../../../src/report/compare/wording.ts';
import { type ReportFormat, render as renderReport } from '../../../src/report/formats.ts';
import { displayWidth } from '../../../src/report/text/width.ts';
import { fits, isGolden as isGoldenIn } from '../golden.ts';
import { withRecord } from '../small-run.ts';
import { makeRun } from './make-runs.ts';

interface Wanted {
  readonly format: ReportFormat;
  readonly width?: number;
  readonly filters?: Filters;
  readonly rules?: readonly string[];
}

const ONE_CASE: Filters = { dataset: ['record/single'], task: ['serialize'] };
const ONE_ROW: Filters = { ...ONE_CASE, serializer: ['jackson', 'mill/json'] };
const FEW_ROWS: Filters = { ...ONE_CASE, serializer: ['jackson', 'mill/json', 'zio-json', 'circe', 'borer'] };

const CALLED = { command: './wiremark' };

const RULES = ['failed', 'missing', 'slower > 5%', 'ark/zio*: slower', 'bytes > 1%', 'allocated > 10%'];

process.env.TZ = 'UTC';

function view(filters: Filters = {}) {
  return compareRuns(makeRun('before'), makeRun('after'), { within: 0.05, filters });
}
const rowsOf = ({ cases }: ComparedRuns) => cases.flatMap(({ rows }) => rows);

async function render(wanted: Wanted): Promise<string> {
  const { format, width = 80, filters, rules = RULES } = wanted;
  const compared = view(filters);
  const guarded = evaluateComparison(compared, rules.map(parseFailRule));
  return renderReport(comparisonReport(guarded, CALLED), format, { width, color: false });
}

type Row = Readonly<Record<string, unknown>>;

const isGolden = (name: string, text: string) => isGoldenIn(import.meta.dirname, name, text);

for (const [file, wanted] of [
  ['relative.golden.csv', { format: 'csv', filters: ONE_ROW }],
  ['summary.golden.md', { format: 'summary', filters: FEW_ROWS }],
] as const)
  test(`the comparison is as in ${file}`, async () => isGolden(file, await render(wanted)));

test('the terminal comparison is as in relative-100.golden.txt, up to its tables', async () => {
  const text = await render({ format: 'terminal', width: 100 });
  isGolden('relative-100.golden.txt', text.split('\n\nHow to read it')[0]!);
});

test('the JSON comparison is golden, except its runs, machines and rows', async () => {
  const text = await render({ format: 'json', filters: ONE_ROW, rules: ['slower > 5%'] });
  const { before, after, machines, rows, ...others } = JSON.parse(text);
  isGolden('relative.golden.json', `${JSON.stringify(others, null, 2)}\n`);
  assert.deepEqual([before.label, after.tool], ['library, 2026-01-02 03:04', '0.2.0']);
  assert.deepEqual(Object.keys(before), Object.keys(after));
  const facts = machines.differences.map((one: { fact: string }) => one.fact);
  assert.deepEqual([machines.comparable, facts, rows.length], [true, ['mill', 'wiremark'], 2]);
});

for (const width of [60, 80, 100, 120])
  test(`no line is wider than ${width} columns`, async () =>
    fits(await render({ format: 'terminal', width }), width));

test('a narrow terminal drops the interval, and keeps before, after, change and finding', async () => {
  const heads = async (width: number) => {
    const text = await render({ format: 'terminal', width, filters: ONE_CASE });
    const lines = text.slice(text.indexOf('\nserializer ')).trim().split('\n\n')[0]!.split('\n');
    for (const line of lines)
      assert.ok(displayWidth(line) <= width && line.includes('[') === line.includes(']'), line);
    return lines[0]!.split(/ {2,}/).join(', ');
  };
  assert.equal(await heads(80), 'serializer, before, after, change, 95 % interval, finding');
  for (const width of [65, 60])
    assert.equal(await heads(width), 'serializer, before, after, change, finding');
});

test('the summary folds tables only if they have more rows than the tables above', async () => {
  const parts = async (filters: Filters) => (await render({ format: 'summary', filters })).split('<details>');
  const [short, folded] = await parts(ONE_CASE);
  assert.doesNotMatch(short!, /ark\/protobuf/);
  assert.match(folded!, /\n\| ark\/protobuf /);
  const [, alike] = await parts({ ...ONE_CASE, serializer: ['jackson', 'zio-json'] });
  assert.match(alike!, /^<summary>How they were compared<\/summary>/);
  assert.doesNotMatch(alike!, /^\|/m);
});

test('CSV and JSON have every row with the same keys, and agree', async () => {
  const csv: Row[] = parse(await render({ format: 'csv' }), { columns: true });
  const { rows }: { rows: Row[] } = JSON.parse(await render({ format: 'json' }));
  assert.equal(rows.length, rowsOf(view()).length);
  const asText = (row: Row) => Object.entries(row).map(([key, value]) => [key, `${value ?? ''}`]);
  assert.deepEqual(csv.map(asText), rows.map(asText));
});

test('only a row whose code differs has a note on it', async () => {
  const after = makeRun('after');
  const contenders = after.record.contenders.map((one) =>
    ['ark/zio-json', 'ark/circe'].includes(rowName(one)) ? { ...one, code: 'changed' } : one,
  );
  const changed = withRecord(after, { contenders });
  const compared = compareRuns(makeRun('before'), changed, { within: 0.05, filters: {} });
  const report = comparisonReport({ view: compared, outcomes: [] }, CALLED);
  const text = await renderReport(report, 'terminal', { width: 200, color: false });
  assert.match(text, /^ark\/zio-json .*code changed$/m);
  assert.match(text, /found "a"; 0\.14\.15 → 0\.15\.0; code changed$/m);
  assert.doesNotMatch(text, /^ark\/(protobuf|jackson) .*code changed/m);
  assert.match(text, /^Code changed: the kit/m);
});

test('a warning about one run names the run', () => {
  const compared = view();
  const warned = { ...compared, before: { ...compared.before, warnings: ['cut short'] } };
  assert.deepEqual(cautions(warned), ['library, 2026-01-02 03:04: cut short']);
});
