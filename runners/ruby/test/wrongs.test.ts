/** The standard wrong serializers in Ruby, and those that only Ruby can have. */
import { join } from 'node:path';
import { testWrongs } from '../../../test/contract/runtime/wrongs.ts';

const NO_TEXT = /^mismatch: serialize put out .* instead of text/;

await testWrongs({
  runner: join(import.meta.dirname, '..'),
  entry: (id) => ({
    file: `wrongs/${id.replaceAll('-', '_')}.rb`,
    sources: ['serializers/plain_json.rb'],
  }),
  expected: { 'one-buffer': /^mismatch: serialize put out the same String twice/ },
  own: {
    'lazy-reader': {
      does: 'reads when a reader is called',
      tasks: ['deserialize'],
      isLazy: true,
      expected: /^mismatch: .* has a singleton method name: it is no plain data/,
    },
    prepares: {
      does: 'does the work before the clock starts',
      tasks: ['serialize'],
      expected: /^mismatch: .*#initialize has been replaced/,
    },
    subclass: {
      does: 'does the work when its text is asked',
      tasks: ['serialize'],
      expected: NO_TEXT,
    },
    singleton: {
      does: 'does the work in a method of its text',
      tasks: ['serialize'],
      expected: NO_TEXT,
    },
  },
});
