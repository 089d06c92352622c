/** What slices say that they put out, against what they should have; and the results of limits. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TEXT_UNITS } from '../../src/define/types.ts';
import type { Value } from '../../src/schema/value.ts';
import { Random } from '../../src/stats/random.ts';
import { checkLengths, leaves, lengthOf } from '../../src/verify/lengths.ts';
import { verifyLimit } from '../../src/verify/outputs.ts';
import { documents, mismatchOf, outputs, resultsOf } from './people.ts';

describe('what slices put out in all', () => {
  /** As a runner counts it: one operation after another. */
  function counted(lengths: readonly number[], slices: readonly number[]) {
    let at = 0;
    return slices.map((ops) => {
      let length = 0;
      for (let i = 0; i < ops; i++) length += lengths[at++ % lengths.length]!;
      return { ops, length };
    });
  }

  const trials = Array.from({ length: 60 }, (_, seed) => {
    const random = new Random(7, seed);
    const lengths = Array.from({ length: 1 + random.below(9) }, () => random.below(5));
    lengths[0]!++;
    const slices = Array.from({ length: 1 + random.below(6) }, () => 1 + random.below(40));
    return { lengths, told: counted(lengths, slices), wrong: random.below(slices.length) };
  });

  it('is right in slices of any length, from wherever they begin', () => {
    for (const { lengths, told } of trials) checkLengths(told, lengths);
  });

  it('is wrong by one, in the first slice that is', async () => {
    for (const { lengths, told, wrong } of trials)
      for (const by of [-1, 1]) {
        const slices = told.map((one, at) => (at < wrong ? one : { ...one, length: one.length + by }));
        const from = told.slice(0, wrong).reduce((sum, { ops }) => sum + ops, 0);
        const { ops, length } = told[wrong]!;
        const which = ops === 1 ? `operation ${from}` : `operations ${from} to ${from + ops - 1}`;
        const found = await mismatchOf((async () => checkLengths(slices, lengths))());
        const words = `outputs of ${which} have a length of ${length + by}, not ${length}; if`;
        assert.ok(found.includes(words), found);
      }
  });

  it('is not asked of a runner that counts nothing, but of one that does so at times', async () => {
    const told = counted([3, 4], [5, 6, 7]);
    const nothing = told.map((one) => ({ ...one, length: 0 }));
    checkLengths(nothing, [3, 4]);
    const some = async () => checkLengths(nothing.with(2, told[2]!), [3, 4]);
    assert.match(await mismatchOf(some()), /operations 0 to 4 .* of 0, not 17; if /);
  });
});

describe('the length of an output', () => {
  const text = 'aé漢😀';
  for (const [kind, unit, length] of [
    ['text', 'utf-16', 5],
    ['text', 'code-points', 4],
    ['text', 'utf-8', 10],
    ...TEXT_UNITS.map((unit) => ['bytes', unit, 10] as const),
  ] as const)
    it(`of ${kind}, where strings are ${unit}, is ${length}`, () => {
      // As a part of the file that it came in.
      assert.equal(lengthOf(Buffer.from(`😀${text}`).subarray(4), kind, unit), length);
      assert.equal(lengthOf(Buffer.from(''), kind, unit), 0);
    });
});

describe('a limit', () => {
  const verdict = (frames: readonly Uint8Array[]) => verifyLimit(resultsOf(frames), 'json', frames);
  const frames = outputs('json');

  it('puts out its input, to the last byte', async () => {
    await verdict(frames);
    const flip = frames[1]!.map((byte) => byte ^ 1);
    const flipped = frames.with(1, flip);
    const spaced = frames.with(2, Buffer.concat([frames[2]!, Buffer.from(' ')]));
    for (const [wrong, at] of [
      [flipped, 1],
      [spaced, 2],
      [[frames[0]!, frames[0]!, frames[0]!], 1],
    ] as const)
      assert.equal(await mismatchOf(verdict(wrong)), `hard document ${at}: the result isn't its document`);
  });

  it('that walks visits the leaves that are there, also in maps and any, but no keys', () => {
    // name, gender, height, account; ssn and nick where they are there; hobbies.
    assert.deepEqual(documents.map(leaves), [8, 4, 6]);
    const map = new Map(Object.entries({ a: 1n, b: 2n }));
    const any = [
      null,
      true,
      1,
      'x',
      Buffer.of(1, 2),
      new Map<string, Value>(Object.entries({ k: [], '': '' })),
    ];
    assert.deepEqual([{ map, any }, new Map(), null].map(leaves), [7, 0, 0]);
  });
});
