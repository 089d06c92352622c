/** What an interrupt does where something doesn't end. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { source, wordsFor } from '../machine/script.ts';

/** A verb that waits for ever, interrupted. @param kept as for `interruptSignal` @returns its exit code and what it says */
async function interrupted(kept: object | null): Promise<{ code: number; said: string }> {
  const script = `import { interruptSignal } from ${source('cli/interruptible.ts')};
interruptSignal(${JSON.stringify(kept)});
setInterval(() => {}, 1000);
console.log('waiting');`;
  const child = spawn(process.execPath, wordsFor(script), { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  return { code, said };
}

test('what never ends is left, and it is said what prints what there is', async () => {
  const { code, said } = await interrupted({ what: 'all is kept', printedBy: 'wiremark report' });
  assert.equal(code, 130);
  assert.deepEqual(said.trim().split('\n'), [
    'wiremark: stopping; all is kept (press Ctrl-C again to quit at once)',
    'wiremark: stopped without waiting for the rest; to print what there is: wiremark report',
  ]);
});

test('where nothing is kept, nothing is promised', async () => {
  const { code, said } = await interrupted(null);
  assert.equal(code, 130);
  assert.deepEqual(said.trim().split('\n'), [
    'wiremark: stopping (press Ctrl-C again to quit at once)',
    'wiremark: stopped without waiting for the rest',
  ]);
});
