/**
 * JSON:API 1.1 (jsonapi.org/format/1.1). Fields with a resource or a list of resources are relationships; all others
 * except id are attributes.
 */
import { UnsupportedByFormat } from '../../schema/emit/types.ts';
import type { RecordType, SchemaModel } from '../../schema/model.ts';
import type { RecordValue, Value } from '../../schema/value.ts';
import type { Codec } from '../decoded.ts';
import { entriesOf, resourceType } from '../fields.ts';
import { formatOtherRfc3339, formatRfc3339 } from '../instant.ts';
import { escaped, jsonText } from './json.ts';
import { decodeJsonApi } from './jsonapi-decode.ts';

export const jsonApiCodec: Codec = {
  title: 'JSON:API',
  unsupported,
  encode: (model, document) => Buffer.from(new Writer(model).document(document), 'utf8'),
  respelled: (model, document) => escaped(new Writer(model, formatOtherRfc3339).document(document)),
  decode: decodeJsonApi,
};

const MEMBER_NAME =
  /^[a-zA-Z0-9\u{80}-\u{10ffff}](?:[-_ a-zA-Z0-9\u{80}-\u{10ffff}]*[a-zA-Z0-9\u{80}-\u{10ffff}])?$/u;

function unsupported(model: SchemaModel): string | null {
  const root = resourceType(model, model.root);
  if (root === null)
    return "JSON:API's documents are resources, and the root is neither one nor a list of them";
  const records = new Map([[root.resource!, root]]);
  for (const record of records.values()) {
    for (const { name, type } of record.fields) {
      if (name === 'type' || !MEMBER_NAME.test(name))
        return `JSON:API doesn't allow the name ${JSON.stringify(name)}, which a field of ${record.name} has`;
      const linked = resourceType(model, type);
      if (linked === null) continue;
      const other = records.get(linked.resource!) ?? linked;
      if (other !== linked)
        return `JSON:API tells resources apart by type and id, and ${other.name} and ${linked.name} are both "${linked.resource}"`;
      records.set(linked.resource!, linked);
    }
  }
  return null;
}

class Writer {
  /**
   * Texts of included resources by identifier, in the order of their first links. A text is empty until it is complete,
   * so that cycles of links end.
   */
  private readonly included = new Map<string, string>();
  private readonly primary = new Set<string>();
  private readonly model: SchemaModel;
  private readonly instantText: (milliseconds: bigint) => string;

  constructor(model: SchemaModel, instantText = formatRfc3339) {
    this.model = model;
    this.instantText = instantText;
  }

  document(document: Value): string {
    const record = resourceType(this.model, this.model.root)!;
    const resources = (Array.isArray(document) ? document : [document]) as readonly RecordValue[];
    for (const resource of resources) {
      const identifier = identifierText(record, resource);
      if (this.primary.has(identifier))
        throw new UnsupportedByFormat(`JSON:API can't write {${identifier}} twice in a list`);
      this.primary.add(identifier);
    }
    const data = resources.map((resource) => this.resource(record, resource));
    const included = [...this.included.values()].join(',');
    const primary = this.model.root.kind === 'list' ? `[${data.join(',')}]` : data[0];
    return `{"data":${primary}${included === '' ? '' : `,"included":[${included}]`}}`;
  }

  private resource(record: RecordType, resource: RecordValue): string {
    const attributes: string[] = [];
    const relationships: string[] = [];
    const entries = entriesOf(this.model, { kind: 'record', name: record.name }, resource);
    for (const [name, type, value] of entries) {
      const linked = resourceType(this.model, type);
      const key = JSON.stringify(name);
      if (linked !== null) relationships.push(`${key}:{"data":${this.linkage(linked, value)}}`);
      else if (name !== 'id')
        attributes.push(`${key}:${jsonText(this.model, type, value, this.instantText)}`);
    }
    const parts = [identifierText(record, resource)];
    if (attributes.length > 0) parts.push(`"attributes":{${attributes.join(',')}}`);
    if (relationships.length > 0) parts.push(`"relationships":{${relationships.join(',')}}`);
    return `{${parts.join(',')}}`;
  }

  private linkage(record: RecordType, value: Value): string {
    if (value === null) return 'null';
    if (Array.isArray(value)) return `[${value.map((one) => this.linkage(record, one)).join(',')}]`;
    const resource = value as RecordValue;
    const identifier = identifierText(record, resource);
    if (!this.primary.has(identifier) && !this.included.has(identifier)) {
      this.included.set(identifier, '');
      this.included.set(identifier, this.resource(record, resource));
    }
    return `{${identifier}}`;
  }
}

function identifierText({ resource }: RecordType, { id }: RecordValue): string {
  return `"id":${JSON.stringify(String(id))},"type":${JSON.stringify(resource)}`;
}
