import { UserDataError } from '../../dataset/document.ts';
import { quoteWord } from '../../define/names.ts';
import { pointerToken } from '../../schema/json.ts';
import { TypeNames } from '../../schema/scalars.ts';
import { settle } from './maps.ts';
import { faultOfKind, type Overrule, type OverruleKind } from './overrule.ts';
import { unifyRecords } from './same.ts';
import { jsonKinds, Saw } from './saw.ts';
import { type Choice, counted, roomFor, type Schema, scalarChoice, scalarKind } from './scalars.ts';
import type { Seen } from './see.ts';
import { type Shape, Slot, shapeOf } from './shape.ts';

export interface Decision {
  /** JSON Pointer, with `*` for all elements of a list or all values of a map. */
  readonly path: string;
  readonly what: string;
  readonly why: string;
  /** Flag that chooses another type, such as `--as /status=string`; may be empty. */
  readonly instead: string;
}

export function inferSchema({ root }: Seen, title: string, overrules: readonly Overrule[]) {
  const places = settle(root, overrules);
  unifyRecords(root);
  const writer = new SchemaWriter();
  const schema = writer.write(root, title);
  for (const [overrule, slot] of places) writer.requireWritten(overrule, slot);
  return { schema, decisions: writer.decisions };
}

interface At {
  readonly path: string;
  readonly name: string;
}

class SchemaWriter {
  readonly decisions: Decision[] = [];
  readonly #written = new Set<Shape>();
  readonly #definitions = new Map<string, Schema>();
  readonly #records = new Map<Shape, { name: string; schema: Schema; path: string }>();
  /** References to enums, by field name and values: equal enums share a definition. */
  readonly #enums = new Map<string, Schema>();
  readonly #names = new TypeNames();

  write(root: Slot, title: string): Schema {
    if (shapeOf(root).kind !== 'any') refuseMixed(root);
    const schema = this.#schema(root, { path: '', name: singular(title) });
    const $defs = this.#definitions.size > 0 && { $defs: Object.fromEntries(this.#definitions) };
    return { $schema: 'https://json-schema.org/draft/2020-12/schema', title, ...schema, ...$defs };
  }

  requireWritten({ path, kind }: Overrule, slot: Slot): void {
    if (this.#written.has(shapeOf(slot))) return;
    const outer = this.decisions.find((one) => one.what === 'any' && path.startsWith(`${one.path}/`));
    const why = outer === undefined ? '' : ` (${outer.path || 'the document'}: ${outer.why})`;
    throw new UserDataError(`--as ${path}=${kind}`, `it is within a value of any type${why}: leave it out`);
  }

  #decide(path: string, { what, why, instead }: Omit<Choice, 'schema'>, given?: OverruleKind): void {
    const reasons = [given && 'given with --as', why].filter(Boolean).join('; ');
    const flag = given || !instead ? '' : `--as ${quoteWord(`${path}=${instead}`)}`;
    this.decisions.push({ path, what, why: reasons, instead: flag });
  }

