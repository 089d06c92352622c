import assert from 'node:assert/strict';
import { platform } from 'node:os';
import { test } from 'node:test';
import { parseState } from '../../src/machine/proc.ts';
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
  const program = (name: string, ticks: number) => ({ name, ticks });
  const before = {
    at: 1000,
    busy: 500,
    stolen: 10,
    programs: new Map([
      [1, program('own', 100)],
      [2, program('editor', 50)],
      [3, program('idle', 50)],
    ]),
  };
  const after = {
    at: 2000,
    busy: 650,
    stolen: 15,
    programs: new Map([
      [1, program('own', 130)],
      [2, program('editor', 90)],
      [3, program('idle', 51)],
      [4, program('editor', 20)],
      [5, program('build', 59)],
    ]),
  };
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
