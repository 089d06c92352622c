/** Checksums of slices, against the words of docs/PROTOCOL.md put down once more, slowly and in whole numbers. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { decodeFixture, encodeFixture } from '../../src/dataset/fixture.ts';
import { hardDocuments } from '../../src/dataset/hard.ts';
import { readModel } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import type { TextUnit } from '../../src/define/types.ts';
import type { SchemaModel, Type } from '../../src/schema/model.ts';
import type { Value } from '../../src/schema/value.ts';
import { constantSums, objectSums, outputSums } from '../../src/verify/sums.ts';
import { frameFile } from './frame-file.ts';

const step = (state: bigint) => (state * 1664525n + 1013904223n) % 2n ** 32n;
const place = (state: bigint, count: number) => Number(((state / 256n) * BigInt(count)) / 2n ** 24n);

function units(text: string, unit: TextUnit): number[] {
  if (unit === 'utf-8') return [...Buffer.from(text, 'utf8')];
  if (unit === 'code-points') return Array.from(text, (character) => character.codePointAt(0)!);
  return text.split('').map((character) => character.charCodeAt(0));
}

const counted = (list: readonly number[], state: bigint) =>
  list.length === 0 ? 0 : list.length + list[place(state, list.length)]!;

function doubleBits(value: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return ((view.getUint32(0) ^ view.getUint32(4)) & 0xffff) >>> 0;
}

const low = (value: bigint) => Number(BigInt.asUintN(16, value));

function sample(
  model: SchemaModel,
  type: Type,
  value: Value | undefined,
  way: bigint,
  state: bigint,
  unit: TextUnit,
): number {
  const deeper = (inner: Type, one: Value | undefined) => sample(model, inner, one, step(way), state, unit);
  if (value === null || value === undefined) return 1;
  switch (type.kind) {
    case 'boolean':
      return value ? 3 : 2;
    case 'int32':
    case 'int64':
    case 'instant':
      return low(BigInt(value as number | bigint));
    case 'double':
      return doubleBits(Number(value));
    case 'string':
      return counted(units(value as string, unit), state);
    case 'enum':
      return units(value as string, unit).length;
    case 'uuid':
      return Number(`0x${(value as string).slice(-1)}`);
    case 'bytes':
      return counted([...(value as Uint8Array)], state);
    case 'list': {
      const list = value as readonly Value[];
      if (list.length === 0) return 5;
      return list.length + deeper(type.element, list[place(way, list.length)]);
    }
    case 'map':
      return 6 + (value as ReadonlyMap<string, Value>).size;
    case 'record': {
      const { fields } = model.records.get(type.name)!;
      if (fields.length === 0) return 4;
      const field = fields[place(way, fields.length)]!;
      const record = value as Readonly<Record<string, Value>>;
      const own = Object.hasOwn(record, field.name) ? record[field.name] : undefined;
      return deeper(field.type, own);
    }
    case 'any':
      if (typeof value === 'boolean') return value ? 3 : 2;
      if (typeof value === 'number' || typeof value === 'bigint') return doubleBits(Number(value));
      if (typeof value === 'string') return counted(units(value, unit), state);
      if (value instanceof Map) return 6 + value.size;
      if (!Array.isArray(value)) throw new Error('no value of JSON');
      if (value.length === 0) return 5;
      return value.length + deeper(type, value[place(way, value.length)] as Value);
  }
}

/** Of a slice, by what one operation on a document adds. */
function slow(documents: number, add: (document: number, way: bigint, state: bigint) => number) {
  return (from: number, ops: number, seed: number): number => {
    const states = [step(BigInt(seed))];
    let sum = 0;
    for (let k = 0; k < ops; k++) {
      sum += add((from + k) % documents, states[k - (k % 64)]!, states[k]!);
      states.push(step(states[k]!));
    }
    return sum;
  };
}

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
          sample(model, model.root, documents[document], way, state, unit),
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
      const expected = slow(texts.length, (document, _way, state) => counted(counts[document]!, state));
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
