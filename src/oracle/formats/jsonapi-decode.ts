import type { Path } from '../../schema/json.ts';
import type { Field, RecordType, SchemaModel } from '../../schema/model.ts';
import { type Decoded, type DecodedMap, DecodeError, Linkage, MAX_DEPTH, NumberLiteral } from '../decoded.ts';
import { idKind, resourceType } from '../fields.ts';
import { decodeJson } from './json-decode.ts';

/**
 * Decodes JSON:API 1.1 into the document as JSON has it, with a Linkage for each relationship of a hidden field
 * (one that JSON leaves out). Attributes may contain `id` and nested resources, because some libraries write them.
 */
export function decodeJsonApi(model: SchemaModel, bytes: Uint8Array): Decoded {
  return new ResourceReader(model).document(decodeJson(bytes));
}

const NONE: DecodedMap = new Map();
const INTEGER = /^(?:0|-?[1-9][0-9]*)$/;

/** A resource object. `document` is null before the fields are read, and 'open' while they are read, to find cycles. */
interface Resource extends Identity {
  readonly path: Path;
  readonly members: DecodedMap;
  document: DecodedMap | 'open' | null;
}

class ResourceReader {
  private readonly model: SchemaModel;
  private readonly resources = new Map<string, Resource>();
  private depth = 0;

  constructor(model: SchemaModel) {
    this.model = model;
  }

  document(value: Decoded): Decoded {
    const top = membersOf(value, [], ['data'], ['included', 'jsonapi']);
    const many = this.model.root.kind === 'list';
    const data = member(top, 'data');
    const add = (one: Decoded, path: Path): Resource => this.add(one, path);
    const primary = many ? each(data, ['data'], add) : [add(data, ['data'])];
    const included = each(member(top, 'included', []), ['included'], add);
    const record = resourceType(this.model, this.model.root)!;
    const documents = primary.map((resource) => this.read(resource, record, resource.path));
    const unlinked = included.find((resource) => resource.document === null);
    if (unlinked !== undefined) fail(`no field of the document leads to ${named(unlinked)}`, unlinked.path);
    return many ? documents : documents[0]!;
  }

  private add(value: Decoded, path: Path): Resource {
    const members = membersOf(value, path, ['id', 'type'], ['attributes', 'relationships']);
    const resource: Resource = { path, members, ...identityOf(members, path), document: null };
    if (this.resources.has(keyOf(resource))) fail(`${named(resource)} appears twice`, path);
    this.resources.set(keyOf(resource), resource);
    return resource;
  }

  private read(resource: Resource, record: RecordType, from: Path): DecodedMap {
    expectType(record, resource, from);
    if (resource.document === 'open') fail(`${named(resource)} leads back to itself`, from);
    if (resource.document !== null) return resource.document;
    if (this.depth === MAX_DEPTH) fail(`linked deeper than ${MAX_DEPTH} levels`, from);
    this.depth++;
    resource.document = 'open';
    resource.document = this.fields(resource, record);
    this.depth--;
    return resource.document;
  }

  private fields({ id, members, path }: Resource, record: RecordType): DecodedMap {
    const attributes = mapOf(member(members, 'attributes', NONE), [...path, 'attributes']);
    const fields: DecodedMap = new Map([['id', documentId(record, id, attributes, path)]]);
    for (const [name, value] of attributes) if (name !== 'id') fields.set(name, value);
    const relationships = mapOf(member(members, 'relationships', NONE), [...path, 'relationships']);
    for (const [name, relationship] of relationships) {
      const at = [...path, 'relationships', name];
      if (fields.has(name)) fail('a relationship and an attribute of the same name', at);
      const field = record.properties.find((property) => property.name === name);
      const linked = field === undefined ? null : resourceType(this.model, field.type);
      if (linked === null) fail(`${record.name} has no such relationship`, at);
      fields.set(name, this.relationship(field!, linked, relationship, at));
    }
    return fields;
  }

