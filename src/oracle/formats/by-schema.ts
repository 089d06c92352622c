/** Base classes for formats that are read and written by a schema, as documents have no names and types (Avro, protobuf). */
import type { SchemaModel, Type } from '../../schema/model.ts';
import type { Value } from '../../schema/value.ts';
import { ByteReader } from '../byte-reader.ts';
import { ByteWriter } from '../byte-writer.ts';

export abstract class SchemaWriter extends ByteWriter {
  /** Writes an integer or a length. */
  abstract integer(value: bigint): void;

  scalar(type: Type, value: Value): void {
    switch (type.kind) {
      case 'boolean':
        this.u8(value === true ? 1 : 0);
        break;
      case 'int32':
      case 'int64':
      case 'instant':
        this.integer(BigInt(value as number | bigint));
        break;
      case 'double':
        this.doubleLe(value as number);
        break;
      case 'bytes':
        this.lengthAndBytes(value as Uint8Array);
        break;
      default:
        this.lengthAndBytes(Buffer.from(value as string, 'utf8'));
    }
  }

  lengthAndBytes(bytes: Uint8Array): void {
    this.integer(BigInt(bytes.length));
    this.bytes(bytes);
  }
}

export class SchemaReader extends ByteReader {
  readonly model: SchemaModel;

  constructor(model: SchemaModel, bytes: Uint8Array) {
    super(bytes);
    this.model = model;
  }

  /** @param name the format's word for int32 */
  int32(name: string, read: (what: string) => bigint): bigint {
    const start = this.offset;
    const value = read(`an ${name}`);
    if (BigInt.asIntN(32, value) !== value) this.fail(`${value}, which isn't an ${name},`, start);
    return value;
  }

  /** @param first number of the enum's first value */
  enumValue(name: string, first: number, read: (what: string) => bigint): string {
    const start = this.offset;
    const number = read('an enum');
    const value = this.model.enums.get(name)!.values[Number(number) - first];
    if (value === undefined) this.fail(`${number}, which isn't a value of enum ${name},`, start);
    return value;
  }
}
