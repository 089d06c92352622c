/** The tables of columns in the documents are those of the code. UPDATE_GOLDEN=1 rewrites them. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SQL_COLUMNS } from '../../src/cli/sql/sql.ts';
import { COMPARE_COLUMNS } from '../../src/report/compare/report.ts';
import { splice } from '../../src/report/text/splice.ts';
import { RESULT_COLUMNS } from '../../src/report/view/columns.ts';
import type { ColumnFacts } from '../../src/store/columns.ts';
import { RUNS, SAMPLES } from '../../src/store/query/relations.ts';

const TABLES: readonly (readonly [document: string, what: string, columns: readonly ColumnFacts[]])[] = [
  ['REFERENCE.md', 'runs', RUNS.columns],
  ['REFERENCE.md', 'results', SQL_COLUMNS],
  ['REFERENCE.md', 'samples', SAMPLES.columns],
  ['REFERENCE.md', 'comparisons', COMPARE_COLUMNS],
];

for (const [document, what, columns] of TABLES) {
  test(`docs/${document} has the columns of ${what}`, () => {
    const file = join(import.meta.dirname, '..', '..', 'docs', document);
    const text = readFileSync(file, 'utf8');
    const lines = columns.map(({ id, type, what }) => `| \`${id}\` | ${type} | ${what} |`);
    const wanted = splice(
      text,
      `columns-of-${what}`,
      ['| column | type | what it is |', '|---|---|---|', ...lines].join('\n'),
    );
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, wanted);
    assert.equal(readFileSync(file, 'utf8'), wanted);
  });

  test(`every column of ${what} has a name of its own and says what it is`, () => {
    assert.equal(new Set(columns.map(({ id }) => id)).size, columns.length);
    for (const { id, what } of columns) assert.ok(what !== '' && !what.includes('|'), id);
  });
}

test('a head of the ranking is of one column', () => {
  const heads = RESULT_COLUMNS.map(({ head }) => head).filter((head) => head !== '');
  assert.equal(new Set(heads).size, heads.length);
  assert.ok(heads.length >= 10);
});

test('collections are told in four digits, not in all that a division gives', () => {
  const column = RESULT_COLUMNS.find(({ id }) => id === 'collections_per_1000_ops')!;
  const figure = (value: number) => ({ known: true, value });
  const collections = { minor: figure(500 / 13), major: figure(0.001234567), old: figure(0), few: figure(2) };
  const row = { memory: { collections } } as unknown as Parameters<typeof column.of>[0];
  assert.equal(column.of(row), 'minor=38.46 major=0.001235 old=0 few=2');
});
