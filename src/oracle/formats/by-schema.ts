/** Base classes for formats whose documents can be read only with their schema (Avro, protobuf). */
import type { SchemaModel, Type } from '../../schema/model.ts';
import type { Value } from '../../schema/value.ts';
import { ByteReader } from '../byte-reader.ts';
import { ByteWriter } from '../byte-writer.ts';
import type { Decoded } from '../decoded.ts';
import { instantFromMilliseconds } from '../instant.ts';

export abstract class SchemaWriter extends ByteWriter {
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

export abstract class SchemaReader extends ByteReader {
  readonly model: SchemaModel;
  /** Number that stands for an enum's first value. */
  abstract readonly firstValue: number;

  constructor(model: SchemaModel, bytes: Uint8Array) {
    super(bytes);
    this.model = model;
  }

  abstract integer(what: string): bigint;
  abstract readLength(what: string): number;

  scalar(type: Type): Decoded {
    const start = this.offset;
    switch (type.kind) {
      case 'boolean':
        return this.boolean();
      case 'int32': {
        const value = this.integer('an int32');
        if (BigInt.asIntN(32, value) !== value) this.fail(`${value}, which isn't an int32,`, start);
        return value;
      }
      case 'int64':
        return this.integer('an int64');
      case 'instant':
        return instantFromMilliseconds(this.integer('a date-time'));
      case 'enum': {
        const number = this.integer('an enum');
        const value = this.model.enums.get(type.name)!.values[Number(number) - this.firstValue];
        return value ?? this.fail(`${number}, which isn't a value of enum ${type.name},`, start);
      }
      case 'double':
        return this.bytes.readDoubleLE(this.take(8, 'a double'));
      case 'bytes':
        return this.blob(this.readLength('bytes'), 'bytes');
      default:
        return this.utf8(this.readLength('a string'), 'a string');
    }
  }
}
