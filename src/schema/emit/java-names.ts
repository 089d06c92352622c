/** How the type model's names are spelled in generated Java. */
import type { EnumType, Field, RecordType, SchemaModel, Type } from '../model.ts';
import { safeName, safeNames, upperSnake } from './names.ts';

const KEYWORDS = new Set(
  `abstract assert boolean break byte case catch char class const continue default do double else enum extends final
  finally float for goto if implements import instanceof int interface long native new package private protected public
  return short static strictfp super switch synchronized this throw throws transient try void volatile while _ true
  false null value in out`.split(/\s+/),
);

// Types that generated code refers to by their simple names.
const TAKEN_TYPES = new Set(
  `Boolean Class Integer Long Double String Object Override Enum List ArrayList UUID Instant IOException Model Name
  FixtureReader FixtureWriter Walk Documents DocumentWalk Codec Conversion JsonReader JsonWriter HandWritten Protobuf
  Message ByteString InvalidProtocolBufferException`.split(/\s+/),
);

/** One property of a generated JavaBean. */
export interface Property {
  readonly field: Field;
  /** The private field, and the accessors of a value of `type`. */
  readonly identifier: string;
  readonly getter: string;
  readonly setter: string;
  readonly type: string;
  /** What bean introspection would call it; where it isn't the field's name, the accessors carry `@Name`. */
  readonly naturalName: string;
}

/** Java names of the records and enums of a schema, by their names in the model. */
export function javaTypeNames(model: SchemaModel): ReadonlyMap<string, string> {
  const names = [...model.records.keys(), ...model.enums.keys()];
  const spelled = safeNames(names);
  return new Map(
    names.map((name, index) => {
      const java = spelled[index]!;
      return [name, TAKEN_TYPES.has(java) || KEYWORDS.has(java) ? `${java}_` : java];
    }),
  );
}

/** The properties of a record's class, in the schema's order. */
export function javaProperties(record: RecordType, types: ReadonlyMap<string, string>): Property[] {
  const spelled = safeNames(record.fields.map((field) => camel(safeName(field.name))));
  return record.fields.map((field, index) => {
    const base = /^\d/.test(spelled[index]!) ? `_${spelled[index]}` : spelled[index]!;
    const capital = base === 'class' ? 'Class_' : base.charAt(0).toUpperCase() + base.slice(1);
    const type = javaType(field.type, types, field.presence !== 'required');
    return {
      field,
      identifier: KEYWORDS.has(base) ? `${base}_` : base,
      getter: `${type === 'boolean' ? 'is' : 'get'}${capital}`,
      setter: `set${capital}`,
      type,
      naturalName: capital.replace(/^[A-Z]+/, (letters) => letters.toLowerCase()),
    };
  });
}

/** The constants of an enum, in the schema's order. */
export function javaConstants(definition: EnumType): string[] {
  return safeNames(definition.values.map((value) => upperSnake(value)));
}

/** A type as Java spells it; `boxed` where it stands in a type argument or may be null. */
export function javaType(type: Type, types: ReadonlyMap<string, string>, boxed: boolean): string {
  switch (type.kind) {
    case 'boolean':
      return boxed ? 'Boolean' : 'boolean';
    case 'int32':
      return boxed ? 'Integer' : 'int';
    case 'int64':
      return boxed ? 'Long' : 'long';
    case 'double':
      return boxed ? 'Double' : 'double';
    case 'string':
      return 'String';
    case 'instant':
      return 'Instant';
    case 'uuid':
      return 'UUID';
    case 'bytes':
      return 'byte[]';
    case 'list':
      return `List<${javaType(type.element, types, true)}>`;
    case 'record':
    case 'enum':
      return types.get(type.name)!;
    default:
      throw new Error(`${type.kind} has no model here`);
  }
}

/** A string as a Java literal; everything outside of printable ASCII is escaped. */
export function javaString(text: string): string {
  const escaped = text.replace(/[^ !#-[\]-~]/g, (unit) =>
    unit === '"' || unit === '\\' ? `\\${unit}` : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  // A Unicode escape is read before the literal is: line ends and quotes need the others.
  return `"${escaped.replaceAll('\\u000a', '\\n').replaceAll('\\u000d', '\\r')}"`;
}

/** `postal_code` → `postalCode`, `URL` → `url`, `camelCase` stays. */
function camel(name: string): string {
  const parts = name.split('_').filter((part) => part !== '');
  if (parts.length === 0) return 'underscore';
  const [first, ...rest] = parts as [string, ...string[]];
  const head = /^[A-Z0-9]+$/.test(first)
    ? first.toLowerCase()
    : first.charAt(0).toLowerCase() + first.slice(1);
  return head + rest.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}

/** Lines with two spaces for each level. */
export function indent(lines: readonly string[], levels = 1): string[] {
  return lines.map((line) => (line === '' ? '' : '  '.repeat(levels) + line));
}
