import assert from 'node:assert/strict';
import { constants } from 'node:os';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { signal } from '../../src/machine/process-group.ts';
import type { Outcome } from './unstartable-child.ts';

const MACHINE = ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'];

test('a program that can not be started gives a reason, or an error if the machine lacks resources', async () => {
  const script = fileURLToPath(new URL('unstartable-child.ts', import.meta.url));
  const words = ['--import', 'tsx', script];
  const ended = await execa(process.execPath, words, { detached: true, reject: false });
  assert.equal(ended.exitCode, 0, `it has signaled its own group, or: ${ended.stderr}`);
  const outcomes: Outcome[] = JSON.parse(ended.stdout);
  assert.equal(outcomes.length, 4 * 13 + 2 * (Object.keys(constants.errno).length + 3 * 6));
  for (const { place, fault, reason, code } of outcomes) {
    const what = `${place}, ${fault}: ${reason ?? code}`;
    const isOfMachine = MACHINE.includes(fault.split(' ')[0]!);
    if (isOfMachine) assert.equal(code, fault.split(' ')[0], what);
    else {
      assert.match(reason ?? '', /could not be started: |is not installed$/, what);
      assert.doesNotMatch(reason ?? '', /\n/, what);
      const verdict = { runner: 'crash: ', build: 'crash: ', tool: 'unavailable: ', companion: '' }[place];
      assert.ok(reason!.startsWith(verdict!), what);
    }
    if (fault === 'a path through a file')
      assert.match(reason!, /could not be started: .*file\/x: not a directory \(ENOTDIR\)$/);
  }
});

test('wiremark itself and the groups of other programs are never signaled', () => {
  const { kill } = process;
  const sent: unknown[] = [];
  process.kill = (...words) => {
    sent.push(words);
    return true;
  };
  try {
    for (const whole of ['process', 'group'] as const) {
      for (const pid of [0, -0, -1, -5, 1, 0.5, process.pid, Number.NaN, Number.POSITIVE_INFINITY])
        assert.notEqual(signal(pid, 'SIGKILL', whole), null);
      assert.notEqual(signal(undefined as unknown as number, 'SIGKILL', whole), null);
      assert.notEqual(signal(0, 0, whole), null);
    }
    assert.deepEqual(sent, []);
    signal(12345, 'SIGKILL', 'group');
    signal(12345, 'SIGKILL');
    assert.deepEqual(sent, [
      [-12345, 'SIGKILL'],
      [12345, 'SIGKILL'],
    ]);
  } finally {
    process.kill = kill;
  }
});
