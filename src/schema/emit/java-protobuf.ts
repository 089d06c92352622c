/**
 * Straight-line conversion between the dataset's JavaBeans and the messages that protoc generates from the proto
 * emitter's file: class `wiremark.conversions.<dataset>.Conversion`.
 *
 * Types as in proto.ts: an instant is milliseconds, a uuid text, an enum its index + 1, null is left out.
 */
import type { Field, RecordType, Type } from '../model.ts';
import { indent, javaProperties, javaType, javaTypeNames } from './java-names.ts';
import { type FieldAccessors, messageAccessors } from './java-protobuf-names.ts';
import { typeWords } from './model.ts';
import { packageSegment } from './names.ts';
import { isWrapped, protoTypeNames } from './proto.ts';
import { type EmitInput, type Emitted, rootRecord } from './types.ts';

interface Names {
  /** Of the model's classes, and of protoc's by the model's names and list keys. */
  readonly beans: ReadonlyMap<string, string>;
  readonly messages: ReadonlyMap<string, string>;
  /** Package of the messages: they are written in full, since many are called like the beans. */
  readonly proto: string;
}

type ListType = Type & { kind: 'list' };

/** Emitter of kind `java-protobuf`. Needs `java-model` and `proto` beside it. */
export function emitJavaProtobuf({ dataset, model }: EmitInput): Emitted {
  const segment = packageSegment(dataset);
  const names: Names = {
    beans: javaTypeNames(model),
    messages: protoTypeNames(model),
    proto: `wiremark.proto.${segment}`,
  };
  const root = names.beans.get(rootRecord(model))!;
  const lines = [
    '// Generated from the schema.',
    `package wiremark.conversions.${segment};`,
    '',
    'import com.google.protobuf.ByteString;',
    'import com.google.protobuf.InvalidProtocolBufferException;',
    'import java.time.Instant;',
    'import java.util.ArrayList;',
    'import java.util.List;',
    'import java.util.UUID;',
    ...[...names.beans.values()].sort().map((name) => `import wiremark.models.${segment}.${name};`),
    'import wiremark.serializers.Protobuf;',
    '',
    `public final class Conversion implements Protobuf.Conversion<${root}> {`,
    ...indent([...model.enums.values()].map(({ name }) => enumTable(names.beans.get(name)!))),
    ...indent([
      '',
      '@Override',
      `public byte[] serialize(${root} value) {`,
      `  return toMessage(value).toByteArray();`,
      '}',
      '',
      '@Override',
      `public ${root} deserialize(byte[] document) throws InvalidProtocolBufferException {`,
      `  return toValue(${messageType(rootRecord(model), names)}.parseFrom(document));`,
      '}',
    ]),
    ...[...model.records.values()].flatMap((record) => [
      '',
      ...indent(toMessage(record, names)),
      '',
      ...indent(toValue(record, names)),
    ]),
    '}',
  ];
  return new Map([[`wiremark/conversions/${segment}/Conversion.java`, `${lines.join('\n')}\n`]]);
}

function enumTable(bean: string): string {
  return `private static final ${bean}[] ${bean}_VALUES = ${bean}.values();`;
}

function messageType(name: string, names: Names): string {
  return `${names.proto}.${names.messages.get(name)}`;
}

function wrapperType(list: ListType, names: Names): string {
  return `${names.proto}.${names.messages.get(typeWords(list))}`;
}

// ---- to messages ----

function toMessage(record: RecordType, names: Names): string[] {
  const type = messageType(record.name, names);
  const accessors = messageAccessors(record.fields);
  const body = javaProperties(record, names.beans).flatMap(
    ({ field, getter, type: bean, identifier }, index) => {
      const variable = `${identifier}Value`;
      const set = setField(field, variable, accessors[index]!, names);
      const guarded =
        field.presence === 'required' ? set : [`if (${variable} != null) {`, ...indent(set), '}'];
      return ['{', `  ${bean} ${variable} = value.${getter}();`, ...indent(guarded), '}'];
    },
  );
  return [
    `private static ${type} toMessage(${names.beans.get(record.name)} value) {`,
    `  ${type}.Builder message = ${type}.newBuilder();`,
    ...indent(body),
    '  return message.build();',
    '}',
  ];
}

function setField(field: Field, variable: string, { name }: FieldAccessors, names: Names): string[] {
  const { type } = field;
  if (type.kind !== 'list') {
    // An enum by its number, as the list of them below: no look-up on the way.
    const suffix = type.kind === 'enum' ? 'Value' : '';
    return [`message.set${name}${suffix}(${toProto(type, variable)});`];
  }
  if (isWrapped(field)) {
    return [...wrapped(type, variable, 'list0', names, 0), `message.set${name}(list0);`];
  }
  return addAll(type, variable, 'message', name, names, 0);
}

