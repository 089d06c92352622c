import { join } from 'node:path';
import { testWrongs } from '../../../test/contract/runtime/wrongs.ts';

const runner = join(import.meta.dirname, '..');

const READ_LATER = /^mismatch: .* instead of .*: it may defer work until it is read$/;

await testWrongs({
  runner,
  // Gives each process less memory, so that the processes of all serializers can run at once.
  head: (text) =>
    text
      .replace(/"-Xm[sx]1g"/g, (word) => word.replace('1g', '256m'))
      .replace('"-Xmn256m",', '')
      .replace(/^memory = .*$/m, 'memory = 512'),
  entry: (id) => ({
    file: `wrongs/${id.startsWith('lazy-') ? 'Lazy' : 'Wrongs'}.java`,
    sources: ['HandWritten', 'JsonWriter', 'JsonReader', 'JsonCursor', 'JsonNumbers', 'JsonTimes'].map(
      (name) => `serializers/${name}.java`,
    ),
    more: `options = { emit = "java-hand-written", argument = 'new wiremark.handwritten.{package}.Codec(), "${id}"' }`,
  }),
  bytes: ['one-buffer'],
  expected: {
    'lazy-list': READ_LATER,
    'lazy-object': READ_LATER,
    'one-buffer': /^mismatch: two results are the same byte\[\]/,
  },
});
