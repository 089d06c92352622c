/** Tests what generated Java must not contain. java-rows.test.ts tests that it compiles and works. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emitJavaEntry } from '../build/java-entry.mjs';

test('options of the manifest must be expressions, and can add no other code to the entry', () => {
  const model = { dataset: 'things', root: { kind: 'any' }, records: new Map(), enums: new Map() } as const;
  const entry = 'Fine';
  emitJavaEntry(model, { entry, argument: 'wiremark.models.{package}.Thing.class, 1' });
  for (const word of ['null); } static class wiremark { int x = (1', '\\u007d'])
    for (const options of [{ entry, argument: word }, { entry: word }])
      assert.throws(() => emitJavaEntry(model, options), /^Error: option `\w+` is not an expression: /);
});
