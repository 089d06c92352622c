import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { childrenOf, stateOf } from '../../src/machine/proc.ts';

test('a process that another has started is its child, until it ends', {
  skip: process.platform !== 'linux',
}, async () => {
  const child = spawn('cat');
  await once(child, 'spawn');
  assert.ok(childrenOf(process.pid).includes(child.pid!));
  child.stdin.end();
  await once(child, 'exit');
  assert.ok(!childrenOf(process.pid).includes(child.pid!));
  assert.equal(stateOf(child.pid!), null);
});
