/** The standard wrong serializers in Ruby, and those that only Ruby can have. */
import { join } from 'node:path';
import { lazy, testWrongs, wrong } from '../../../test/contract/runtime/wrongs.ts';

const NO_TEXT = /^mismatch: serialize put out .* instead of text/;

await testWrongs({
  runner: join(import.meta.dirname, '..'),
  entry: () => ({ file: 'wrongs/wrongs.rb', sources: ['serializers/plain_json.rb'] }),
  expected: { 'one-buffer': /^mismatch: serialize put out the same String twice/ },
  own: {
    'lazy-reader': lazy(
      'reads when a reader is called',
      /^mismatch: .* has a singleton method name: it is no plain data/,
    ),
    prepares: wrong(
      'does the work before the clock starts',
      ['serialize'],
      /^mismatch: .*#initialize has been replaced/,
    ),
    subclass: wrong('does the work when its text is asked', ['serialize'], NO_TEXT),
    singleton: wrong('does the work in a method of its text', ['serialize'], NO_TEXT),
  },
});
