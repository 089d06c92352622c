/** What can't be put into the Java that is generated. That it compiles and does its work is tested in java-rows.test.ts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emitJavaEntry } from '../build/java-entry.mjs';

test('options of the manifest are expressions in the entry, and nothing more', () => {
  const model = { dataset: 'things', root: { kind: 'any' }, records: new Map(), enums: new Map() } as const;
  const entry = 'Fine';
  emitJavaEntry(model, { entry, argument: 'wiremark.models.{package}.Thing.class, 1' });
  for (const word of ['null); } static class wiremark { int x = (1', '\\u007d'])
    for (const options of [{ entry, argument: word }, { entry: word }])
      assert.throws(() => emitJavaEntry(model, options), /^Error: option `\w+` is not an expression: /);
});
