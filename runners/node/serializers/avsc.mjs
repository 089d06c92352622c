/**
 * avsc with the dataset's Avro schema. avsc's own long throws beyond 2^53, so int64 is a custom long that uses bigint
 * (wiki, "Advanced usage", "Custom long types"). An instant is a Date, by a logical type (same page, "Logical types").
 * `Type.__reset` enlarges the buffer that all types write to, as the wiki's "API" advises for large documents:
 * otherwise each of them is written twice. Names that Avro doesn't allow are converted.
 * https://github.com/mtth/avsc/wiki
 */
import { readFileSync } from 'node:fs';
import avro from 'avsc';
import { compileConversion } from '../kit/conversion.mjs';
import { Unsupported } from '../kit/errors.mjs';
import { isInherited } from '../kit/source.mjs';

const long = avro.types.LongType.__with({
  fromBuffer: (bytes) => bytes.readBigInt64LE(),
  toBuffer: (value) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(value);
    return bytes;
  },
  fromJSON: BigInt,
  toJSON: Number,
  isValid: (value) => typeof value === 'bigint',
  compare: (one, other) => (one === other ? 0 : one < other ? -1 : 1),
});

/** Represents an instant as a Date. The underlying type stays avsc's own long, a number, which can hold any Date. */
class Instant extends avro.types.LogicalType {
  _fromValue(value) {
    return new Date(value);
  }

  _toValue(value) {
    return value instanceof Date ? value.getTime() : undefined;
  }
}

export default {
  package: 'avsc',
  create({ model, artifacts }) {
    if (!artifacts.has('avro')) throw new Unsupported('there is no Avro schema for this dataset');
    const type = avro.Type.forSchema(JSON.parse(readFileSync(artifacts.get('avro'), 'utf8')), {
      registry: { long },
      logicalTypes: { 'timestamp-millis': Instant },
      // Every union has null and one other type, so values need no type name.
      wrapUnions: 'never',
      omitRecordMethods: true,
    });
    const named = namedTypes(model, type);
    const outgoing = compileConversion(model, outgoingRules(model, named));
    const incoming = compileConversion(model, incomingRules(model, named));
    const write = growingWriter(type);
    return {
      serialize: outgoing ? (document) => write(outgoing(document)) : write,
      deserialize: incoming ? (bytes) => incoming(type.fromBuffer(bytes)) : (bytes) => type.fromBuffer(bytes),
    };
  },
};

function growingWriter(type) {
  let size = 1024;
  return (document) => {
    const bytes = type.toBuffer(document);
    if (bytes.length > size) {
      size = bytes.length * 2;
      avro.Type.__reset(size);
    }
    return bytes;
  };
}

function namedTypes(model, root) {
  const found = new Map();
  const visit = (type, avroType) => {
    if (avroType.typeName.startsWith('union:')) return visit(type, avroType.types[1]);
    if (type.kind === 'list') return visit(type.element, avroType.itemsType);
    if (type.kind === 'map') return visit(type.value, avroType.valuesType);
    if (type.kind === 'enum') found.set(type.name, avroType);
    if (type.kind !== 'record' || found.has(type.name)) return;
    found.set(type.name, avroType);
    for (const [index, field] of model.records.get(type.name).entries())
      visit(field.type, avroType.fields[index].type);
  };
  visit(model.root, root);
  return found;
}

function respelled(model, named) {
  const enums = [...model.enums].filter(([name]) => named.has(name));
  return enums.filter(([name, values]) =>
    values.some((value, index) => named.get(name).symbols[index] !== value),
  );
}

function outgoingRules(model, named) {
  const symbols = respelled(model, named).map(([name, values]) => {
    return [name, Object.fromEntries(values.map((value, index) => [value, named.get(name).symbols[index]]))];
  });
  // avsc would read an inherited property as the value of an absent field of the same name.
  const absent = (name) => (isInherited(name) ? 'null' : undefined);
  return { nameOut: fieldName(model, named), absent, ...enumRules('symbols', Object.fromEntries(symbols)) };
}

function incomingRules(model, named) {
  const values = respelled(model, named).map(([name, strings]) => {
    return [name, Object.fromEntries(strings.map((value, index) => [named.get(name).symbols[index], value]))];
  });
  return { nameIn: fieldName(model, named), ...enumRules('values', Object.fromEntries(values)) };
}

function fieldName(model, named) {
  return (record, index) => named.get(record)?.fields[index].name ?? model.records.get(record)[index].name;
}

function enumRules(variable, tables) {
  return {
    scalar: (type, value) => {
      return type.kind === 'enum' && Object.hasOwn(tables, type.name)
        ? `${variable}[${JSON.stringify(type.name)}][${value}]`
        : undefined;
    },
    scope: { [variable]: tables },
  };
}
