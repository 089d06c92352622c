/**
 * Serializers of the JVM that do less than they are timed for (jvm-cheats/), each of which is to be found out, and an honest
 * one that isn't. What the fixture's writer takes for plain data is tried on the JDK's own collections.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { testCheats } from './cheats.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'wiremark-cheats-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'));
cpSync(join(root, 'runners/build-kit'), join(scratch, 'build-kit'), { recursive: true });
for (const own of ['runners/jvm', 'test/runners/jvm-cheats'])
  cpSync(join(root, own), join(scratch, 'jvm'), { recursive: true });

const READ_LATER = /stands where .* should: it may put work off until it is read$/;
const REFUSED = /^crash: hard document \d+: .*no control characters, please$/;

await testCheats({
  runner: join(scratch, 'jvm/runner.toml'),
  cases: [
    {
      dataset: 'person',
      sizes: ['small'],
      tasks: ['deserialize'],
      serializers: ['jvm/honest', 'jvm/lazy-*'],
    },
    {
      dataset: 'record',
      sizes: ['single'],
      tasks: ['serialize', 'deserialize'],
      serializers: ['jvm/honest', 'jvm/remembers', 'jvm/stale', 'jvm/later', 'jvm/one-buffer', 'jvm/fails'],
    },
  ],
  expected: {
    'person deserialize lazy-list': READ_LATER,
    'person deserialize lazy-object': READ_LATER,
    'record serialize remembers': /^remembers: /,
    'record deserialize remembers': /^remembers: /,
    'record serialize stale': /^mismatch: .*this is document \d/,
    'record deserialize stale': /^mismatch: .*this is document \d/,
    'record serialize later': /^mismatch: document 0 is not valid JSON/,
    'record serialize one-buffer': /^mismatch: two results are the same byte\[\]/,
    'record serialize fails': REFUSED,
    'record deserialize fails': REFUSED,
  },
});

test('collections of the JDK that hold what is in them are plain, others are refused', async () => {
  const classes = join(scratch, 'classes');
  const kit = join(root, 'runners/jvm/kit/src/main/java');
  const check = join(root, 'test/runners/jvm-plain/PlainCheck.java');
  await execa('javac', ['-encoding', 'UTF-8', '-sourcepath', kit, '-d', classes, check]);
  const { stdout } = await execa('java', ['-cp', classes, 'wiremark.kit.PlainCheck']);
  assert.equal(stdout, 'checked 42');
});
