import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Value } from '../../src/schema/value.ts';
import { writeFrames } from '../../src/verify/frames.ts';
import { prepareInputs } from '../../src/verify/inputs.ts';
import { limitCounts, verifyLimit } from '../../src/verify/limits.ts';
import { constantSums } from '../../src/verify/sums.ts';
import { documents, people, temporaryFolder } from './people.ts';

const folder = temporaryFolder();
const inputs = join(folder, 'inputs');
prepareInputs(people, 'json', documents, inputs);
const frames = documents.map((_, index) => inputFrame(index));

function inputFrame(index: number): Uint8Array {
  const file = join(folder, `input-${index}`);
  prepareInputs(people, 'json', [documents[index]!], file);
  return readFileSync(file).subarray(4);
}

function verdictOf(limit: 'copy' | 'write' | 'walk' | 'no-op', outputs: readonly Uint8Array[]) {
  const file = join(folder, 'dump');
  writeFrames(file, outputs);
  return verifyLimit({ limit, set: 'documents', file, inputs });
}

describe('the dump of a limit', () => {
  it('is its input, to the last byte, where it puts something out', () => {
    for (const limit of ['copy', 'write'] as const) {
      assert.deepEqual(verdictOf(limit, frames), { verdict: 'ok' });
      const flipped = frames.map((frame, index) => (index === 1 ? frame.map((byte) => byte ^ 1) : frame));
      assert.deepEqual(verdictOf(limit, flipped), {
        verdict: 'mismatch',
        reason: "documents: result 1 isn't its document",
      });
      assert.equal(verdictOf(limit, [frames[0]!, frames[0]!, frames[0]!]).verdict, 'mismatch');
      assert.match(JSON.stringify(verdictOf(limit, [])), /0 results, where 3 are expected/);
    }
  });

  it('is empty where it puts nothing out', () => {
    for (const limit of ['walk', 'no-op'] as const) {
      assert.deepEqual(verdictOf(limit, []), { verdict: 'ok' });
      assert.equal(verdictOf(limit, frames).verdict, 'mismatch');
    }
  });

  it('is a mismatch when it is no sequence of frames', () => {
    const file = join(folder, 'torn');
    writeFileSync(file, Uint8Array.of(0, 0));
    const verdict = verifyLimit({ limit: 'copy', set: 'hard', file, inputs });
    assert.match(JSON.stringify(verdict), /mismatch.*hard documents: the dump is no sequence of frames/);
  });
});

describe('what the operations of a limit count', () => {
  const lengths = frames.map((frame) => frame.length);

  it('is known from the documents: leaves that are there, bytes, operations', () => {
    // name, gender, height, account; ssn and nick where they are there; hobbies.
    assert.deepEqual(limitCounts('walk', documents, inputs), [8, 4, 6]);
    assert.deepEqual(limitCounts('copy', documents, inputs), lengths);
    assert.deepEqual(limitCounts('write', documents, inputs), lengths);
    assert.deepEqual(limitCounts('no-op', documents, inputs), [1, 1, 1]);
  });

  it('counts the leaves of maps and of any, but no keys', () => {
    const document = {
      map: new Map([
        ['a', 1n],
        ['b', 2n],
      ]),
      any: [
        null,
        true,
        1,
        'x',
        new Map<string, Value>([
          ['k', []],
          ['', ''],
        ]),
      ],
    };
    assert.deepEqual(limitCounts('walk', [document, new Map(), null], inputs), [6, 0, 0]);
  });

  it('catches a walk that leaves something out, in slices of any length', () => {
    const sums = constantSums([8, 4, 6]);
    for (const [from, ops, sum] of [
      [0, 2, 12],
      [2, 2, 14],
      [4, 7, 18 * 2 + 4],
      [11, 3, 18],
    ] as const)
      assert.equal(sums.sum(from, ops, 5), sum);
  });
});
