import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { source, wordsFor } from '../machine/script.ts';

/** Interrupts a verb that waits forever. @returns its exit code and standard error */
async function interrupted(printedBy?: string): Promise<{ code: number; errors: string[] }> {
  const script = `import { attended } from ${source('cli/interruptible.ts')};
setInterval(() => {}, 1000);
attended(() => new Promise(() => console.log('waiting')), ${JSON.stringify(printedBy)});`;
  const child = spawn(process.execPath, wordsFor(script), { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  return { code, errors: errors.trim().split('\n') };
}

test('work that never ends is abandoned, with the command that prints results if they are kept', async () => {
  for (const [printedBy, kept, printed] of [
    ['wiremark report', '; what was measured is kept', '; to print the results so far: wiremark report'],
    [undefined, '', ''],
  ] as const) {
    const { code, errors } = await interrupted(printedBy);
    assert.equal(code, 130);
    assert.deepEqual(errors, [
      `wiremark: stopping${kept} (press Ctrl-C again to quit at once)`,
      `wiremark: stopped without waiting for the rest${printed}`,
    ]);
  }
});
