import type { Node } from 'jsonc-parser';
import { MOST } from '../define/bounds.ts';
import { suggestion } from '../define/nearest.ts';
import { readText } from '../define/text.ts';
import { boundsOf } from './bounds.ts';
import { computedFault, partOf, resourceOf } from './computed.ts';
import { type JsonObject, JsonText, keywordOf } from './json.ts';
import { allowsAnything, COMBINING, type Kind, MAPS, OWNED, refusedKeyword, SHAPE } from './keywords.ts';
import {
  type EnumType,
  type Field,
  type RecordType,
  recordOf,
  type SchemaModel,
  type Type,
} from './model.ts';
import { endlessField } from './recursion.ts';
import { targetOf } from './references.ts';
import { scalarKind, TypeNames, typeKeyword } from './scalars.ts';

interface Parsed {
  readonly type: Type;
  readonly nullable: boolean;
}

/** Called with a record's type before the record's fields are parsed, because they may refer to it. */
type OnRecord = (parsed: Parsed) => void;

const ANY: Parsed = { type: { kind: 'any' }, nullable: false };

/** Parses the part of JSON Schema 2020-12 that wiremark supports, with OpenAPI's formats. @throws DefinitionError */
export function parseSchema(text: string, file: string): SchemaModel {
  return new SchemaParser(new JsonText(text, file)).parse();
}

/** Like `parseSchema`, for a file. `files` are the texts of this file and of all files that it refers to, by path. */
export function parseSchemaFile(file: string): {
  readonly model: SchemaModel;
  readonly files: ReadonlyMap<string, string>;
} {
  const json = new JsonText(readText(file, MOST.file), file);
  const model = new SchemaParser(json).parse();
  return { model, files: new Map([...json.files.values()].map((one) => [one.file, one.text])) };
}

class SchemaParser {
  readonly #json: JsonText;
  readonly #records = new Map<string, RecordType>();
  readonly #enums = new Map<string, EnumType>();
  readonly #parsed = new Map<Node, Parsed>();
  readonly #pending = new Set<Node>();
  readonly #names = new TypeNames();
  readonly #places = new Map<Field, Node>();
  readonly #ofFields = new Set<Node>();

  constructor(json: JsonText) {
    this.#json = json;
  }

