/** The next wiremark sweeps the folders and processes of a killed one; all others stay. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { scratchFolder, scratchFor, sweep } from '../../src/machine/scratch.ts';
import { place as checkout } from '../contract/place.ts';
import { eventually, isRunning } from './eventually.ts';
import { source, wordsFor } from './script.ts';
import { temporary } from './temporary.ts';

const place = temporary('sweeping');
process.env.TMPDIR = place;

/** A wiremark that keeps something and has a program at work, whose child is in a session of its own, as Maven's may be. */
const WIREMARK = `
import { Child } from ${source('machine/child.ts')};
import { scratchFor } from ${source('machine/scratch.ts')};
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
writeFileSync(join(scratchFor('trial'), 'dump'), 'x');
const program = "const { spawn } = require('node:child_process');" +
  "const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });" +
  "process.stdout.write(process.pid + ' ' + child.pid + '\\\\n'); setInterval(() => {}, 1000);";
const child = await Child.start({ command: [process.execPath, '-e', program], folder: '.' });
child.stdout.pipe(process.stdout);
`;

/** Such a wiremark, with the processes that it has started: its program and that one's child. */
async function begun() {
  const wiremark = spawn(process.execPath, wordsFor(WIREMARK), { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(wiremark.stdout.setEncoding('utf8'), 'data');
  const pids = String(line).trim().split(' ').map(Number);
  assert.equal(pids.length, 2);
  return { wiremark, pids };
}

test('the next command removes the folder of a killed wiremark and ends its child processes', {
  skip: process.platform !== 'linux',
}, async () => {
  const { wiremark, pids } = await begun();
  const own = scratchFor('own');
  const others = join(place, 'wiremark-somebody-else');
  mkdirSync(others);

  sweep();
  assert.ok(pids.every(isRunning), 'wiremark is alive');
  wiremark.kill('SIGKILL');
  await once(wiremark, 'exit');
  await eventually(() => !isRunning(wiremark.pid!), 'it is gone');
  assert.ok(pids.every(isRunning), 'its processes still run');
  const kept = () => readdirSync(place).filter((name) => name.startsWith('wiremark-'));
  assert.equal(kept().length, 3);

  const env = { ...process.env, WIREMARK_CACHE: checkout.cache };
  const { status, stderr } = spawnSync(join(checkout.home, 'wiremark'), ['list'], { env, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  await eventually(() => !pids.some(isRunning), 'what it had started is ended');
  assert.deepEqual(kept().sort(), [basename(scratchFolder()), 'wiremark-somebody-else'].sort());
  assert.ok(existsSync(own));
});