  #any(at: At, why: string, instead?: OverruleKind, given?: OverruleKind): Schema {
    this.#decide(at.path, { what: 'any', why, instead }, given);
    return {};
  }

  #schema(slot: Slot, at: At): Schema {
    const shape = shapeOf(slot);
    const kinds = jsonKinds(shape.bits);
    this.#written.add(shape);
    if (shape.kind === 'any') return this.#any(at, '', undefined, shape.kind);
    if (kinds.length > 1) return this.#any(at, `mixed types: ${kinds.join(', ')}`);
    if (shape.fields !== undefined) return this.#record(shape, at);
    const room = roomFor(shape.longest, 16);
    if (shape.elements !== undefined)
      return { type: 'array', items: this.#within(shape.elements, 'list', at), maxItems: room };
    if (shape.values !== undefined || shape.kind === 'map') {
      const { values = new Slot(), kind } = shape;
      const why = shape.why ?? (kind === undefined ? 'like another map' : '');
      const instead = values.values > 0 ? 'record' : undefined;
      this.#decide(at.path, { what: 'map', why, instead }, kind);
      return { type: 'object', additionalProperties: this.#within(values, 'map', at), maxProperties: room };
    }
    return this.#scalar(shape, at);
  }

  #scalar(shape: Shape, at: At): Schema {
    const kind = scalarKind(shape);
    if (kind === undefined) return this.#valueless(shape, at);
    const fault = shape.kind && faultOfKind(shape.kind, shape);
    if (fault) throw new UserDataError(`--as ${at.path}=${kind}`, `${fault}: give another kind`);
    const finite = [shape.least, shape.most].every(({ value }) => Number.isFinite(value));
    const beyond = shape.firsts.find(({ bits }) => bits & Saw.beyond64);
    if (beyond !== undefined && (kind !== 'double' || !finite)) {
      const instead = finite ? `, or give --as ${quoteWord(`${at.path}=double`)}` : '';
      throw new UserDataError(
        beyond.place,
        `a number beyond 64 bits: write it as a string${instead}`,
        at.path,
      );
    }
    const { schema, ...choice } = scalarChoice(shape, kind);
    this.#decide(at.path, choice, shape.kind);
    if (kind !== 'enum') return schema;
    const id = JSON.stringify([at.name, schema]);
    const known = this.#enums.get(id) ?? this.#define(at.name, schema).schema;
    this.#enums.set(id, known);
    return known;
  }

  /** Places without values (always null, or in empty lists) become strings, because formats like Avro can't hold `any`. */
  #valueless(shape: Shape, { path }: At): Schema {
    const { schema, ...choice } = scalarChoice(shape, 'string');
    const why = path.endsWith('/*') ? 'always empty' : 'always null';
    this.#decide(path, { ...choice, what: `string (${why})`, instead: 'any' });
    return schema;
  }

  /** In lists and maps, null is only possible with the type `any`. */
  #within(slot: Slot, outer: string, at: At): Schema {
    const within = { path: `${at.path}/*`, name: singular(at.name) };
    const isAny = slot.nulls > 0 && shapeOf(slot).kind !== 'any';
    return isAny ? this.#any(within, `null in ${outer}s`) : this.#schema(slot, within);
  }

  #define(name: string, schema: Schema): { readonly name: string; readonly schema: Schema } {
    const taken = this.#names.take(name.slice(0, 60));
    this.#definitions.set(taken, schema);
    return { name: taken, schema: { $ref: `#/$defs/${taken}` } };
  }

  #record(shape: Shape, at: At): Schema {
    const known = this.#records.get(shape);
    if (known !== undefined) {
      const why = `the fields of ${known.path || 'the document'}`;
      this.#decide(at.path, { what: `record ${known.name}`, why, instead: 'record' });
      return known.schema;
    }
    const { fields, count } = shape;
    const { name, schema } = this.#define(at.name, {});
    this.#records.set(shape, { name, schema, path: at.path });
    const why = `${counted(fields!.size, 'field')} in ${counted(count, 'object')}`;
    this.#decide(at.path, { what: `record ${name}`, why, instead: 'map' }, shape.kind);
    const required: string[] = [];
    const properties = [...fields!].map(([key, field]) => {
      const path = `${at.path}/${pointerToken(key)}`;
      const schema = this.#schema(field, { path, name: key });
      const presence = this.#presence(field, count, path);
      if (presence !== 'optional') required.push(key);
      const differs = field.nulls > 0 && field.values + field.nulls < count && { 'x-null-differs': true };
      return [key, field.nulls > 0 || presence === 'nullable' ? { ...orNull(schema), ...differs } : schema];
    });
    this.#definitions.set(name, { type: 'object', properties: Object.fromEntries(properties), required });
    return schema;
  }

  #presence({ presence, values, nulls }: Slot, objects: number, path: string): Slot['presence'] {
    const absent = objects - values - nulls;
    const seen = [
      absent > 0 && `absent from ${absent.toLocaleString('en')}`,
      nulls > 0 && `null in ${nulls.toLocaleString('en')}`,
    ].filter(Boolean);
    const why = seen.length === 0 ? '' : `${seen.join(' and ')} of ${counted(objects, 'object')}`;
    if (presence === 'nullable' && absent > 0)
      throw new UserDataError(`--as ${path}=nullable`, `it is ${why}`);
    const found = absent > 0 ? 'optional' : nulls > 0 ? 'nullable' : undefined;
    const what = presence ?? found;
    if (what === undefined) return undefined;
    this.#decide(path, { what, why, instead: found === 'nullable' ? 'optional' : undefined }, presence);
    return what;
  }
}

function refuseMixed(root: Slot): void {
  const { bits, firsts } = shapeOf(root);
  const found = [...jsonKinds(bits), ...(root.nulls > 0 ? ['null'] : [])];
  if (found.length === 1 && bits & (Saw.list | Saw.object)) return;
  const place = root.firstNull ?? firsts.findLast((one) => jsonKinds(one.bits)[0])?.place;
  const [first, ...others] = found;
  const what =
    others.length > 0
      ? `documents of mixed types: ${found.join(', ')}; wiremark needs only objects or only lists`
      : `the top level is ${first === 'null' ? first : `a ${first}`}; wiremark needs objects or lists`;
  throw new UserDataError(place ?? 'the documents', what);
}

function orNull(schema: Schema): Schema {
  if (schema.type !== undefined) return { ...schema, type: [schema.type, 'null'] };
  return schema.$ref === undefined ? schema : { anyOf: [schema, { type: 'null' }] };
}

function singular(text: string): string {
  if (/(?:series|species)$/i.test(text)) return text;
  if (/(?:cook|mov|calor|zomb)ies$/i.test(text)) return text.slice(0, -1);
  if (/[^aeiou]ies$/i.test(text)) return `${text.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z|status|bonus|virus|campus)es$/i.test(text)) return text.slice(0, -2);
  return /[^aious]s$/i.test(text) ? text.slice(0, -1) : text;
}
