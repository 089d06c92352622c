import { join } from 'node:path';
import { testWrongs } from '../../../test/contract/runtime/wrongs.ts';

const NO_BYTES = /^mismatch: serialize returned bytearray instead of bytes/;

await testWrongs({
  runner: join(import.meta.dirname, '..'),
  entry: () => ({
    file: 'wrongs/wrongs.py',
    sources: ['serializers/json.py', 'serializers/plain_json.py'],
  }),
  bytes: ['one-buffer'],
  expected: { 'one-buffer': NO_BYTES },
});
