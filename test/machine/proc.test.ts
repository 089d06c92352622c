/** CPU time of a process and all that it started, living and ended. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { childrenOf, stateOf, ticksOf } from '../../src/machine/proc.ts';

/** By its own account, however busy the machine is. In a child that has ended; in one that a thread has started and lives. */
const PARENT = `
const { spawnSync, spawn } = require('node:child_process');
const { Worker } = require('node:worker_threads');
const burn = "while (process.cpuUsage().user < 400_000); console.log('burnt');";
process.stdin.once('data', () => {
  spawnSync(process.execPath, ['-e', burn]);
  console.log('ended');
  process.stdin.once('data', () => new Worker(
    "const { spawn } = require('node:child_process');" +
    "const child = spawn(process.execPath, ['-e', " + JSON.stringify(burn + 'setInterval(() => {}, 1000)') + "]);" +
    "child.stdout.once('data', () => console.log('living'));", { eval: true }));
});
console.log('begun');
`;

test('what it started counts, ended or living, whichever thread did', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const pid = parent.pid!;
  t.after(() => {
    for (const one of [...childrenOf(pid), pid]) process.kill(one, 'SIGKILL');
  });
  const lines = createInterface(parent.stdout);
  /** Ticks of all, and of it alone. */
  const after = async (line: string): Promise<[all: number, alone: number]> => {
    assert.deepEqual(await once(lines, 'line'), [line]);
    return [ticksOf(pid)!, stateOf(pid)!.ticks];
  };
  const [begun] = await after('begun');
  parent.stdin.write('go\n');
  const [ended, alone] = await after('ended');
  assert.deepEqual(childrenOf(pid), []);
  assert.ok(ended - alone >= 35, `${ended} of all, ${alone} of it alone, ${begun} before`);
  parent.stdin.write('go\n');
  const [living, still] = await after('living');
  assert.equal(childrenOf(pid).length, 1);
  assert.ok(living - still >= ended - alone + 35, `${living} of all, ${still} of it alone`);
});

test('nothing is known of a process that is gone', async () => {
  const child = spawn('true');
  await once(child, 'exit');
  assert.equal(ticksOf(child.pid!), null);
});
