import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readRunner } from '../../../src/define/runner.ts';
import { testWrongs } from '../../../test/contract/runtime/wrongs.ts';

const runner = join(import.meta.dirname, '..');
const right = readRunner(join(runner, 'runner.toml')).serializers.find(({ id }) => id === 'system-text-json');
assert.ok(right);
const { file, sources, options } = right;

await testWrongs({
  runner,
  entry: (id) => {
    const name = id.startsWith('lazy-') ? 'Lazy' : 'Wrongs';
    const entry =
      name === 'Lazy'
        ? `Wiremark.Serializers.Lazy.Of("${id}")`
        : `Wiremark.Serializers.Wrongs.Of<{root}>("${id}")`;
    const words = Object.entries({ ...options, entry }).map(
      ([key, word]) => `${key} = ${JSON.stringify(word)}`,
    );
    return {
      file: `wrongs/${name}.cs`,
      sources: [file, ...sources],
      more: `[serializer.options]\n${words.join('\n')}`,
    };
  },
  bytes: ['one-buffer'],
  expected: {
    'lazy-list': /^mismatch: .*Person\.tags is Unread instead of List<String>/,
    'lazy-object': /^mismatch: .* is Unread instead of Person/,
    'one-buffer': /^mismatch: .*two results are the same Byte\[\]/,
    fails: /^crash: hard document \d+: .*no control characters, please \(Wrongs\.cs:\d+\)$/,
  },
});
