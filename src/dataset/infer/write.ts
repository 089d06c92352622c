import { pointerToken } from '../../schema/json.ts';
import { GivenError } from '../given/error.ts';
import type { Decision } from './index.ts';
import { kindsOf } from './maps.ts';
import { Names, singular } from './names.ts';
import type { OverruleKind } from './overrule.ts';
import { counted, roomFor, type Schema, scalarChoice } from './scalar-kinds.ts';
import { type Objects, type Shape, type Slot, shapeOf } from './shape.ts';

/** Lists and maps within each other, without a record in between. */
const MOST_WITHIN = 64;
/** Elements and entries that a list and a map may have anyway. */
const LEAST_ROOM = 16;

/** A place at which a schema is written. */
interface At {
  readonly path: string;
  /** What a type of this place is called; and the one around it. */
  readonly name: string;
  readonly around: string;
  readonly within: number;
}

/** Writes the schema of what was seen, and what was decided for it. */
export class SchemaWriter {
  readonly decisions: Decision[] = [];
  readonly #definitions = new Map<string, Schema>();
  readonly #records = new Map<Shape, { readonly name: string; readonly path: string }>();
  readonly #enums = new Map<string, string>();
  readonly #names = new Names();

  write(root: Slot, title: string): object {
    const schema = this.#schema(root, { path: '', name: singular(title), around: '', within: 0 });
    return {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title,
      ...schema,
      ...(this.#definitions.size > 0 && { $defs: Object.fromEntries(this.#definitions) }),
    };
  }

  #decide(path: string, what: string, why: string, instead?: OverruleKind): void {
    this.decisions.push({ path, what, why, instead: instead === undefined ? '' : `--as ${path}=${instead}` });
  }

  #any(at: At, why: string, instead?: OverruleKind): Schema {
    this.#decide(at.path, 'any', why, instead);
    return {};
  }

  #schema(slot: Slot, at: At): Schema {
    const shape = shapeOf(slot);
    const kinds = kindsOf(shape);
    if (shape.kind === 'any') return this.#any(at, 'as you say');
    if (kinds.length > 1) return this.#any(at, `values of several kinds: ${kinds.join(', ')}`);
    if (at.within > MOST_WITHIN)
      return this.#any(at, `more than ${MOST_WITHIN} lists and maps within each other`);
    const { lists, objects } = shape;
    if (objects !== undefined && (objects.values !== undefined || shape.kind === 'map'))
      return this.#map(objects, at);
    if (objects !== undefined) return this.#record(shape, at);
    if (shape.kind === 'map') return { type: 'object', additionalProperties: {} };
    if (lists === undefined) return this.#scalar(shape, at);
    const items = this.#within(lists.elements, 'lists', at);
    return { type: 'array', items, maxItems: roomFor(lists.longest, LEAST_ROOM) };
  }

  #scalar(shape: Shape, at: At): Schema {
    const { numbers, kind } = shape;
    if (numbers?.beyond !== undefined && kind !== 'double') {
      const finite = Number.isFinite(numbers.most - numbers.least);
      const instead = finite ? `, or give --as ${at.path}=double` : '';
      throw new GivenError(numbers.beyond, `a number beyond 64 bits: write it as a text${instead}`, at.path);
    }
    const choice = scalarChoice(shape);
    if (choice === undefined) return this.#any(at, 'only nulls', 'string');
    this.#decide(at.path, choice.what, choice.why, choice.instead);
    if (choice.schema.enum === undefined) return choice.schema;
    const id = JSON.stringify([at.name, choice.schema]);
    const name = this.#enums.get(id) ?? this.#names.take(at.name, at.around);
    this.#enums.set(id, name);
    this.#definitions.set(name, choice.schema);
    return reference(name);
  }

  #map(objects: Objects, at: At): Schema {
    const values = objects.values!;
    this.#decide(
      at.path,
      'map',
      objects.why ?? 'a record like it is a map',
      values.values > 0 ? 'record' : undefined,
    );
    const additionalProperties = this.#within(values, 'maps', at);
    return { type: 'object', additionalProperties, maxProperties: roomFor(objects.longest, LEAST_ROOM) };
  }

  /** Of elements and values, which the model lets be null only where any value may stand. */
  #within(slot: Slot, outer: string, at: At): Schema {
    const within = { ...at, path: `${at.path}/*`, name: singular(at.name), within: at.within + 1 };
    if (slot.values + slot.nulls === 0) return this.#any(within, `all ${outer} are empty`);
    if (slot.nulls > 0)
      return this.#any(within, `null stands in ${slot.nulls} of ${slot.values + slot.nulls}`);
    return this.#schema(slot, within);
  }

  #record(shape: Shape, at: At): Schema {
    const known = this.#records.get(shape);
    const objects = shape.objects!;
    const { fields, count } = objects;
    if (known !== undefined) {
      this.#decide(
        at.path,
        `record ${known.name}`,
        `the fields of ${known.path || 'the document'}`,
        'record',
      );
      return reference(known.name);
    }
    const name = this.#names.take(at.name, at.around);
    this.#records.set(shape, { name, path: at.path });
    this.#definitions.set(name, {});
    this.#decide(
      at.path,
      `record ${name}`,
      `${counted(fields.size, 'field')} in ${counted(count, 'object')}`,
      'map',
    );
    const required: string[] = [];
    const properties = [...fields].map(([key, field]) => {
      const path = `${at.path}/${pointerToken(key)}`;
      const schema = this.#schema(field, { path, name: key, around: name, within: 0 });
      const presence = this.#presence(field, count, path);
      if (presence !== 'optional') required.push(key);
      return [key, presence === 'nullable' || field.nulls > 0 ? orNull(schema) : schema];
    });
    this.#definitions.set(name, { type: 'object', properties: Object.fromEntries(properties), required });
    return reference(name);
  }

  #presence(field: Slot, objects: number, path: string): OverruleKind | undefined {
    const absent = objects - field.values - field.nulls;
    if (field.presence === 'nullable' && absent > 0) {
      throw new GivenError(
        `--as ${path}=nullable`,
        `it is absent from ${absent} of ${counted(objects, 'object')}`,
      );
    }
    const nulls = `null in ${field.nulls} of ${counted(objects, 'object')}`;
    if (absent > 0) {
      const why = `absent from ${absent} of ${counted(objects, 'object')}${field.nulls > 0 ? `, ${nulls}: both mean the same` : ''}`;
      this.#decide(path, 'optional', why);
    } else if (field.nulls > 0) this.#decide(path, 'nullable', nulls, 'optional');
    if (absent > 0) return 'optional';
    return field.presence ?? (field.nulls > 0 ? 'nullable' : undefined);
  }
}

function reference(name: string): Schema {
  return { $ref: `#/$defs/${name}` };
}

function orNull(schema: Schema): Schema {
  if ('$ref' in schema) return { anyOf: [schema, { type: 'null' }] };
  return schema.type === undefined ? schema : { ...schema, type: [schema.type, 'null'] };
}
