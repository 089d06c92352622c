import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitFrames } from '../../src/trial/frames.ts';

test('frames that are cut off are refused', () => {
  for (const [bytes, told] of [
    [[0, 0, 0], /the length of a frame needs 4 bytes, 3 left at byte 0 \(in \/0\)/],
    [[0, 0, 0, 1], /a frame needs 1 byte, 0 left at byte 4 \(in \/0\)/],
    [[0, 0, 0, 0, 255, 255, 255, 255, 1], /a frame needs 4294967295 bytes, 1 left .* \/1\)/],
  ] as const)
    assert.throws(() => splitFrames(Uint8Array.from(bytes)), told);
});
