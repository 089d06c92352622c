/** How protoc's Java generator calls the accessors of a message's fields. */
import type { Field } from '../model.ts';
import { safeNames } from './names.ts';

export interface FieldAccessors {
  /** `PostalCode`: what follows `get`, `set`, `has`, `addAll`. */
  readonly name: string;
}

// Fields whose getters would be those of java.lang.Object or of the Message interfaces get an underscore.
const FORBIDDEN = new Set([
  'Class',
  'DefaultInstanceForType',
  'ParserForType',
  'SerializedSize',
  'AllFields',
  'DescriptorForType',
  'InitializationErrorString',
  'UnknownFields',
  'CachedSize',
]);

/**
 * Accessor names of the fields of a message that proto.ts emits, in the same order: in upper camel case, a letter after
 * a digit or an underscore being large. Where `values` is repeated and another field is called `values_count` or
 * `values_list`, both get their number.
 */
export function messageAccessors(fields: readonly Field[]): FieldAccessors[] {
  const names = safeNames(fields.map((field) => field.name)).map(upperCamel);
  return names.map((name, index) => {
    const clashes = names.some(
      (other, at) =>
        at !== index &&
        (isCountOrList(fields[index]!, name, other) || isCountOrList(fields[at]!, other, name)),
    );
    if (clashes) return { name: `${name}${index + 1}` };
    return { name: FORBIDDEN.has(name) ? `${name}_` : name };
  });
}

function isCountOrList(field: Field, name: string, other: string): boolean {
  const repeated = field.type.kind === 'list' && field.presence === 'required';
  return repeated && (other === `${name}Count` || other === `${name}List`);
}

function upperCamel(name: string): string {
  let large = true;
  let camel = '';
  for (const character of name) {
    if (/[a-z]/.test(character)) camel += large ? character.toUpperCase() : character;
    else if (/[A-Z0-9]/.test(character)) camel += character;
    large = !/[A-Za-z]/.test(character);
  }
  return camel;
}
