/** docs/DATA.md names each key of the JSON report and no other; each column has its own name and a description. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { analyze } from '../../src/analysis/analyze.ts';
import { RESULT_COLUMNS } from '../../src/analysis/columns.ts';
import { RESULTS } from '../../src/cli/sql/sql.ts';
import { COMPARE_COLUMNS } from '../../src/report/compare/report.ts';
import { compareWithPublished } from '../../src/report/published/published.ts';
import { calledOf } from '../../src/report/run/commands.ts';
import { jsonReport, REPORT_SCHEMA } from '../../src/report/run/report.ts';
import { RUNS, SAMPLES } from '../../src/store/query/views.ts';
import type { ColumnFacts } from '../../src/store/record/columns.ts';
import { recordedWith } from './recorded.ts';
import { csvRows, known, memory, smallRun } from './small-run.ts';

const file = join(import.meta.dirname, '..', '..', 'docs', 'DATA.md');
const documented = readFileSync(file, 'utf8');

const TABLES: readonly (readonly [what: string, columns: readonly ColumnFacts[]])[] = [
  ['runs', RUNS.columns],
  ['results', RESULTS.columns],
  ['samples', SAMPLES.columns],
  ['comparisons', COMPARE_COLUMNS],
];

for (const [what, columns] of TABLES)
  test(`each column of ${what} has a name of its own and a description`, () => {
    assert.equal(new Set(columns.map(({ id }) => id)).size, columns.length);
    for (const { id, what } of columns) assert.ok(what !== '' && !what.includes('|'), id);
  });

test('each head of the ranking belongs to one column', () => {
  const heads = RESULT_COLUMNS.map(({ head }) => head).filter((head) => head !== '');
  assert.equal(new Set(heads).size, heads.length);
  assert.ok(heads.length >= 10);
});

test('collections have four digits', async () => {
  const collections = { minor: known(500 / 13), major: known(0.001234567), old: known(0), few: known(2) };
  const [row] = await csvRows(smallRun([{ ns: [1], memory: memory({ collections }) }]));
  assert.equal(row!.collections_per_1000_ops, 'minor=38.46 major=0.001235 old=0 few=2');
});

const chapter = documented.split('\n## ').find((part) => part.startsWith('The report as JSON'))!;

/** Keys below these are data (`runtimes.ark`), or of run.json. */
const OPEN = new Set(['run', 'machine', 'settings', 'suite', 'collections']);

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...(OPEN.has(key) ? [] : keysOf(inner))]);
}

function report() {
  const view = analyze(recordedWith('scalajack'));
  return jsonReport(view, compareWithPublished(view), calledOf(view, 'wiremark'));
}

test('every key of a JSON report is named where its keys are explained', () => {
  const named = new Set(chapter.match(/\w+/g));
  const keys = [...new Set(keysOf(report()))];
  assert.ok(keys.length > 100, `${keys.length} keys`);
  const found = keys.filter((key) => !named.has(key));
  assert.deepEqual(found, []);
  assert.match(chapter, new RegExp(`version of this format: ${REPORT_SCHEMA}\\.`));
});

test('every documented key of a row exists', () => {
  const { rows, answers } = report();
  const explained = (begin: string) => {
    const [, table] = chapter.split(begin)[1]!.split('\n\n');
    const cells = [...table!.matchAll(/^\| (`.*?) \|/gm)].map(([, names]) => names!);
    return cells.flatMap((names) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  };
  assert.deepEqual(explained('**`rows`**').sort(), Object.keys(rows[0]!).sort());
  assert.deepEqual(explained('**`answers`**').sort(), Object.keys(answers[0]!).sort());
});
