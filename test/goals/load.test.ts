import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { startLoad } from '../../script/goals/load.ts';
import { eventually, isRunning } from '../runner/eventually.ts';

test('a load starts as many processes as it is told, and all are gone once it has stopped', async () => {
  const load = await startLoad(2, 1);
  assert.equal(new Set(load.pids).size, 2);
  assert.ok(load.pids.every(isRunning));
  await load.stop();
  assert.ok(!load.pids.some(isRunning));
  await load.stop();
  assert.deepEqual((await startLoad(0, 1)).pids, []);
});

test('a load uses its core', { skip: !existsSync('/proc/self/stat') && 'reads /proc' }, async () => {
  const load = await startLoad(1, 1);
  const ticks = () =>
    Number(readFileSync(`/proc/${load.pids[0]}/stat`, 'utf8').split(') ')[1]!.split(' ')[11]);
  try {
    const before = ticks();
    await eventually(() => ticks() - before >= 5, 'no CPU time used');
  } finally {
    await load.stop();
  }
});

test('a load ends when the one who started it is killed', async () => {
  const load = new URL('../../script/goals/load.ts', import.meta.url).href;
  const program = `import(${JSON.stringify(load)}).then(async ({ startLoad }) => {
    console.log((await startLoad(1, 1)).pids[0]);
    setInterval(() => {}, 1000);
  })`;
  const starter = spawn(process.execPath, ['--import', 'tsx', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((resolve) => {
    starter.stdout.once('data', (text) => resolve(Number(text)));
  });
  assert.ok(isRunning(pid));
  starter.kill('SIGKILL');
  await eventually(() => !isRunning(pid), 'it outlived the one who started it');
});
