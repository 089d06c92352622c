/** The JVM's kit, which is built together with a serializer. */
import assert from 'node:assert/strict';
import { Kit } from '../../../test/contract/runtime/kit.ts';

/** @param start returns the runner's start command; called after the serializer is built */
export function builtKit(skip: string | false, start: () => readonly string[]): Kit {
  return new Kit({
    ...{ runtime: 'jvm', skip, parts: [], start, unit: 'utf-16', greeting: /^runtime jvm / },
    file: () => assert.fail('its serializers are built'),
    habits: () => ({}),
  });
}
