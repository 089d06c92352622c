import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dozes } from '../../src/machine/glance.ts';

test('a machine dozes when memory is clearly slower after a sleep', () => {
  assert.ok(dozes({ awakeNs: 135, sleptNs: 200 }), 'as was found');
  assert.ok(!dozes({ awakeNs: 135, sleptNs: 150 }));
  assert.ok(!dozes({ awakeNs: 200, sleptNs: 135 }));
});
