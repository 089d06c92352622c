/** Documents of any schema that are made of nothing but values that serializers get wrong. */
import { hardDocuments as dealtDocuments } from '../../src/dataset/hard.ts';
import type { Field, SchemaModel, Type } from '../../src/schema/model.ts';
import type { RecordValue, Value } from '../../src/schema/value.ts';
import { defined } from '../dataset/definitions.ts';
import { ticketDocuments, ticketList, ticketLists, tickets } from './resources.ts';

export const everyKind: SchemaModel = defined('datasets/every-kind').model;

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);

const HARD: Readonly<Record<string, readonly Value[]>> = {
  boolean: [true, false],
  int32: [0, -1, 1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32769, 65536, 2147483647, -2147483648],
  int64: [
    0n,
    -1n,
    4294967295n,
    4294967296n,
    9007199254740991n,
    9007199254740993n,
    -9007199254740993n,
    9223372036854775807n,
    -9223372036854775808n,
    -33n,
    200n,
    -40000n,
    -2147483649n,
  ],
  double: [
    0,
    -0,
    0.1,
    1 / 3,
    5,
    -1.5,
    5e-324,
    1.7976931348623157e308,
    2.2250738585072014e-308,
    1e21,
    1e-7,
    123456789.12345679,
    9007199254740992,
    16777217,
  ],
  string: [
    '',
    'plain',
    'quote " backslash \\ slash / end',
    'controls \u0000\u0001\b\t\n\u000b\f\r\u001f\u007f\u0080 end',
    'Größe, 中文, עברית, \u2028\u2029',
    'astral 😀𝒳\u{10ffff} end',
    '\ufeffwith a mark',
    'e\u0301 and \u200b',
    '</script>',
    'x'.repeat(31),
    'x'.repeat(32),
    'y'.repeat(256),
    'ä'.repeat(40_000),
  ],
  instant: [
    0n,
    1n,
    -1n,
    1767225600000n,
    1767225600001n,
    4294967296000n,
    -62135596800000n,
    253402300799999n,
    17179869184000n,
  ],
  uuid: [
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  ],
  bytes: [
    new Uint8Array(),
    Uint8Array.of(0),
    Uint8Array.of(255, 254),
    everyByte,
    new Uint8Array(70_000).fill(7),
  ],
};

const DEEPEST = 4;

class Maker {
  private readonly model: SchemaModel;
  private readonly turn: number;

  constructor(model: SchemaModel, turn: number) {
    this.model = model;
    this.turn = turn;
  }

  record(name: string, depth: number): RecordValue {
    const entries = this.model.records
      .get(name)!
      .fields.map((field, index) => [field.name, this.field(field, index, depth)]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as RecordValue;
  }

  private field({ type, presence }: Field, index: number, depth: number): Value | undefined {
    const missing = (this.turn + index) % 2 === 0 || depth > DEEPEST;
    if (missing && presence === 'nullable') return null;
    if (missing && presence === 'optional') return undefined;
    return this.value(type, this.turn, depth);
  }

  private value(type: Type, turn: number, depth: number): Value {
    switch (type.kind) {
      case 'record':
        return this.record(type.name, depth + 1);
      case 'enum': {
        const { values } = this.model.enums.get(type.name)!;
        return values[turn % values.length]!;
      }
      case 'list': {
        // In turns none, all values at once, and two.
        const length = depth > DEEPEST ? 0 : [0, lengthOfAll(type.element), 2][turn % 3]!;
        return Array.from({ length }, (_, index) => this.value(type.element, turn + index, depth + 1));
      }
      default: {
        const values = HARD[type.kind]!;
        return values[turn % values.length]!;
      }
    }
  }
}

function lengthOfAll(element: Type): number {
  return element.kind === 'list' || element.kind === 'record' ? 3 : (HARD[element.kind]?.length ?? 5);
}

/** Documents of every-kind: as many as there are values of the kind with the most, each of which is in every place. */
export const everyKindDocuments: readonly RecordValue[] = Array.from(
  { length: Math.max(...Object.values(HARD).map((values) => values.length)) },
  (_, turn) => new Maker(everyKind, turn).record((everyKind.root as { name: string }).name, 0),
);

export interface Subject {
  readonly name: string;
  readonly model: SchemaModel;
  readonly documents: readonly Value[];
}

/** Models with hard documents that have, together, every type in every place and under every name. */
export const subjects: readonly Subject[] = [
  { name: 'every-kind', model: everyKind, documents: everyKindDocuments },
  ...['contract-list', 'contract-deep', 'contract-wide', 'contract-names', 'contract-resources'].map(
    (name) => {
      const { model } = defined(`datasets/${name}`);
      return { name, model, documents: dealtDocuments(model) };
    },
  ),
  { name: 'tickets', model: tickets, documents: ticketDocuments },
  { name: 'lists of tickets', model: ticketList, documents: ticketLists },
];
