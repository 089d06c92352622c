/** The standard wrong serializers in Python, whose texts and bytes never change: what is filled later is neither. */
import { join } from 'node:path';
import { DELAYED, testWrongs } from '../../../test/contract/runtime/wrongs.ts';

const NO_BYTES = /^mismatch: serialize put out bytearray instead of bytes/;

await testWrongs({
  runner: join(import.meta.dirname, '..'),
  entry: () => ({
    file: 'wrongs/wrongs.py',
    sources: ['serializers/json.py', 'serializers/plain_json.py'],
  }),
  bytes: ['later', 'one-buffer'],
  expected: { later: /^crash: the row has a thread while no clock runs/, 'one-buffer': NO_BYTES },
  own: DELAYED,
});
