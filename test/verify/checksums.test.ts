/** Kits that misread docs/PROTOCOL.md: each is told what it misread, and what isn't known is shown by an operation. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hardDocuments } from '../../src/dataset/hard.ts';
import { readModel } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import type { TextUnit } from '../../src/define/types.ts';
import { RunnerFailure, type ToldSlice } from '../../src/runner/client.ts';
import { type Witness, wrongChecksum } from '../../src/verify/checksums.ts';
import { constantSums, objectSums, outputSums, type SliceSums } from '../../src/verify/sums.ts';
import { frameFile } from './frame-file.ts';
import { counted, PAGE, type Reading, sample, slow, units } from './kit-by-hand.ts';

const TEXTS = ['{"a":"é漢"}', '', 'x'.repeat(700), '😀'.repeat(300) + 'ab'.repeat(200), '[1,2,"ß"]'];
const OBJECTS = fileURLToPath(new URL('../../datasets/every-kind', import.meta.url));
const model = readModel(readDataset(OBJECTS));
const objects = hardDocuments(model);

type Kit = (from: number, ops: number, seed: number) => number;

function writing(change: Partial<Reading> = {}, unit: TextUnit = 'utf-16', texts = TEXTS): Kit {
  const reading = { ...PAGE, ...change };
  const outputs = texts.map((text) => units(text, unit));
  return slow(texts.length, (i, way, state) => counted(outputs[i]!, { way, state, reading }), reading);
}

function reads(change: Partial<Reading> = {}, unit: TextUnit = 'utf-16'): Kit {
  const reading = { ...PAGE, ...change };
  const add = (i: number, way: bigint, state: bigint) =>
    sample(model, model.root, objects[i], { way, state, unit, reading });
  return slow(objects.length, add, reading);
}

const outputs = outputSums(frameFile(TEXTS), 'utf-16');
const leaves = objectSums(model, objects, 'utf-16');

/** As a check has them: an operation, then twice all documents; and one that is longer. */
function told(kit: Kit, documents: number, lengths = [1, documents, documents, 302]): ToldSlice[] {
  let from = 0;
  return lengths.map((ops, i) => {
    const seed = (i * 1_999_999_999 + 2 ** 31 + 7) % 2 ** 32;
    const checksum = BigInt(kit(from, ops, seed));
    from += ops;
    return { ops, seed, checksum };
  });
}

/** A process that goes on after the slices that it told. */
function witness(
  kit: Kit,
  slices: readonly ToldSlice[],
  again: Witness['again'] = async () => null,
): Witness {
  let from = slices.reduce((sum, { ops }) => sum + ops, 0);
  return { one: async (seed) => BigInt(kit(from++, 1, seed)), again };
}

async function judged(sums: SliceSums, kit: Kit, documents: number): Promise<string | null> {
  const slices = told(kit, documents);
  return wrongChecksum(slices, sums, witness(kit, slices));
}

const shifted =
  (kit: Kit, by: number): Kit =>
  (from, ops, seed) =>
    kit(from + by, ops, seed);

const cut = (state: bigint, count: number) => Number(((state / 256n) * BigInt(count)) % 2n ** 32n) >>> 24;
const behind = 'counts the result before, as of a buffer that is used again';
const before = 'steps s after each operation, not before';
const [written, read] = [writing(), reads()];

const MISREAD: readonly [does: string, sums: SliceSums, kit: Kit][] = [
  ['counts units of utf-8, not of utf-16', outputs, writing({}, 'utf-8')],
  ['counts units of code-points, not of utf-16', outputs, writing({}, 'code-points')],
  ['counts units of utf-16, not of bytes', outputSums(frameFile(TEXTS), 'bytes'), written],
  ['counts units of utf-8, not of utf-16', leaves, reads({}, 'utf-8')],
  [before, outputs, writing({ state: (k) => k - 1 })],
  [before, leaves, reads({ state: (k) => k - 1 })],
  ['leaves SEED aside and begins with 0', outputs, (from, ops) => written(from, ops, 0)],
  [
    'takes no SEED above 2^31 - 1',
    outputs,
    (from, ops, seed) => written(from, ops, Math.min(seed, 2 ** 31 - 1)),
  ],
  ['takes s mod n for place(n)', outputs, writing({ place: (state, n) => Number(state % BigInt(n)) })],
  ['takes s mod n for place(n)', leaves, reads({ place: (state, n) => Number(state % BigInt(n)) })],
  ['cuts (s div 2^8) · n to 32 bits', outputs, writing({ place: cut })],
  ['renews w at each operation, not at each 64th', leaves, reads({ way: (k) => k })],
  ['renews w once a slice, not at each 64th operation', leaves, reads({ way: () => 0 })],
  ['takes no step of w on the way down', leaves, reads({ deeper: (way) => way })],
  ['chooses units by w, not by s', outputs, writing({ chooser: (_, way) => way })],
  ['adds lengths alone, without units', outputs, writing({ adds: (length) => length })],
  ['adds units alone, without lengths', outputs, writing({ adds: (_, unit) => unit })],
  ['begins each slice with document 0', outputs, (_, ops, seed) => written(0, ops, seed)],
  ['is one document ahead', outputs, shifted(written, 1)],
  [behind, outputs, shifted(written, TEXTS.length - 1)],
  [behind, leaves, shifted(read, objects.length - 1)],
  ['works on document 0 alone', outputs, writing({}, 'utf-16', TEXTS.slice(0, 1))],
];

