import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { joinFrames, splitFrames } from '../../src/trial/frames.ts';

describe('frames', () => {
  it('are a length and as many bytes', () => {
    const bytes = Buffer.of(0, 0, 0, 2, 7, 8, 0, 0, 0, 0, 0, 0, 0, 1, 9);
    const frames = [Uint8Array.of(7, 8), new Uint8Array(), Uint8Array.of(9)];
    assert.deepEqual(splitFrames(new Uint8Array(bytes)), frames);
    assert.deepEqual(joinFrames(frames), bytes);
    assert.deepEqual(splitFrames(new Uint8Array()), []);
    assert.deepEqual(splitFrames(new Uint8Array(bytes), 2).length, 2);
  });

  it('are refused where they are cut off', () => {
    for (const [bytes, told] of [
      [[0, 0, 0], /the length of a frame needs 4 bytes, 3 left at byte 0 \(in \/0\)/],
      [[0, 0, 0, 1], /a frame needs 1 byte, 0 left at byte 4 \(in \/0\)/],
      [[0, 0, 0, 0, 255, 255, 255, 255, 1], /a frame needs 4294967295 bytes, 1 left .* \/1\)/],
    ] as const)
      assert.throws(() => splitFrames(Uint8Array.from(bytes)), told);
  });
});
