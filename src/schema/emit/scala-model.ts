import type { EnumType, Field, RecordType, SchemaModel, Type } from '../model.ts';
import {
  scalaFieldType,
  scalaHeader,
  scalaIdentifier,
  scalaMember,
  scalaPackage,
  scalaPath,
  scalaString,
} from './scala-names.ts';
import { type EmitInput, type Emitted, rootRecord, scalarKind } from './types.ts';

/**
 * Emitter of kind `scala-model`: the natural model in Scala, and how it is read from and written to fixtures.
 *
 * - `wiremark/models/<dataset>/Models.scala`: a case class for each record and an enum for each enum, whose cases have
 *   the names of the documents, in backticks where Scala asks for it. What may be null or absent is an `Option`;
 *   lists are `List`, as on the founding page (the suite `scalajack`).
 * - `wiremark/fixtures/<dataset>/FixtureModel.scala`: the kit's `Model`.
 */
export function emitScalaModel({ dataset, model }: EmitInput): Emitted {
  return new Map([
    [scalaPath('models', dataset, 'Models'), models(dataset, model)],
    [scalaPath('fixtures', dataset, 'FixtureModel'), fixtureModel(dataset, model)],
  ]);
}

function models(dataset: string, model: SchemaModel): string {
  return `${[
    `${scalaHeader(dataset, 'its model')}\npackage ${scalaPackage('models', dataset)}`,
    ...[...model.records.values()].map((record) => caseClass(record, model)),
    ...[...model.enums.values()].map(enumeration),
  ].join('\n\n')}\n`;
}

function caseClass(record: RecordType, model: SchemaModel): string {
  const fields = record.fields.map(
    (field) => `    ${scalaMember(field.name, record.name)}: ${scalaFieldType(field, model)}`,
  );
  const list = fields.length === 0 ? '' : `\n${fields.join(',\n')}\n`;
  return `final case class ${scalaIdentifier(record.name)}(${list})`;
}

function enumeration(definition: EnumType): string {
  const cases = definition.values.map((value) => scalaMember(value, definition.name));
  return `enum ${scalaIdentifier(definition.name)}:\n  case ${cases.join(', ')}`;
}

// Not timed, so that this may be short rather than fast.
function fixtureModel(dataset: string, model: SchemaModel): string {
  const root = scalaIdentifier(rootRecord(model));
  const index = new Map([...model.records.keys()].map((name, position) => [name, position]));
  const records = [...model.records.values()].map((record) => {
    const number = index.get(record.name);
    return `${reader(record, number!, model, index)}\n\n${writer(record, number!, index)}`;
  });
  return `${scalaHeader(dataset, 'fixtures of its model')}
package ${scalaPackage('fixtures', dataset)}

import wiremark.kit.FixtureReader
import wiremark.kit.FixtureWriter
import wiremark.kit.Model
import wiremark.models.{${scalaPackage('models', dataset).split('.').at(-1)} as models}

object FixtureModel extends Model[models.${root}]:
  override def read(in: FixtureReader): models.${root} = read${index.get(rootRecord(model))}(in)

  override def write(out: FixtureWriter, value: models.${root}): Unit = write${index.get(rootRecord(model))}(out, value)

${records.join('\n\n')}

  private def readOption[A](in: FixtureReader)(value: => A): Option[A] =
    if in.readNull() then None else Some(value)

  private def writeOption[A](out: FixtureWriter, value: Option[A])(write: A => Unit): Unit =
    if value == null || value.isEmpty then out.writeNull() else write(value.get)

  private def readList[A](in: FixtureReader)(element: => A): List[A] =
    List.fill(in.list())(element)

  private def writeList[A](out: FixtureWriter, values: List[A])(write: A => Unit): Unit =
    if values == null then out.writeNull()
    else
      out.list(values.length)
      values.foreach(write)
`;
}

type Index = ReadonlyMap<string, number>;

function reader(record: RecordType, number: number, model: SchemaModel, index: Index): string {
  const type = `models.${scalaIdentifier(record.name)}`;
  const variables = record.fields.map(
    (field, position) =>
      `    var f${position}: ${scalaFieldType(field, model, 'models.')} = ${initial(field)}\n`,
  );
  const cases = record.fields.map(
    (field, position) =>
      `        case ${scalaString(field.name)} => f${position} = ${readField(field, index)}\n`,
  );
  const values = record.fields.map((_, position) => `f${position}`);
  return `  private def read${number}(in: FixtureReader): ${type} =
${variables.join('')}    var left = in.record()
    while left > 0 do
      in.name() match
${cases.join('')}        case _ => in.skip()
      left -= 1
    ${type}(${values.join(', ')})`;
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

function readField(field: Field, index: Index): string {
  const value = readValue(field.type, index);
  return field.presence === 'required' ? value : `readOption(in)(${value})`;
}

function readValue(type: Type, index: Index): string {
  switch (type.kind) {
    case 'list':
      return `readList(in)(${readValue(type.element, index)})`;
    case 'record':
      return `read${index.get(type.name)}(in)`;
    case 'enum':
      return `models.${scalaIdentifier(type.name)}.valueOf(in.readEnum())`;
    default:
      return `in.read${CALLS[scalarKind(type)]}()`;
  }
}

const CALLS = {
  boolean: 'Boolean',
  int32: 'Int32',
  int64: 'Int64',
  double: 'Double',
  string: 'String',
  instant: 'Instant',
  uuid: 'Uuid',
  bytes: 'Bytes',
} as const;

function writer(record: RecordType, number: number, index: Index): string {
  const fields = record.fields.map((field) => {
    const value = `value.${scalaIdentifier(field.name)}`;
    const call =
      field.presence === 'required'
        ? writeValue(field.type, value, index, 0)
        : `writeOption(out, ${value})(v0 => ${writeValue(field.type, 'v0', index, 1)})`;
    return `      out.name(${scalaString(field.name)})\n      ${call}\n`;
  });
  return `  private def write${number}(out: FixtureWriter, value: models.${scalaIdentifier(record.name)}): Unit =
    if value == null then out.writeNull()
    else
      out.record(${record.fields.length})
${fields.join('')}`.trimEnd();
}

function writeValue(type: Type, value: string, index: Index, depth: number): string {
  switch (type.kind) {
    case 'list':
      return `writeList(out, ${value})(v${depth} => ${writeValue(type.element, `v${depth}`, index, depth + 1)})`;
    case 'record':
      return `write${index.get(type.name)}(out, ${value})`;
    case 'enum':
      return `out.writeEnum(if ${value} == null then null else ${value}.toString)`;
    default:
      return `out.write${CALLS[scalarKind(type)]}(${value})`;
  }
}