describe('what a kit does that tells wrong checksums', () => {
  for (const [does, sums, kit] of MISREAD) {
    it(`${does}, of ${sums === leaves ? 'objects' : 'outputs'}`, async () => {
      const documents = sums === leaves ? objects.length : TEXTS.length;
      const reason = await judged(sums, kit, documents);
      assert.ok(reason!.startsWith(`checksums of a runner that ${does}: operation`), reason!);
    });
  }

  it('cuts sums to 32 bits, which nobody sees in short slices', async () => {
    const counts = [2 ** 31, 2 ** 31 + 5];
    const kit: Kit = (from, ops, seed) => constantSums(counts).sum(from, ops, seed) % 2 ** 32;
    assert.match(
      (await judged(constantSums(counts), kit, 2))!,
      /^checksums of a runner that cuts sums to 32 bits: operations 1 to 2 \(seed \d+\) gave 5, expected 4294967301, .*; 64 slices of one operation are right$/,
    );
  });

  it('is told of no kit that is right', async () => {
    assert.equal(await judged(outputs, written, TEXTS.length), null);
    assert.equal(await judged(leaves, read, objects.length), null);
  });
});

const pairs = objectSums(
  {
    root: { kind: 'record', name: 'Pair' },
    records: new Map([
      [
        'Pair',
        {
          name: 'Pair',
          fields: [
            { name: 'tags', type: { kind: 'list', element: { kind: 'string' } }, presence: 'required' },
          ],
        } as never,
      ],
    ]),
    enums: new Map(),
  },
  [{ tags: ['hello'] }, { tags: [] }],
  'utf-8',
);

describe('what nothing explains', () => {
  it('is shown by an operation: where it looks, and of what its addend consists', async () => {
    assert.equal(
      await wrongChecksum([{ ops: 1, seed: 0, checksum: 3n }], pairs),
      "what was timed isn't what was verified: operation 0 (seed 0) gave 3, " +
        'expected 107 = 1 (list) + 5 (length) + 101 (unit 1), document 0 at /tags/0',
    );
  });

  it('in a long slice by how it begins', async () => {
    assert.equal(
      await wrongChecksum([{ ops: 4, seed: 0, checksum: 3n }], pairs),
      "what was timed isn't what was verified: operations 0 to 3 (seed 0) gave 3, " +
        `expected ${pairs.sum(0, 4, 0)}, which begins with 107 = 1 (list) + 5 (length) + 101 (unit 1), ` +
        'document 0 at /tags/0',
    );
  });

  it('by the first single operation that is wrong, if the process is asked for more', async () => {
    // Wrong for one document alone, in no way that is known.
    const odd = slow(
      5,
      (i, way, state) => counted(units(TEXTS[i]!, 'utf-16'), { way, state }) + (i === 4 ? i * 3 : 0),
    );
    const kit: Kit = (from, ops, seed) => odd(from, ops, seed) + (ops > 1 ? from : 0);
    assert.match(
      (await judged(outputs, kit, 5))!,
      /^what was timed isn't what was verified: operation \d+ \(seed \d+\) gave \d+, expected \d+ = 9 \(length\) \+ \d+ \(unit \d\), document 4$/,
    );
  });

  it('is nothing that one wrong operation could say: anything fits that', async () => {
    const slices = [{ ops: 1, seed: 5, checksum: BigInt(shifted(written, 3)(0, 1, 5)) }];
    assert.match((await wrongChecksum(slices, outputs))!, /^what was timed isn't/);
  });

  it('is a mismatch though the process dies when it is asked for more', async () => {
    const dies = () => Promise.reject(new RunnerFailure({ verdict: 'crash', reason: 'it died' }));
    const slices = [{ ops: 9, seed: 5, checksum: 1n }];
    assert.match(
      (await wrongChecksum(slices, outputs, { one: dies, again: dies }))!,
      /^what was timed isn't/,
    );
    const fault = () => Promise.reject(new TypeError('a fault of ours'));
    await assert.rejects(wrongChecksum(slices, outputs, { one: fault, again: fault }), TypeError);
  });

  it('differs from call to call, if another dump does', async () => {
    const slices = [{ ops: 9, seed: 5, checksum: 1n }];
    const asked = witness(written, slices, async () => 'differs from call to call: declare it');
    assert.match(
      (await wrongChecksum(slices, outputs, asked))!,
      /^differs from call to call: declare it: operations 0 to 8 .*; 64 slices of one operation are right$/,
    );
  });
});
