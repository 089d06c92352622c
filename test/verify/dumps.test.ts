/** Dumps that are no files, or too large for us: nothing hangs, and nothing is blamed on who can't help it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Verdict } from '../../src/plan/verdict.ts';
import { RunnerFailure } from '../../src/runner/client.ts';
import { withinLimits } from '../../src/verify/dump.ts';
import { verifyLimit } from '../../src/verify/limits.ts';
import { verifyDump } from '../../src/verify/outputs.ts';
import { documents, people, temporaryFolder } from './people.ts';

const folder = temporaryFolder();
const skip = process.platform === 'win32';

async function verdictsOf(file: string): Promise<Verdict[]> {
  const dump = {
    model: people,
    format: 'json',
    deviations: [],
    expected: documents,
    file,
    set: 'hard',
  } as const;
  return [
    (await verifyDump('serialize', dump)).verdict,
    (await verifyDump('deserialize', dump)).verdict,
    verifyLimit({ limit: 'copy', set: 'hard', file, inputs: file }),
  ];
}

test('a dump that is a pipe, or a link to what never ends, is a mismatch at once', { skip }, async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const zero = join(folder, 'zero');
  symlinkSync('/dev/zero', zero);
  for (const [file, kind] of [
    [pipe, 'a pipe (FIFO)'],
    [zero, 'a link'],
  ] as const) {
    const reason = `hard documents: the dump can't be read: it is ${kind}, not a regular file`;
    for (const verdict of await verdictsOf(file)) assert.deepEqual(verdict, { verdict: 'mismatch', reason });
  }
});

test('a dump that is larger than we can read is not called a mismatch', async () => {
  const file = join(folder, 'large');
  writeFileSync(file, '');
  truncateSync(file, 3 * 2 ** 30);
  for (const verdict of await verdictsOf(file)) {
    assert.equal(verdict.verdict, 'unsupported');
    assert.match(
      (verdict as { reason: string }).reason,
      /can't verify so much \(it has 3072 MiB, .*smaller size/,
    );
  }
});

test('nor is a text that is longer than ours can be', async () => {
  const tooLong = async () => Buffer.alloc(2 ** 29, 'a').toString('utf8');
  await assert.rejects(
    withinLimits('documents', tooLong),
    (error) => error instanceof RunnerFailure && error.verdict.verdict === 'unsupported',
  );
});

test('that no file handles are left is no fault of the runner', {
  skip: process.platform !== 'linux',
}, () => {
  const script = `
    import { openSync } from 'node:fs';
    import { readDump } from ${JSON.stringify(new URL('../../src/verify/dump.ts', import.meta.url).href)};
    try { for (;;) openSync('/dev/null'); } catch {}
    try { readDump(${JSON.stringify(join(folder, 'large-enough'))}, 'documents'); } catch (error) {
      process.stdout.write(error.name + ' ' + error.code);
    }`;
  writeFileSync(join(folder, 'large-enough'), '');
  const words = ['--import', 'tsx', '--input-type=module', '-e', script];
  const command = `ulimit -n 64; exec "$@"`;
  const output = execFileSync('bash', ['-c', command, 'bash', process.execPath, ...words], {
    encoding: 'utf8',
  });
  assert.equal(output, 'Error EMFILE');
});
