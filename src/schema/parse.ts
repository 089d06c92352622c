import type { Node } from 'jsonc-parser';
import { atMost, MOST } from '../define/bounds.ts';
import { suggestion } from '../define/nearest.ts';
import { computedFault, partOf, resourceOf } from './computed.ts';
import { isWellFormed, type JsonObject, type JsonText, keywordOf, parseJson, pointerToken } from './json.ts';
import { type Kind, MAPS, OWNED, refusedKeyword, SHAPE, saysNothing } from './keywords.ts';
import {
  type EnumType,
  type Field,
  type RecordType,
  recordOf,
  type SchemaModel,
  type Type,
} from './model.ts';
import { endlessField } from './recursion.ts';
import { scalarKind, typeKeyword } from './scalars.ts';
import { TypeNames } from './type-names.ts';

/** What a schema says of one place: its type, and whether null may stand there. */
interface Parsed {
  readonly type: Type;
  readonly nullable: boolean;
}

/** What a schema without a type takes: null is among it. */
const ANY: Parsed = { type: { kind: 'any' }, nullable: false };

/**
 * Makes the type model from a JSON Schema 2020-12 with OpenAPI formats. Keywords that only describe are passed over;
 * whatever changes the meaning and has no place in the model is refused. Definitions that nothing refers to are no
 * part of the model.
 *
 * @param text the schema
 * @param file its path, for messages
 * @throws DefinitionError with file, line and JSON Pointer
 */
export function parseSchema(text: string, file: string): SchemaModel {
  return new SchemaParser(parseJson(text, file)).parse();
}

class SchemaParser {
  readonly #json: JsonText;
  readonly #records = new Map<string, RecordType>();
  readonly #enums = new Map<string, EnumType>();
  readonly #definitions: ReadonlyMap<string, Node>;
  /** By `$defs` key: what is parsed, and records from the moment their name is known (recursion). */
  readonly #parsed = new Map<string, Parsed>();
  readonly #pending = new Set<string>();
  readonly #names: TypeNames;
  /** Where each field stands, for errors that show only when all is parsed. */
  readonly #places = new Map<Field, Node>();
  /** Schemas around the one at hand, through references too. */
  #within = 0;
  /** The schemas of fields: only these may differ between objects and documents. */
  readonly #ofFields = new Set<Node>();

  constructor(json: JsonText) {
    this.#json = json;
    this.#names = new TypeNames(json);
    const definitions =
      json.root.type === 'boolean'
        ? undefined
        : json.object(json.root, 'a JSON Schema: an object').members.get('$defs');
    this.#definitions =
      definitions === undefined ? new Map() : json.object(definitions, 'an object of named schemas').members;
  }

  parse(): SchemaModel {
    const { type, nullable } = this.#schema(this.#json.root, 'Root', undefined);
    if (nullable) throw this.#json.error(this.#json.root, "a document can't be null");
    const model = { root: type, records: this.#records, enums: this.#enums };
    const endless = endlessField(model);
    if (endless !== undefined) {
      throw this.#json.error(
        this.#places.get(endless.field)!,
        `every ${endless.record.name} would hold another, without end: leave it out of "required", or allow null`,
      );
    }
    this.#checkComputed(model);
    return model;
  }

  #checkComputed(model: SchemaModel): void {
    for (const record of model.records.values()) {
      for (const field of record.properties) {
        if (field.computed === undefined) continue;
        const node = keywordOf(this.#places.get(field)!, 'x-computed')!;
        const fault = computedFault(model, record, field, node.value);
        if (fault !== undefined) throw this.#json.error(node, fault);
      }
    }
  }

  /**
   * @param name the type's name unless it has a title: of the field or the `$defs` key
   * @param key the `$defs` key, if this is a definition
   */
  #schema(node: Node, name: string, key: string | undefined): Parsed {
    if (this.#within === MOST.types)
      throw this.#json.error(node, atMost(MOST.types, 'types within each other'));
    this.#within++;
    const parsed = this.#typed(node, name, key);
    this.#within--;
    return parsed;
  }