  private relationship({ type, hidden }: Field, linked: RecordType, value: Decoded, path: Path): Decoded {
    const data = member(membersOf(value, path, ['data']), 'data');
    const at = [...path, 'data'];
    const many = type.kind === 'list';
    if (hidden === true) {
      const idOf = (one: Decoded, place: Path): string => linkedIdentity(one, linked, place).id;
      if (data === null) return new Linkage(null);
      return new Linkage(many ? each(data, at, idOf) : idOf(data, at));
    }
    if (data === null) return null;
    const follow = (one: Decoded, place: Path): DecodedMap => this.follow(one, linked, place);
    return many ? each(data, at, follow) : follow(data, at);
  }

  private follow(value: Decoded, record: RecordType, path: Path): DecodedMap {
    const identity = linkedIdentity(value, record, path);
    const resource = this.resources.get(keyOf(identity));
    if (resource === undefined) fail(`${named(identity)} is neither in "included" nor in "data"`, path);
    return this.read(resource, record, path);
  }
}

interface Identity {
  readonly id: string;
  readonly type: string;
}

function identityOf(members: DecodedMap, path: Path): Identity {
  const [id, type] = ['id', 'type'].map((name) => {
    const value = member(members, name);
    if (typeof value !== 'string') fail(`expected a string, found ${shown(value)}`, [...path, name]);
    return value;
  });
  return { id: id!, type: type! };
}

function linkedIdentity(value: Decoded, record: RecordType, path: Path): Identity {
  const identity = identityOf(membersOf(value, path, ['id', 'type']), path);
  expectType(record, identity, path);
  return identity;
}

function expectType(record: RecordType, { type }: Identity, path: Path): void {
  if (type === record.resource) return;
  fail(`expected the type "${record.resource}", found ${JSON.stringify(type)}`, [...path, 'type']);
}

function keyOf({ type, id }: Identity): string {
  return JSON.stringify([type, id]);
}

function named({ type, id }: Identity): string {
  return `${type} ${JSON.stringify(id)}`;
}

/** Returns the id as in JSON: a number for an integer field. A malformed integer stays text; the comparison reports it. */
function documentId(record: RecordType, id: string, attributes: DecodedMap, path: Path): Decoded {
  const kind = idKind(record);
  if ((kind === 'int32' || kind === 'int64') && !INTEGER.test(id)) return id;
  if (!attributes.has('id')) return kind === 'uuid' || kind === 'string' ? id : new NumberLiteral(id);
  const value = member(attributes, 'id');
  const text = value instanceof NumberLiteral ? value.text : value;
  if (text === id) return value;
  const other = typeof text === 'string' ? text : shown(value);
  return fail(`the attribute "id" is ${other}, the resource's ${JSON.stringify(id)}`, [
    ...path,
    'attributes',
    'id',
  ]);
}

function member(map: DecodedMap, name: string, absent: Decoded = null): Decoded {
  return map.has(name) ? map.get(name)! : absent;
}

function membersOf(value: Decoded, path: Path, required: string[], optional: string[] = []): DecodedMap {
  const map = mapOf(value, path);
  const missing = required.find((name) => !map.has(name));
  if (missing !== undefined) fail(`the member "${missing}" is missing`, path);
  const unknown = [...map.keys()].find((key) => !required.includes(key) && !optional.includes(key));
  if (unknown !== undefined) fail(`unexpected member ${JSON.stringify(unknown)}`, path);
  return map;
}

function mapOf(value: Decoded, path: Path): DecodedMap {
  if (value instanceof Map) return value;
  return fail(`expected an object, found ${shown(value)}`, path);
}

function each<T>(value: Decoded, path: Path, read: (one: Decoded, place: Path) => T): T[] {
  if (!Array.isArray(value)) return fail(`expected an array, found ${shown(value)}`, path);
  return value.map((one, index) => read(one, [...path, index]));
}

function shown(value: Decoded): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (value instanceof Map) return 'an object';
  return value instanceof NumberLiteral ? 'a number' : `a ${typeof value}`;
}

function fail(what: string, path: Path): never {
  throw new DecodeError(what, null, path);
}
