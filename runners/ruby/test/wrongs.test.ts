import { join } from 'node:path';
import { testWrongs } from '../../../test/contract/runtime/wrongs.ts';

await testWrongs({
  runner: join(import.meta.dirname, '..'),
  entry: () => ({ file: 'wrongs/wrongs.rb', sources: ['serializers/plain_json.rb'] }),
  expected: { 'one-buffer': /^mismatch: serialize returned the same String twice/ },
});