  #typed(node: Node, name: string, key: string | undefined): Parsed {
    if (node.type === 'boolean' && node.value === true) return ANY;
    const schema = this.#json.object(node, 'a schema: an object such as { "type": "string" }');
    this.#checkKeywords(schema);
    if (saysNothing(schema.members.keys())) return ANY;
    const reference = schema.members.get('$ref');
    if (reference !== undefined) return this.#reference(schema, reference);
    const alternatives = schema.members.get('anyOf');
    if (alternatives !== undefined) return this.#orNull(schema, alternatives, name);
    if (schema.members.has('enum')) return this.#enum(schema, name);
    const { type, nullable } = typeKeyword(this.#json, schema);
    const ofObject = schema.members.has('properties') ? 'record' : 'map';
    const kind = type === 'object' ? ofObject : type === 'array' ? 'list' : 'scalar';
    this.#refuseOthers(schema, kind);
    if (kind === 'map') return { type: this.#map(schema, name), nullable };
    if (kind === 'list') return { type: this.#list(schema, name), nullable };
    if (kind === 'record') {
      const record: Parsed = { type: { kind: 'record', name: this.#typeName(schema, name) }, nullable };
      if (key !== undefined) this.#parsed.set(key, record);
      this.#record(schema, (record.type as { name: string }).name);
      return record;
    }
    return { type: { kind: scalarKind(this.#json, schema, type) }, nullable };
  }

  #checkKeywords({ node, members }: JsonObject): void {
    for (const [keyword, value] of members) {
      const reason = refusedKeyword(keyword);
      if (reason !== undefined) throw this.#json.error(value, reason);
    }
    const definitions = members.get('$defs');
    if (definitions !== undefined && node !== this.#json.root) {
      throw this.#json.error(definitions, 'definitions stand at the root of the schema');
    }
    if (this.#ofFields.has(node)) return;
    for (const keyword of ['writeOnly', 'x-computed']) {
      const value = members.get(keyword);
      if (value !== undefined && value.value !== false) {
        throw this.#json.error(
          value,
          `"${keyword}" belongs to a property (beside its "$ref", if it has one)`,
        );
      }
    }
  }

  /** Keywords that mean nothing beside the others of a schema were meant to mean something. */
  #refuse({ members }: JsonObject, keywords: readonly string[], only: string): void {
    for (const keyword of keywords) {
      const value = members.get(keyword);
      if (value !== undefined) throw this.#json.error(value, `"${keyword}" belongs to ${only}`);
    }
  }

  #refuseOthers(schema: JsonObject, kind: Kind): void {
    for (const [keyword, kinds, told] of OWNED)
      if (!kinds.includes(kind)) this.#refuse(schema, [keyword], told);
  }

  #reference(schema: JsonObject, node: Node): Parsed {
    this.#refuse(schema, [...SHAPE, 'anyOf'], 'the definition, not to a "$ref"');
    const text = this.#json.string(node, 'a reference such as "#/$defs/Name"');
    const prefix = '#/$defs/';
    if (!text.startsWith(prefix)) {
      throw this.#json.error(
        node,
        `expected a reference within this file, such as "${prefix}Name"; found "${text}"`,
      );
    }
    let key: string;
    try {
      key = decodeURIComponent(text.slice(prefix.length));
    } catch {
      throw this.#json.error(node, `"${text}" is no URI reference`);
    }
    key = key.replaceAll('~1', '/').replaceAll('~0', '~');
    const target = this.#definitions.get(key);
    if (target === undefined) {
      const hint = suggestion(key, this.#definitions.keys());
      throw this.#json.error(node, `"$defs" has no "${pointerToken(key)}".${hint}`);
    }
    return this.#definition(key, target, node);
  }

  /** @param from the reference that leads here, for the error when references go in a circle without a record */
  #definition(key: string, node: Node, from: Node = node): Parsed {
    const known = this.#parsed.get(key);
    if (known !== undefined) return known;
    if (this.#pending.has(key)) {
      throw this.#json.error(
        from,
        `"${key}" refers to itself without a record in between: an object with "properties"`,
      );
    }
    this.#pending.add(key);
    const parsed = this.#schema(node, key, key);
    this.#pending.delete(key);
    this.#parsed.set(key, parsed);
    return parsed;
  }

  /** `anyOf` with null: the way to let a `$ref` be null. */
  #orNull(schema: JsonObject, node: Node, name: string): Parsed {
    this.#refuse(schema, SHAPE, 'the alternative, not beside "anyOf"');
    const options = this.#json.array(node, 'a list of schemas');
    const isNull = (option: Node): boolean => {
      const entries = option.type === 'object' ? (option.children ?? []) : [];
      const [key, value] = entries[0]?.children ?? [];
      return entries.length === 1 && key?.value === 'type' && value?.value === 'null';
    };
    const rest = options.filter((option) => !isNull(option));
    if (options.length !== 2 || rest.length !== 1) {
      const only = 'only [a schema, { "type": "null" }] is modelled: a field has one type, and may be null';
      throw this.#json.error(node, only);
    }
    const { type } = this.#schema(rest[0]!, this.#title(schema) ?? name, undefined);
    return { type, nullable: type.kind !== 'any' };
  }