  parse(): SchemaModel {
    const { type, nullable } = this.#schema(this.#json.root, 'Root');
    if (nullable) throw this.#json.error(this.#json.root, "a document can't be null");
    const model = { root: type, records: this.#records, enums: this.#enums };
    const endless = endlessField(model);
    if (endless !== undefined) {
      const what = `every ${endless.record.name} would hold another, without end`;
      const place = this.#places.get(endless.field)!;
      throw this.#json.error(place, `${what}: leave it out of "required", or allow null`);
    }
    for (const record of model.records.values()) {
      for (const field of record.properties) {
        if (field.computed === undefined) continue;
        const node = keywordOf(this.#places.get(field)!, 'x-computed')!;
        const fault = computedFault(model, record, field, node.value);
        if (fault !== undefined) throw this.#json.error(node, fault);
      }
    }
    return model;
  }

  #schema(node: Node, name: string, from: Node = node, onRecord: OnRecord = () => {}): Parsed {
    const known = this.#parsed.get(node);
    if (known !== undefined) return known;
    if (this.#pending.has(node)) {
      const what = `"${name}" refers to itself without a record in between: an object with "properties"`;
      throw this.#json.error(from, what);
    }
    this.#pending.add(node);
    const parsed = this.#orNull(node, name, (record) => {
      this.#parsed.set(node, record);
      onRecord(record);
    });
    this.#pending.delete(node);
    this.#parsed.set(node, parsed);
    return parsed;
  }

  #orNull(node: Node, name: string, onRecord: OnRecord): Parsed {
    if (node.type === 'boolean' && node.value === true) return ANY;
    const schema = this.#json.object(node, 'a schema: an object such as { "type": "string" }');
    this.#checkKeywords(schema);
    if (allowsAnything(schema.members.keys())) return ANY;
    if (schema.members.get('nullable')?.value !== true) return this.#typed(schema, name, onRecord);
    const { type } = this.#typed(schema, name, (record) => onRecord({ type: record.type, nullable: true }));
    return { type, nullable: type.kind !== 'any' };
  }

  #typed(schema: JsonObject, name: string, onRecord: OnRecord): Parsed {
    const reference = schema.members.get('$ref');
    if (reference !== undefined) {
      this.#refuse(schema, [...SHAPE, ...COMBINING], 'the definition, not to a "$ref"');
      const { target, name: named } = targetOf(this.#json, reference);
      return this.#schema(target, named, reference, onRecord);
    }
    const combining = COMBINING.find((keyword) => schema.members.has(keyword));
    if (combining !== undefined) return this.#combined(schema, combining, name, onRecord);
    if (schema.members.has('enum') || schema.members.has('const')) return this.#enum(schema, name);
    const { type, nullable } = typeKeyword(this.#json, schema);
    const ofObject = schema.members.has('properties') ? 'record' : 'map';
    const kind = type === 'object' ? ofObject : type === 'array' ? 'list' : 'scalar';
    this.#refuseOthers(schema, kind);
    if (kind === 'record') {
      const record = { kind: 'record', name: this.#typeName(schema, name) } as const;
      onRecord({ type: record, nullable });
      this.#record(schema, record.name);
      return { type: record, nullable };
    }
    const bounds = (of: Type['kind']) => boundsOf(this.#json, schema, of);
    if (kind === 'map') return { type: { ...this.#map(schema, name), ...bounds(kind) }, nullable };
    if (kind === 'list') return { type: { ...this.#list(schema, name), ...bounds(kind) }, nullable };
    const scalar = scalarKind(this.#json, schema, type);
    return { type: { kind: scalar, ...bounds(scalar) }, nullable };
  }

  #checkKeywords({ node, members }: JsonObject): void {
    for (const [keyword, value] of members) {
      const reason = refusedKeyword(keyword);
      if (reason !== undefined) throw this.#json.error(value, reason);
    }
    if (this.#ofFields.has(node)) return;
    for (const keyword of ['writeOnly', 'x-computed']) {
      const value = members.get(keyword);
      if (value !== undefined && value.value !== false)
        throw this.#json.error(value, `"${keyword}" belongs to a property, beside its "$ref"`);
    }
  }

  #refuse({ members }: JsonObject, keywords: readonly string[], only: string): void {
    for (const keyword of keywords) {
      const value = members.get(keyword);
      if (value !== undefined) throw this.#json.error(value, `"${keyword}" belongs to ${only}`);
    }
  }

  #refuseOthers(schema: JsonObject, kind: Kind): void {
    for (const [keyword, kinds, owner] of OWNED)
      if (!kinds.includes(kind)) this.#refuse(schema, [keyword], owner);
  }

  /**
   * Parses allOf, anyOf or oneOf with a single schema; anyOf and oneOf may add null. Tools write these around a $ref to
   * make it nullable or to describe it.
   */
  #combined(schema: JsonObject, keyword: string, name: string, onRecord: OnRecord): Parsed {
    const others = COMBINING.filter((other) => other !== keyword);
    this.#refuse(schema, [...SHAPE, ...others], `the schema within "${keyword}", not beside it`);
    const node = schema.members.get(keyword)!;
    const options = this.#json.array(node, 'a list of schemas');
    const [one, ...more] = options.filter((option) => keywordOf(option, 'type')?.value !== 'null');
    const nullable = keyword !== 'allOf' && options.length > 1;
    if (one === undefined || more.length > 0 || options.length > (keyword === 'allOf' ? 1 : 2)) {
      const only = 'only one schema, with { "type": "null" } beside it where null is allowed';
      throw this.#json.error(node, `a field has one type: ${only}; write {} for any value`);
    }
    const found = (of: Parsed): Parsed => ({
      type: of.type,
      nullable: of.nullable || (nullable && of.type.kind !== 'any'),
    });
    return found(this.#schema(one, this.#title(schema) ?? name, one, (record) => onRecord(found(record))));
  }

  #list(schema: JsonObject, name: string) {
    const items = schema.members.get('items');
    if (items === undefined) throw this.#json.error(schema.node, 'missing "items": the type of the elements');
    return { kind: 'list' as const, element: this.#within(items, name, 'elements of a list') };
  }

  #map(schema: JsonObject, name: string) {
    const others = schema.members.get('additionalProperties');
    const node = schema.members.get('patternProperties');
    const patterns = node && this.#json.object(node, 'an object of patterns').members;
    if (patterns !== undefined && (patterns.size !== 1 || others?.type === 'object'))
      throw this.#json.error(node!, `expected one pattern, and nothing else: ${MAPS}`);
    const values = patterns === undefined ? others : [...patterns.values()][0]!;
    if (values === undefined) return { kind: 'map' as const, value: ANY.type };
    if (values.value === false) throw this.#json.error(schema.node, 'missing "properties": the fields');
    return { kind: 'map' as const, value: this.#within(values, name, 'values of a map') };
  }

  #within(node: Node, name: string, what: string): Type {
    const { type, nullable } = this.#schema(node, name);
    if (nullable) throw this.#json.error(node, `${what} can't be null: write {} for any value`);
    return type;
  }

  #enum(schema: JsonObject, name: string): Parsed {
    this.#refuseOthers(schema, 'enum');
    boundsOf(this.#json, schema, 'enum');
    const constant = schema.members.get('const');
    if (schema.members.has('enum')) this.#refuse(schema, ['const'], 'a schema without "enum"');
    const node = constant ?? schema.members.get('enum')!;
    const elements = constant === undefined ? this.#json.array(node, 'a list of strings') : [constant];
    const withNull = elements.some((element) => element.type === 'null');
    const values = elements
      .filter((element) => element.type !== 'null')
      .map((element) => this.#json.string(element, 'a string: numbers have "minimum" and "maximum"'));
    if (values.length === 0) throw this.#json.error(node, 'expected at least one string');
    const twice = values.find((value, i) => values.indexOf(value) !== i);
    if (twice !== undefined) throw this.#json.error(node, `"${twice}" is listed twice`);
    const { type, nullable } = schema.members.has('type')
      ? typeKeyword(this.#json, schema)
      : { type: 'string', nullable: true };
    if (type !== 'string') throw this.#json.error(node, `enums are of "type": "string", not "${type}"`);
    const typeName = this.#typeName(schema, name);
    this.#enums.set(typeName, { name: typeName, values });
    return { type: { kind: 'enum', name: typeName }, nullable: nullable && withNull };
  }

  #record(schema: JsonObject, name: string): void {
    boundsOf(this.#json, schema, 'record');
    const additional = schema.members.get('additionalProperties');
    if (additional !== undefined && additional.type !== 'boolean')
      throw this.#json.error(additional, `wiremark can't model this: ${MAPS}`);
    const properties = schema.members.get('properties')!;
    const { members } = this.#json.object(properties, 'an object of fields');
    if (members.size === 0) throw this.#json.error(properties, 'expected at least one field');
    // Added before its fields are parsed, so that the record precedes the records within it in the map.
    this.#records.set(name, recordOf(name, []));
    const required = this.#required(schema, members);
    const fields = [...members].map(([field, node]) => this.#field(field, node, required.has(field)));
    this.#records.set(name, recordOf(name, fields, resourceOf(this.#json, schema, fields)));
  }

  #required(schema: JsonObject, members: ReadonlyMap<string, Node>): ReadonlySet<string> {
    const node = schema.members.get('required');
    const required = new Set<string>();
    if (node === undefined) return required;
    for (const element of this.#json.array(node, 'a list of field names')) {
      const name = this.#json.string(element, 'the name of a field');
      if (!members.has(name))
        throw this.#json.error(element, `"properties" has no "${name}".${suggestion(name, members.keys())}`);
      if (required.has(name)) throw this.#json.error(element, `"${name}" is listed twice`);
      required.add(name);
    }
    return required;
  }

  #field(name: string, node: Node, required: boolean): Field {
    if (!name.isWellFormed()) throw this.#json.error(node, 'the name has half of a surrogate pair');
    this.#ofFields.add(node);
    const { type, nullable } = this.#schema(node, name);
    const field: Field = {
      name,
      type,
      presence: required ? (nullable ? 'nullable' : 'required') : 'optional',
      ...partOf(this.#json, node),
    };
    this.#places.set(field, node);
    return field;
  }

  #title(schema: JsonObject): string | undefined {
    const node = schema.members.get('title');
    return node === undefined ? undefined : this.#json.string(node, 'a string');
  }

  #typeName(schema: JsonObject, fallback: string): string {
    return this.#names.take(this.#title(schema) ?? fallback);
  }
}
