/** The kit of the JVM, which is built together with a serializer. */
import assert from 'node:assert/strict';
import { Kit } from '../../../test/contract/runtime/kit.ts';

/** @param start the program and its words, once it is built */
export function builtKit(skip: string | false, start: () => readonly string[]): Kit {
  return new Kit({
    ...{ runtime: 'jvm', skip, parts: [], start, unit: 'utf-16', greeting: /^runtime jvm / },
    file: () => assert.fail('its serializers are built'),
    habits: () => ({}),
  });
}
