import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { keepCoresAwake } from '../../src/machine/idle-spinners.ts';
import { parseCpuList } from '../../src/machine/proc.ts';
import { eventually } from './eventually.ts';
import { source, wordsFor } from './script.ts';

function keepersFor(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => commandOf(name).endsWith(`\0keeper\0${pid}\0`))
    .map(Number);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // it ended meanwhile
  }
}

test('a list of processors is parsed', () => {
  assert.deepEqual(parseCpuList('0'), [0]);
  assert.deepEqual(parseCpuList('0-3,8,10-11'), [0, 1, 2, 3, 8, 10, 11]);
});

test('each core is kept awake by a process that gives way to all others, or there is a reason why not', async (t) => {
  const keepers = await keepCoresAwake();
  const pids = keepersFor(process.pid);
  try {
    if (keepers.reason !== null) {
      assert.deepEqual(pids, []);
      t.skip(keepers.reason);
      return;
    }
    const cores = pids.map((pid) => readFileSync(`/proc/${pid}/status`, 'utf8'));
    const allowed = cores.map((status) => /^Cpus_allowed_list:\s*(\d+)$/m.exec(status)?.[1]);
    assert.equal(new Set(allowed).size, pids.length, 'one on each core');
    for (const pid of pids) {
      assert.match(execFileSync('chrt', ['--pid', String(pid)], { encoding: 'utf8' }), /SCHED_IDLE/);
      if (readFileSync('/proc/sys/kernel/sched_autogroup_enabled', 'utf8').trim() === '1')
        assert.match(readFileSync(`/proc/${pid}/autogroup`, 'utf8'), /nice 19/);
    }
  } finally {
    await keepers.stop();
  }
  assert.deepEqual(keepersFor(process.pid), []);
});

test('spinners end when wiremark is killed', async (t) => {
  const script = `
    import { keepCoresAwake } from ${source('machine/idle-spinners.ts')};
    const { reason } = await keepCoresAwake();
    console.log(reason ?? 'awake');
    setInterval(() => {}, 1000);
  `;
  const parent = spawn(process.execPath, wordsFor(script), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await new Promise<string>((resolve) =>
    parent.stdout.once('data', (text) => resolve(`${text}`.trim())),
  );
  const ended = new Promise((resolve) => parent.once('exit', resolve));
  if (said === 'awake') assert.ok(keepersFor(parent.pid!).length > 0);
  parent.kill('SIGKILL');
  await ended;
  if (said !== 'awake') t.skip(said);
  else await eventually(() => keepersFor(parent.pid!).length === 0, 'a keeper outlives wiremark');
});
