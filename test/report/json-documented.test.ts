/** Programs read the JSON report by what docs/REFERENCE.md says: it names each key, and no key that is gone. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compareWithPublished } from '../../src/report/published/published.ts';
import { calledOf } from '../../src/report/run/again.ts';
import { jsonReport, REPORT_SCHEMA } from '../../src/report/run/report.ts';
import { buildView } from '../../src/report/view/view.ts';
import { recordedRun } from './recorded.ts';

const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'REFERENCE.md'), 'utf8');
const chapter = text.split('\n## ').find((part) => part.startsWith('The report as JSON'))!;

/** Keys below these are data (`runtimes.jvm`), or of run.json. */
const OPEN = new Set(['run', 'machine', 'settings', 'suite', 'collections']);

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...(OPEN.has(key) ? [] : keysOf(inner))]);
}

async function report() {
  const view = buildView(await recordedRun('scalajack'));
  return jsonReport(view, compareWithPublished(view), calledOf(view, 'wiremark'));
}

test('every key of a JSON report is named where its keys are explained', async () => {
  const named = new Set(chapter.match(/\w+/g));
  const keys = [...new Set(keysOf(await report()))];
  assert.ok(keys.length > 100, `${keys.length} keys`);
  assert.deepEqual(
    keys.filter((key) => !named.has(key)),
    [],
  );
  assert.match(chapter, new RegExp(`version of this format: ${REPORT_SCHEMA}\\.`));
});

test('every key of a row that is explained is there', async () => {
  const { rows, answers } = await report();
  const explained = (begin: string) =>
    [
      ...chapter
        .split(begin)[1]!
        .split('\n\n')[1]!
        .matchAll(/^\| (`.*?) \|/gm),
    ].flatMap(([, names]) => [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  assert.deepEqual(explained('**`rows`**').sort(), Object.keys(rows[0]!).sort());
  assert.deepEqual(explained('**`answers`**').sort(), Object.keys(answers[0]!).sort());
});