/** Statements that add a list's values to a repeated field of a builder. */
function addAll(
  list: ListType,
  expression: string,
  builder: string,
  name: string,
  names: Names,
  depth: number,
): string[] {
  const { element } = list;
  const asTheyAre = ['boolean', 'int32', 'int64', 'double', 'string'].includes(element.kind);
  if (asTheyAre) return [`${builder}.addAll${name}(${expression});`];
  const item = `item${depth}`;
  const add =
    element.kind === 'list'
      ? [
          ...wrapped(element, item, `list${depth + 1}`, names, depth + 1),
          `${builder}.add${name}(list${depth + 1});`,
        ]
      : [`${builder}.add${name}${element.kind === 'enum' ? 'Value' : ''}(${toProto(element, item)});`];
  return [`for (${javaType(element, names.beans, true)} ${item} : ${expression}) {`, ...indent(add), '}'];
}

/** Statements that make a wrapper message of a list, as the builder `variable`. */
function wrapped(
  list: ListType,
  expression: string,
  variable: string,
  names: Names,
  depth: number,
): string[] {
  const type = wrapperType(list, names);
  return [
    `${type}.Builder ${variable} = ${type}.newBuilder();`,
    ...addAll(list, expression, variable, 'Values', names, depth + 1),
  ];
}

function toProto(type: Exclude<Type, ListType>, expression: string): string {
  switch (type.kind) {
    case 'record':
      return `toMessage(${expression})`;
    case 'enum':
      return `${expression}.ordinal() + 1`;
    case 'instant':
      return `${expression}.toEpochMilli()`;
    case 'uuid':
      return `${expression}.toString()`;
    case 'bytes':
      return `ByteString.copyFrom(${expression})`;
    default:
      return expression;
  }
}

// ---- from messages ----

function toValue(record: RecordType, names: Names): string[] {
  const bean = names.beans.get(record.name)!;
  const accessors = messageAccessors(record.fields);
  const body = javaProperties(record, names.beans).flatMap(({ field, setter }, index) => {
    const { name } = accessors[index]!;
    const get = getField(field, name, setter, names);
    return field.presence === 'required'
      ? ['{', ...indent(get), '}']
      : [`if (message.has${name}()) {`, ...indent(get), '}'];
  });
  return [
    `private static ${bean} toValue(${messageType(record.name, names)} message) {`,
    `  ${bean} value = new ${bean}();`,
    ...indent(body),
    '  return value;',
    '}',
  ];
}

function getField(field: Field, name: string, setter: string, names: Names): string[] {
  const { type } = field;
  if (type.kind !== 'list') {
    const suffix = type.kind === 'enum' ? 'Value' : '';
    return [`value.${setter}(${fromProto(type, `message.get${name}${suffix}()`, names)});`];
  }
  const from = isWrapped(field)
    ? `message.get${name}().get${repeatedGetter('Values', type)}()`
    : `message.get${repeatedGetter(name, type)}()`;
  return [...copyList(type, from, 'list0', names, 0), `value.${setter}(list0);`];
}

function repeatedGetter(name: string, list: ListType): string {
  return list.element.kind === 'enum' ? `${name}ValueList` : `${name}List`;
}

/** Statements that declare a list and fill it from a repeated field. */
function copyList(list: ListType, from: string, variable: string, names: Names, depth: number): string[] {
  const { element } = list;
  const type = javaType(list, names.beans, true);
  const asTheyAre = ['boolean', 'int32', 'int64', 'double', 'string'].includes(element.kind);
  if (asTheyAre) return [`${type} ${variable} = new ArrayList<>(${from});`];
  const source = `source${depth}`;
  const item = `item${depth}`;
  const copy =
    element.kind === 'list'
      ? [
          ...copyList(
            element,
            `${item}.get${repeatedGetter('Values', element)}()`,
            `list${depth + 1}`,
            names,
            depth + 1,
          ),
          `${variable}.add(list${depth + 1});`,
        ]
      : [`${variable}.add(${fromProto(element, item, names)});`];
  return [
    `List<${protoType(element, names)}> ${source} = ${from};`,
    `${type} ${variable} = new ArrayList<>(${source}.size());`,
    `for (${protoType(element, names)} ${item} : ${source}) {`,
    ...indent(copy),
    '}',
  ];
}

/** The boxed Java type of a value in a repeated field; only for those that are converted. */
function protoType(type: Type, names: Names): string {
  switch (type.kind) {
    case 'list':
      return wrapperType(type, names);
    case 'record':
      return messageType(type.name, names);
    case 'enum':
      return 'Integer';
    case 'instant':
      return 'Long';
    case 'bytes':
      return 'ByteString';
    default:
      return 'String';
  }
}

function fromProto(type: Exclude<Type, ListType>, expression: string, names: Names): string {
  switch (type.kind) {
    case 'record':
      return `toValue(${expression})`;
    case 'enum':
      return `${names.beans.get(type.name)}_VALUES[${expression} - 1]`;
    case 'instant':
      return `Instant.ofEpochMilli(${expression})`;
    case 'uuid':
      return `UUID.fromString(${expression})`;
    case 'bytes':
      return `${expression}.toByteArray()`;
    default:
      return expression;
  }
}
