/** Serializers of Ruby that do less than they are timed for (cheats/), in a copy of this runner. */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { testCheats } from '../../../test/runners/cheats.ts';

const own = join(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'wiremark-cheats-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
symlinkSync(join(own, '../../node_modules'), join(scratch, 'node_modules'));
cpSync(join(own, '../build-kit'), join(scratch, 'build-kit'), { recursive: true });
for (const part of ['kit', 'build', 'Gemfile.lock', 'checksums', 'serializers/plain_json.rb'])
  cpSync(join(own, part), join(scratch, 'cheats', part), { recursive: true });
cpSync(join(own, 'test/cheats'), join(scratch, 'cheats'), { recursive: true });

/** Those that put something out that is no finished text of its own. */
const UNFINISHED = ['prepares', 'subclass', 'singleton', 'thread', 'buffer'];
const NO_TEXT = /^mismatch: serialize put out .* instead of text/;

await testCheats({
  runner: join(scratch, 'cheats/runner.toml'),
  cases: [
    {
      dataset: 'person',
      sizes: ['small'],
      tasks: ['deserialize'],
      serializers: ['ruby/honest', 'ruby/lazy-*'],
    },
    {
      dataset: 'record',
      sizes: ['single'],
      tasks: ['serialize', 'deserialize'],
      serializers: [
        ...['ruby/honest', 'ruby/remembers', 'ruby/stale'],
        ...UNFINISHED.map((id) => `ruby/${id}`),
      ],
    },
  ],
  expected: {
    'person deserialize lazy-reader': /^mismatch: .* has a singleton method name: it is no plain data/,
    'person deserialize lazy-object': /^mismatch: /,
    'person deserialize lazy-list': /^mismatch: /,
    'record serialize remembers': /^remembers: /,
    'record deserialize remembers': /^remembers: /,
    'record serialize stale': /^mismatch: /,
    'record deserialize stale': /^mismatch: /,
    'record serialize prepares': /^mismatch: .*#initialize has been replaced/,
    'record serialize subclass': NO_TEXT,
    'record serialize singleton': NO_TEXT,
    'record serialize thread': /^mismatch: /,
    'record serialize buffer': /^mismatch: serialize put out the same String twice/,
  },
});
