import type { EnumType, Field, RecordType, SchemaModel, Type } from '../model.ts';
import { listTypes, type Numbers, numbersOf } from './scala-hand-written-writer.ts';
import { scalaFieldType, scalaIdentifier, scalaString, scalaType } from './scala-names.ts';
import { scalarKind } from './types.ts';

/** The functions `read0` … for records, `readList0` … for lists and `readEnum0` … for enums. */
export function scalaReader(model: SchemaModel): string {
  const numbers = numbersOf(model);
  return [
    ...[...model.records.values()].map((record) => readRecord(record, model, numbers)),
    ...listTypes(model).map((list) => {
      const type = scalaType(list.element, model, 'models.');
      return `  private def readList${numbers.list(list)}(in: TextReader): List[${type}] =
    val values = List.newBuilder[${type}]
    var more = in.beginList()
    while more do
      values += ${readValue(list.element, numbers)}
      more = in.nextElement()
    values.result()`;
    }),
    ...[...model.enums.values()].map((definition) => readEnum(definition, numbers)),
  ].join('\n\n');
}

function readRecord(record: RecordType, model: SchemaModel, numbers: Numbers): string {
  const type = `models.${scalaIdentifier(record.name)}`;
  const variables = record.fields.map(
    (field, position) =>
      `    var f${position}: ${scalaFieldType(field, model, 'models.')} = ${initial(field)}\n`,
  );
  const required = record.fields.flatMap((field, position) =>
    field.presence === 'optional' ? [] : [position],
  );
  const masks = seenMasks(required);
  const blocks = record.fields.map((field, position) => readField(field, position, required, numbers));
  const values = record.fields.map((_, position) => `f${position}`);
  return `  private def read${numbers.record(record.name)}(in: TextReader): ${type} =
${variables.join('')}${masks.map((_, word) => `    var seen${word} = 0L\n`).join('')}    var more = in.beginRecord()
    while more do
      val before = in.position
${blocks.join('')}      if more && in.position == before then more = in.unknown()
${missing(record, masks)}    ${type}(${values.join(', ')})`;
}

// Which fields must have been there, as words of 64 bits.
function seenMasks(required: readonly number[]): bigint[] {
  const masks: bigint[] = [];
  required.forEach((_, index) => {
    masks[index >> 6] = (masks[index >> 6] ?? 0n) | (1n << BigInt(index & 63));
  });
  return masks;
}

function missing(record: RecordType, masks: readonly bigint[]): string {
  if (masks.length === 0) return '';
  const tests = masks.map((mask, word) => `seen${word} != ${longLiteral(mask)}`);
  return `    if ${tests.join(' || ')} then in.missing(${scalaString(record.name)})\n`;
}

function longLiteral(bits: bigint): string {
  return `${BigInt.asIntN(64, bits)}L`;
}

function readField(field: Field, position: number, required: readonly number[], numbers: Numbers): string {
  const escaped = JSON.stringify(field.name) !== `"${field.name}"`;
  const bit = required.indexOf(position);
  const seen = bit < 0 ? '' : `        seen${bit >> 6} |= ${longLiteral(1n << BigInt(bit & 63))}\n`;
  const value = readValue(field.type, numbers);
  const read = field.presence === 'required' ? value : `if in.isNull() then None else Some(${value})`;
  return `      if more && in.${escaped ? 'isEscapedName' : 'isName'}(${scalaString(`"${field.name}"`)}) then
        f${position} = ${read}
${seen}        more = in.nextField()
`;
}

function readEnum(definition: EnumType, numbers: Numbers): string {
  const type = `models.${scalaIdentifier(definition.name)}`;
  const tests = definition.values.map(
    (value) =>
      `    if in.isValue(${scalaString(JSON.stringify(value))}) then ${type}.${scalaIdentifier(value)}\n    else `,
  );
  return `  private def readEnum${numbers.enumeration(definition.name)}(in: TextReader): ${type} =
${tests.join('').replaceAll('\n    else     if', '\n    else if')}${type}.valueOf(in.string())`;
}

function initial(field: Field): string {
  if (field.presence !== 'required') return 'None';
  switch (field.type.kind) {
    case 'boolean':
      return 'false';
    case 'int32':
      return '0';
    case 'int64':
      return '0L';
    case 'double':
      return '0.0';
    default:
      return 'null';
  }
}

const CALLS = {
  boolean: 'boolean',
  int32: 'int32',
  int64: 'int64',
  double: 'double',
  string: 'string',
  instant: 'instant',
  uuid: 'uuid',
  bytes: 'bytes',
} as const;

function readValue(type: Type, numbers: Numbers): string {
  switch (type.kind) {
    case 'list':
      return `readList${numbers.list(type)}(in)`;
    case 'record':
      return `read${numbers.record(type.name)}(in)`;
    case 'enum':
      return `readEnum${numbers.enumeration(type.name)}(in)`;
    default:
      return `in.${CALLS[scalarKind(type)]}()`;
  }
}
