import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockFolder } from '../../src/runner/build/folder-lock.ts';

const scratch = (): string => mkdtempSync(join(tmpdir(), 'wiremark-lock-'));

test('the second waits until the first gives the folder free', async () => {
  const folder = scratch();
  const events: string[] = [];
  const release = await lockFolder({ folder, waiting: () => events.push('first waits') });
  let told = (): void => {};
  const waits = new Promise<void>((resolve) => {
    told = resolve;
  });
  const second = lockFolder({ folder, waiting: told }).then((releaseSecond) => {
    events.push('second has it');
    return releaseSecond;
  });
  await waits;
  events.push('released');
  await release();
  await (await second)();
  assert.deepEqual(events, ['released', 'second has it']);
  assert.equal(existsSync(join(folder, 'lock')), false);
});

test('the lock of a process that has ended is taken over', async () => {
  const folder = scratch();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(join(folder, 'lock'), String(pid));
  const release = await lockFolder({ folder, waiting: () => assert.fail('nobody holds it') });
  await release();
});

test('waiting ends when it is aborted', async () => {
  const folder = scratch();
  const release = await lockFolder({ folder, waiting: () => {} });
  const controller = new AbortController();
  const waiting = lockFolder({ folder, waiting: () => controller.abort(), signal: controller.signal });
  await assert.rejects(waiting, { name: 'AbortError' });
  await release();
});
