import assert from 'node:assert/strict';
import os from 'node:os';
import { test } from 'node:test';
import { osName, recordMachine } from '../../src/machine/describe.ts';

test('the machine is recorded', () => {
  const machine = recordMachine();
  assert.equal(machine.cores, os.availableParallelism());
  assert.equal(machine.memoryBytes, os.totalmem());
  assert.equal(machine.arch, os.arch());
  assert.ok(machine.kernel.includes(os.release()));
  assert.ok(machine.cpu !== '' && machine.os !== '');
  assert.ok(machine.load === null || machine.load >= 0);
  assert.notEqual(machine.governor, '');
});

test('a distribution is called by its pretty name, however it is quoted', () => {
  assert.equal(
    osName('NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n'),
    'Debian GNU/Linux 12 (bookworm)',
  );
  assert.equal(osName("PRETTY_NAME='An \\$OS'"), 'An $OS');
  assert.equal(osName('PRETTY_NAME=Plain'), 'Plain');
  assert.equal(osName('NAME=Other'), null);
});
