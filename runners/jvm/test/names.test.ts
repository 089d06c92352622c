/**
 * Checks that build programs spell names as src/schema does: the JVM's build program generates calls of code that protoc
 * generates from names of src/schema.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as core from '../../../src/schema/emit/names.ts';
import { parseSchema } from '../../../src/schema/parse.ts';
import * as jvm from '../../build-kit/names.mjs';

test("the JVM's build program spells hard names as the core does", () => {
  const file = fileURLToPath(new URL('../../../datasets/contract-names/schema.json', import.meta.url));
  const { records, enums } = parseSchema(readFileSync(file, 'utf8'), file);
  const lists = [
    ...[...records.values()].map(({ fields }) => fields.map(({ name }) => name)),
    ...[...enums.values()].map(({ values }) => values),
  ];
  assert.ok(lists.flat().length > 300);
  for (const names of lists) {
    assert.deepEqual(jvm.safeNames(names), core.safeNames(names));
    assert.deepEqual(names.map(jvm.upperSnake), names.map(core.upperSnake));
  }
});
