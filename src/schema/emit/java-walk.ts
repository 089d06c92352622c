/**
 * The bound `walk` over the generated JavaBeans: straight-line code that visits every object and reads every value.
 *
 * Reading means: primitives and instants whole, both halves of a uuid, an enum's place, and the length of strings and
 * byte arrays, which lies with their content; what a string holds is the bound `write`'s to look at.
 */
import type { RecordType, SchemaModel, Type } from '../model.ts';
import { indent, javaProperties, javaType } from './java-names.ts';
import { rootRecord, scalarKind } from './types.ts';

/** Class `DocumentWalk` of a package. */
export function documentWalk(
  header: string,
  segment: string,
  model: SchemaModel,
  types: ReadonlyMap<string, string>,
): string {
  const root = types.get(rootRecord(model))!;
  const lines = [
    header,
    `package wiremark.fixtures.${segment};`,
    '',
    'import java.time.Instant;',
    'import java.util.List;',
    'import java.util.UUID;',
    'import wiremark.kit.Walk;',
    ...[...types.values()].sort().map((name) => `import wiremark.models.${segment}.${name};`),
    '',
    `public final class DocumentWalk implements Walk<${root}> {`,
    '  // All that was read, so that the compiler may leave nothing out.',
    '  private long read;',
    '',
    '  @Override',
    `  public int walk(${root} value) {`,
    `    return walk${root}(value);`,
    '  }',
    ...[...model.records.values()].flatMap((record) => ['', ...indent(recordWalk(record, types))]),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function recordWalk(record: RecordType, types: ReadonlyMap<string, string>): string[] {
  const name = types.get(record.name)!;
  const fields = javaProperties(record, types).flatMap(({ field, getter, type }, index) => {
    const local = `field${index}`;
    const visit = visitStatements(field.type, types, local);
    return [
      `${type} ${local} = value.${getter}();`,
      ...(field.presence === 'required' ? visit : [`if (${local} != null) {`, ...indent(visit), '}']),
    ];
  });
  return [
    `private int walk${name}(${name} value) {`,
    '  int leaves = 0;',
    '  long sum = 0;',
    ...indent(fields),
    '  read += sum;',
    '  return leaves;',
    '}',
  ];
}

/** Statements that visit the value of a variable, which isn't null. */
function visitStatements(type: Type, types: ReadonlyMap<string, string>, variable: string): string[] {
  if (type.kind === 'record') return [`leaves += walk${types.get(type.name)}(${variable});`];
  if (type.kind !== 'list')
    return [`sum += ${READS[type.kind === 'enum' ? 'enum' : scalarKind(type)](variable)};`, 'leaves++;'];
  const [index, size, item] = [`${variable}Index`, `${variable}Size`, `${variable}Item`];
  return [
    `int ${size} = ${variable}.size();`,
    `for (int ${index} = 0; ${index} < ${size}; ${index}++) {`,
    `  ${javaType(type.element, types, true)} ${item} = ${variable}.get(${index});`,
    ...indent(visitStatements(type.element, types, item)),
    '}',
  ];
}

/** A leaf's content as a number. */
const READS: Record<
  Exclude<Type['kind'], 'record' | 'list' | 'map' | 'any'>,
  (variable: string) => string
> = {
  boolean: (variable) => `${variable} ? 1 : 0`,
  int32: (variable) => variable,
  int64: (variable) => variable,
  double: (variable) => `Double.doubleToRawLongBits(${variable})`,
  string: (variable) => `${variable}.length()`,
  enum: (variable) => `${variable}.ordinal()`,
  instant: (variable) => `${variable}.getEpochSecond() + ${variable}.getNano()`,
  uuid: (variable) => `${variable}.getMostSignificantBits() + ${variable}.getLeastSignificantBits()`,
  bytes: (variable) => `${variable}.length`,
};
