import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeFixture } from '../../src/oracle/fixture.ts';
import { type KnownResults, type Results, verifyResults } from '../../src/trial/results.ts';
import { documents, jsonOutputs, mismatchOf, outputs, people, resultsOf } from './people.ts';

const right = outputs('json');
/** Documents in another order, so that a comparison finds a difference. */
const others = documents.toReversed();
const remembering = () => {
  const known: KnownResults = new Map();
  return (frames: readonly Uint8Array[], rest: Parameters<typeof resultsOf>[1] = {}) =>
    verifyResults(resultsOf(frames, { known, ...rest }));
};

describe('a result that was verified before', () => {
  it('is not compared again for the same bytes and document', async () => {
    const verify = remembering();
    await verify(right);
    await verify(right, { of: others });
    const spaced = jsonOutputs((text) => ` ${text}`);
    for (const [what, again] of [
      ['other bytes', verify(spaced, { of: others })],
      ['another document', verify(right.toReversed())],
      ['nothing to remember by', verifyResults(resultsOf(right, { of: others }))],
    ] as const)
      assert.match(await mismatchOf(again), /^hard document 0: /, what);
  });

  it('reports its used deviations each time', async () => {
    const verify = remembering();
    const frames = jsonOutputs((text) => text.replace('-0.0', '0'));
    const deviations = ['negative-zero-as-zero'] as const;
    for (let time = 0; time < 2; time++)
      assert.deepEqual([...(await verify(frames, { deviations }))], deviations);
  });

  it('does not make wrong results ok, even if they are repeated', async () => {
    const verify = remembering();
    await verify(right);
    for (let time = 0; time < 2; time++) {
      const bad = verify(jsonOutputs((text, index) => (index === 2 ? text.replace('x', 'y') : text)));
      assert.equal(await mismatchOf(bad), 'hard document 2: /hobbies/0: expected "x", found "y"');
    }
  });
});

describe("a format of a library's own", () => {
  const own = documents.map((_, index) => Buffer.of(index));
  const reading = (asked: number[][]): Pick<Results, 'source'> & Required<Pick<Results, 'readBack'>> => ({
    source: 'fixture',
    readBack: async (frames) => {
      asked.push(frames.map(([byte]) => byte!));
      return frames.map(([byte]) => encodeFixture(people, [documents[byte! % documents.length]!]));
    },
  });

  it('is compared by the objects that another process reads, which gets unknown results only', async () => {
    const verify = remembering();
    const asked: number[][] = [];
    const read = reading(asked);
    for (const frames of [own, own, [own[0]!, Buffer.of(4), own[2]!]]) await verify(frames, read);
    assert.deepEqual(asked, [[0, 1, 2], [4]]);
  });

  it('is a mismatch each time if other objects were read', async () => {
    const verify = remembering();
    const asked: number[][] = [];
    const swapped = [own[0]!, own[2]!, own[1]!];
    for (let time = 0; time < 2; time++) {
      const told = await mismatchOf(verify(swapped, reading(asked)));
      assert.match(told, /^hard document 1: /);
    }
    assert.equal(asked.join(' '), '0,2,1 2,1');
  });
});
