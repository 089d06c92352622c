import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Value } from '../../src/schema/value.ts';
import { limitCounts } from '../../src/verify/checksums.ts';
import { prepareInputs, writeFrames } from '../../src/verify/frames.ts';
import { verifyLimit } from '../../src/verify/outputs.ts';
import { constantSums } from '../../src/verify/sums.ts';
import { documents, people, temporaryFolder } from './people.ts';

const folder = temporaryFolder();
const frames = documents.map((_, index) => inputFrame(index));

function inputFrame(index: number): Uint8Array {
  const file = join(folder, `input-${index}`);
  prepareInputs(people, 'json', [documents[index]!], file);
  return readFileSync(file).subarray(4);
}

async function verdictOf(expected: readonly Value[], outputs: readonly Uint8Array[]) {
  const file = join(folder, 'dump');
  writeFrames(file, outputs);
  return (await verifyLimit({ model: people, format: 'json', expected, set: 'documents', file })).verdict;
}

describe('the dump of a limit', () => {
  it('is its input, to the last byte, where it puts something out', async () => {
    assert.deepEqual(await verdictOf(documents, frames), { verdict: 'ok' });
    const flipped = frames.map((frame, index) => (index === 1 ? frame.map((byte) => byte ^ 1) : frame));
    assert.deepEqual(await verdictOf(documents, flipped), {
      verdict: 'mismatch',
      reason: "documents: result 1 isn't its document",
    });
    assert.equal((await verdictOf(documents, [frames[0]!, frames[0]!, frames[0]!])).verdict, 'mismatch');
    assert.match(JSON.stringify(await verdictOf(documents, [])), /0 results for 3 documents/);
  });

  it('is empty where it puts nothing out', async () => {
    assert.deepEqual(await verdictOf([], []), { verdict: 'ok' });
    assert.equal((await verdictOf([], frames)).verdict, 'mismatch');
  });

  it('is a mismatch when it is no sequence of frames', async () => {
    const file = join(folder, 'torn');
    writeFileSync(file, Uint8Array.of(0, 0));
    const dump = { model: people, format: 'json', expected: documents, set: 'hard', file } as const;
    const verdict = await verifyLimit(dump);
    assert.match(JSON.stringify(verdict), /mismatch.*hard documents: the dump is not a sequence of frames/);
  });
});

describe('what the operations of a limit count', () => {
  const lengths = frames.map((frame) => frame.length);

  const given = { model: people, documents, objects: documents };

  it('is known from the documents: leaves that are there, bytes, operations', () => {
    // name, gender, height, account; ssn and nick where they are there; hobbies.
    assert.deepEqual(limitCounts('walk', 'json', given), [8, 4, 6]);
    assert.deepEqual(limitCounts('copy', 'json', given), lengths);
    assert.deepEqual(limitCounts('write', 'json', given), lengths);
    assert.deepEqual(limitCounts('no-op', 'json', given), [1, 1, 1]);
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
    assert.deepEqual(
      limitCounts('walk', 'json', { ...given, objects: [document, new Map(), null] }),
      [6, 0, 0],
    );
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
