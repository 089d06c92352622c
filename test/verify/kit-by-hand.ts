/** What docs/PROTOCOL.md says of checksums, put down once more, slowly and in whole numbers; and how it may be misread. */
import type { TextUnit } from '../../src/define/types.ts';
import type { SchemaModel, Type } from '../../src/schema/model.ts';
import type { Value } from '../../src/schema/value.ts';

export const step = (state: bigint) => (state * 1664525n + 1013904223n) % 2n ** 32n;

/** As the page says. Each may be changed, as by somebody who reads another thing there. */
export const PAGE = {
  place: (state: bigint, count: number) => Number(((state / 256n) * BigInt(count)) / 2n ** 24n),
  deeper: step,
  /** Which of the states of a slice, the first of which is `step(SEED)`, is that of operation `k`, and of its way. */
  state: (k: number) => k,
  way: (k: number) => k - (k % 64),
  chooser: (state: bigint, _way: bigint) => state,
  adds: (length: number, unit: number) => length + unit,
  /** Of a leaf that is neither text nor bytes. */
  leaf: (_kind: Type['kind'] | 'null', adds: number) => adds,
};

export type Reading = typeof PAGE;

/** Where an operation looks. */
export interface Look {
  readonly way: bigint;
  readonly state: bigint;
  readonly unit: TextUnit;
  readonly reading?: Reading;
}

export function units(text: string, unit: TextUnit): number[] {
  if (unit === 'utf-8') return [...Buffer.from(text, 'utf8')];
  if (unit === 'code-points') return Array.from(text, (character) => character.codePointAt(0)!);
  return text.split('').map((character) => character.charCodeAt(0));
}

export function counted(list: readonly number[], { way, state, reading = PAGE }: Omit<Look, 'unit'>): number {
  if (list.length === 0) return 0;
  return reading.adds(list.length, list[reading.place(reading.chooser(state, way), list.length)]!);
}

export function doubleBits(value: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return ((view.getUint32(0) ^ view.getUint32(4)) & 0xffff) >>> 0;
}

const low = (value: bigint) => Number(BigInt.asUintN(16, value));

export function sample(model: SchemaModel, type: Type, value: Value | undefined, look: Look): number {
  const { way, unit, reading = PAGE } = look;
  const deeper = (inner: Type, one: Value | undefined) =>
    sample(model, inner, one, { ...look, way: reading.deeper(way) });
  if (value === null || value === undefined) return reading.leaf('null', 1);
  switch (type.kind) {
    case 'boolean':
      return reading.leaf('boolean', value ? 3 : 2);
    case 'int32':
    case 'int64':
    case 'instant':
      return low(BigInt(value as number | bigint));
    case 'double':
      return doubleBits(Number(value));
    case 'string':
      return counted(units(value as string, unit), look);
    case 'enum':
      return reading.leaf('enum', units(value as string, unit).length);
    case 'uuid':
      return Number(`0x${(value as string).slice(-1)}`);
    case 'bytes':
      return counted([...(value as Uint8Array)], look);
    case 'list': {
      const list = value as readonly Value[];
      if (list.length === 0) return 5;
      return list.length + deeper(type.element, list[reading.place(way, list.length)]);
    }
    case 'map':
      return 6 + (value as ReadonlyMap<string, Value>).size;
    case 'record': {
      const { fields } = model.records.get(type.name)!;
      if (fields.length === 0) return 4;
      const field = fields[reading.place(way, fields.length)]!;
      const record = value as Readonly<Record<string, Value>>;
      const own = Object.hasOwn(record, field.name) ? record[field.name] : undefined;
      return deeper(field.type, own);
    }
    case 'any':
      if (typeof value === 'boolean') return value ? 3 : 2;
      if (typeof value === 'number' || typeof value === 'bigint') return doubleBits(Number(value));
      if (typeof value === 'string') return counted(units(value, unit), look);
      if (value instanceof Map) return 6 + value.size;
      if (!Array.isArray(value)) throw new Error('no value of JSON');
      if (value.length === 0) return 5;
      return value.length + deeper(type, value[reading.place(way, value.length)] as Value);
  }
}

/** Of a slice, by what one operation on a document adds. */
export function slow(
  documents: number,
  add: (document: number, way: bigint, state: bigint) => number,
  { state, way }: Pick<Reading, 'state' | 'way'> = PAGE,
) {
  return (from: number, ops: number, seed: number): number => {
    // The first is SEED itself.
    const states = [BigInt(seed)];
    for (let k = 0; k < ops + 1; k++) states.push(step(states[k]!));
    const at = (number: number) => states[number + 1]!;
    let sum = 0;
    for (let k = 0; k < ops; k++) sum += add((from + k) % documents, at(state(way(k))), at(state(k)));
    return sum;
  };
}