  #list(schema: JsonObject, name: string): Type {
    const items = schema.members.get('items');
    if (items === undefined) throw this.#json.error(schema.node, 'missing "items": the type of the elements');
    const { type, nullable } = this.#schema(items, name, undefined);
    if (nullable) throw this.#json.error(items, "elements of a list can't be null");
    return { kind: 'list', element: type };
  }

  /** An object whose keys the schema doesn't name. */
  #map(schema: JsonObject, name: string): Type {
    const values = schema.members.get('additionalProperties');
    if (values === undefined) return { kind: 'map', value: ANY.type };
    if (values.value === false) throw this.#json.error(schema.node, 'missing "properties": the fields');
    const { type, nullable } = this.#schema(values, name, undefined);
    if (nullable) throw this.#json.error(values, "values of a map can't be null");
    return { kind: 'map', value: type };
  }

  #enum(schema: JsonObject, name: string): Parsed {
    this.#refuseOthers(schema, 'enum');
    const node = schema.members.get('enum')!;
    const elements = this.#json.array(node, 'a list of strings');
    const withNull = elements.some((element) => element.type === 'null');
    const values = elements
      .filter((element) => element.type !== 'null')
      .map((element) => this.#json.string(element, 'a string: enums are lists of strings'));
    if (values.length === 0) throw this.#json.error(node, 'expected at least one string');
    const twice = values.find((value, i) => values.indexOf(value) !== i);
    if (twice !== undefined) throw this.#json.error(node, `"${twice}" is listed twice`);
    const { type, nullable } = schema.members.has('type')
      ? typeKeyword(this.#json, schema)
      : { type: 'string', nullable: withNull };
    if (type !== 'string') throw this.#json.error(node, `enums are of "type": "string", not "${type}"`);
    if (nullable !== withNull) {
      const missing = nullable ? 'the list has no null: add it' : '"type" has no "null": add it';
      throw this.#json.error(node, `null isn't valid here, because ${missing}, or take it out of both`);
    }
    const typeName = this.#typeName(schema, name);
    this.#enums.set(typeName, { name: typeName, values });
    return { type: { kind: 'enum', name: typeName }, nullable };
  }

  #record(schema: JsonObject, name: string): void {
    const additional = schema.members.get('additionalProperties');
    if (additional !== undefined && additional.type !== 'boolean') {
      throw this.#json.error(additional, `wiremark can't model this: ${MAPS}`);
    }
    const properties = schema.members.get('properties')!;
    const { members } = this.#json.object(properties, 'an object of fields');
    if (members.size === 0) throw this.#json.error(properties, 'expected at least one field');
    // Reserved before the fields are parsed, so that records stand in the order in which they are met.
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
      if (!members.has(name)) {
        throw this.#json.error(element, `"properties" has no "${name}".${suggestion(name, members.keys())}`);
      }
      if (required.has(name)) throw this.#json.error(element, `"${name}" is listed twice`);
      required.add(name);
    }
    return required;
  }

  #field(name: string, node: Node, required: boolean): Field {
    if (!isWellFormed(name)) throw this.#json.error(node, 'the name holds half of a surrogate pair');
    this.#ofFields.add(node);
    if (this.#ofFields.size > MOST.fields) throw this.#json.error(node, atMost(MOST.fields, 'fields'));
    const { type, nullable } = this.#schema(node, name, undefined);
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

  /** The name of a record or enum, taken so that no other may have it. */
  #typeName(schema: JsonObject, fallback: string): string {
    return this.#names.take(this.#title(schema) ?? fallback, schema.node);
  }
}
