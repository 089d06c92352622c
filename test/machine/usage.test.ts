import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { platform } from 'node:os';
import { test } from 'node:test';
import { osName } from '../../src/machine/describe.ts';
import { childrenOf, parseState, stateOf } from '../../src/machine/proc.ts';
import { machineUse, observeMachine, parseCpuLine } from '../../src/machine/usage.ts';

test('the line of all processors: idle and iowait are no work, and stolen time is separate', () => {
  const line = 'cpu  100 20 30 4000 500 6 7 80 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\n';
  assert.deepEqual(parseCpuLine(line), { busy: 163, stolen: 80 });
  assert.equal(parseCpuLine('intr 1 2 3'), null);
});

test("a process's name may hold spaces and parentheses", () => {
  const line = '42 (a (b) c) S 1 42 42 0 -1 4194560 900 0 0 0 123 45 0 0 20 0 1 0 100 1000 10';
  assert.deepEqual(parseState(line), { name: 'a (b) c', ticks: 168, start: '100' });
  assert.equal(parseState(''), null);
});

test('use of other programs between two snapshots, by name and without wiremark', () => {
  /** @param programs names and ticks of the processes 1, 2, … */
  const snapshot = (at: number, busy: number, stolen: number, programs: string) => {
    const words = programs.split(', ').map((program) => program.split(' '));
    const all = words.map(([name, ticks], i) => [i + 1, { name: name!, ticks: Number(ticks) }] as const);
    return { at, busy, stolen, programs: new Map(all) };
  };
  const before = snapshot(1000, 500, 10, 'own 100, editor 50, idle 50');
  const after = snapshot(2000, 650, 15, 'own 130, editor 90, idle 51, editor 20, build 59');
  const { busyCores, stolenCores, programs } = machineUse(before, after, 1);
  const hundredths = (cores: number) => Math.round(100 * cores);
  assert.equal(hundredths(busyCores), 120);
  assert.equal(hundredths(stolenCores), 5);
  assert.deepEqual(
    programs.map(({ name, cores }) => [name, hundredths(cores)]),
    [
      ['editor', 60],
      ['build', 59],
    ],
  );
});

test('the use of this machine is measured on Linux', async () => {
  const use = await observeMachine(50);
  assert.equal(use === null, platform() !== 'linux');
  if (use) assert.ok(use.busyCores >= 0 && use.stolenCores >= 0);
});

test('a process that another has started is its child, until it ends', {
  skip: platform() !== 'linux',
}, async () => {
  const child = spawn('cat');
  await once(child, 'spawn');
  assert.ok(childrenOf(process.pid).includes(child.pid!));
  child.stdin.end();
  await once(child, 'exit');
  assert.ok(!childrenOf(process.pid).includes(child.pid!));
  assert.equal(stateOf(child.pid!), null);
});

test('a distribution is called by its pretty name, however it is quoted', () => {
  const told = 'Debian GNU/Linux 12 (bookworm)';
  assert.equal(osName('NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n'), told);
  assert.equal(osName("PRETTY_NAME='An \\$OS'"), 'An $OS');
  assert.equal(osName('PRETTY_NAME=Plain'), 'Plain');
  assert.equal(osName('NAME=Other'), null);
});
