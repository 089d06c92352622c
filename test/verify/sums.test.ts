/** Checksums of slices, against the words of docs/PROTOCOL.md put down once more, slowly and in whole numbers. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { decodeFixture, encodeFixture } from '../../src/dataset/fixture.ts';
import { hardDocuments } from '../../src/dataset/hard.ts';
import { readModel } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import type { SchemaModel, Type } from '../../src/schema/model.ts';
import type { Value } from '../../src/schema/value.ts';
import { constantSums, objectSums, outputSums } from '../../src/verify/sums.ts';
import { frameFile } from './frame-file.ts';
import { counted, doubleBits, sample, slow, units } from './kit-by-hand.ts';

const SLICES: readonly [number, number, number][] = [
  [0, 1, 0],
  [1, 1, 4_294_967_295],
  [2, 500, 2_892_310_671],
  [502, 4_000, 77],
];
const UNITS = ['utf-16', 'utf-8', 'code-points'] as const;

describe('what a slice should give', () => {
  for (const name of ['every-kind', 'contract-list', 'contract-deep', 'contract-wide', 'contract-names']) {
    it(`is a leaf of each object, ${name}`, () => {
      const model = readModel(readDataset(dataset(name)));
      const documents = hardDocuments(model);
      for (const unit of UNITS) {
        const expected = slow(documents.length, (document, way, state) =>
          sample(model, model.root, documents[document], { way, state, unit }),
        );
        // As they are canonical, and as they come out of a dump.
        for (const values of [documents, decodeFixture(encodeFixture(model, documents))]) {
          const sums = objectSums(model, values, unit);
          for (const slice of SLICES)
            assert.equal(sums.sum(...slice), expected(...slice), `${unit} ${slice}`);
        }
      }
    });
  }

  it('is the length of each output and a unit of it', () => {
    const texts = ['', 'a', 'béé', '漢字', '😀x😀'];
    const frames = frameFile(texts);
    for (const unit of [...UNITS, 'bytes'] as const) {
      const counts = texts.map((text) => units(text, unit === 'bytes' ? 'utf-8' : unit));
      const expected = slow(texts.length, (document, way, state) =>
        counted(counts[document]!, { way, state }),
      );
      const sums = outputSums(frames, unit);
      for (const slice of SLICES) assert.equal(sums.sum(...slice), expected(...slice), `${unit} ${slice}`);
    }
  });

  it('counts what is of another kind than its type as what it is', () => {
    const model: SchemaModel = {
      root: { kind: 'enum', name: 'E' },
      records: new Map(),
      enums: new Map([['E', { name: 'E', values: ['a'] }]]),
    };
    const of = (value: Value, root: Type = model.root) =>
      objectSums({ ...model, root }, [value], 'utf-16').sum(0, 1, 0);
    assert.equal(of(0.1), doubleBits(0.1));
    assert.equal(of(1n, { kind: 'int64' }), 1);
    assert.equal(of('1', { kind: 'int64' }), 1 + '1'.charCodeAt(0));
    assert.equal(of(5, { kind: 'instant' }), doubleBits(5));
    assert.equal(of(Buffer.from([7]), { kind: 'uuid' }), 1 + 7);
  });

  it('is always the same of trees and limits', () => {
    assert.equal(constantSums([1, 1, 1]).sum(2, 100, 5), 100);
  });

  it('sums to what a first reader of the protocol gets by hand', () => {
    // s = 0 · 1664525 + 1013904223; s div 256 = 3960563; 3960563 · 5 / 2^24 = 1.18: the second of five.
    assert.equal(outputSums(frameFile(['hello']), 'bytes').sum(0, 1, 0), 5 + 'e'.charCodeAt(0));
  });
});

function dataset(name: string): string {
  return join(fileURLToPath(new URL('../../datasets', import.meta.url)), name);
}
