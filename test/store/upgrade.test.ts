/** Runs that earlier versions left. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readRun } from '../../src/store/reader.ts';
import { RUN_SCHEMA } from '../../src/store/record.ts';
import { STEPS, upgradeRun } from '../../src/store/upgrade.ts';

const kept = join(import.meta.dirname, 'schema-1');

test('every version has a step to the next', () => {
  assert.equal(STEPS.length, RUN_SCHEMA - 1);
});

test('a run of schema 1 is read as one of today, with what it could not know yet', async () => {
  const before = JSON.parse(readFileSync(join(kept, 'run.json'), 'utf8'));
  assert.equal(before.schema, 1);
  assert.ok(!('limit' in before.contenders[0]) && !('memory' in before.outcomes[1]));
  const { record, samples, warnings } = await readRun(kept);
  assert.equal(record.schema, RUN_SCHEMA);
  assert.equal(record.id, before.id);
  assert.equal(record.name, undefined);
  assert.deepEqual(
    record.contenders.map(({ limit }) => limit),
    [null, 'walk'],
  );
  assert.equal(record.outcomes[0]!.memory!.ops, 1000);
  assert.equal(record.outcomes[1]!.memory, null);
  assert.equal(samples.length, 3);
  assert.deepEqual(warnings, []);
});

test('runs of schema 2, one over and one that was killed, know neither variants nor their code', async () => {
  for (const [which, file] of [
    ['finished', 'samples.parquet'],
    ['killed', 'samples.jsonl'],
  ] as const) {
    const folder = join(import.meta.dirname, 'schema-2', which);
    const before = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
    assert.equal(before.schema, 2);
    const { record, samples, warnings } = await readRun(folder);
    assert.deepEqual(warnings, []);
    assert.ok(samples.length > 50 && existsSync(join(folder, file)));
    const added = { variant: null, code: null };
    assert.deepEqual(record, {
      ...before,
      schema: RUN_SCHEMA,
      contenders: before.contenders.map((one: object) => ({ ...one, ...added })),
    });
  }
});

test('what is no run of an earlier version is left for validation to tell', () => {
  for (const found of [
    null,
    'text',
    [],
    {},
    { schema: 'one' },
    { schema: 0 },
    { schema: 1.5 },
    { schema: RUN_SCHEMA },
  ])
    assert.equal(upgradeRun(found), found);
  const damaged = { schema: 1, contenders: 'none', outcomes: [7] };
  assert.deepEqual(upgradeRun(damaged), { schema: RUN_SCHEMA, contenders: 'none', outcomes: [7] });
});
