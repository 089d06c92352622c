import type { Computation, RecordType, SchemaModel, Type } from '../schema/model.ts';
import { type MapValue, type RecordValue, setField, type Value } from '../schema/value.ts';

/** Returns the document that serializers must write for an object: without hidden (`writeOnly`) fields, with computed ones. */
export function documentOf(model: SchemaModel, object: Value): Value {
  const computes = [...model.records.values()].some(({ stored, properties }) => stored !== properties);
  return computes ? complete(model, model.root, object) : object;
}

function complete(model: SchemaModel, type: Type, value: Value): Value {
  if (value === null) return null;
  if (type.kind === 'list')
    return (value as readonly Value[]).map((element) => complete(model, type.element, element));
  if (type.kind === 'map')
    return new Map(Array.from(value as MapValue, ([key, one]) => [key, complete(model, type.value, one)]));
  if (type.kind !== 'record') return value;
  return completeRecord(model, model.records.get(type.name)!, value as RecordValue);
}

function completeRecord(model: SchemaModel, record: RecordType, object: RecordValue): RecordValue {
  const document: Record<string, Value> = {};
  for (const { name, type, computed } of record.properties) {
    if (computed === undefined && !Object.hasOwn(object, name)) continue;
    const value = computed ? compute(model, record, object, computed, type) : object[name]!;
    setField(document, name, complete(model, type, value));
  }
  return document;
}

function compute(
  model: SchemaModel,
  record: RecordType,
  object: RecordValue,
  computed: Computation,
  type: Type,
): Value {
  if (computed.kind === 'text')
    return computed.pieces.map((piece) => ('text' in piece ? piece.text : object[piece.field])).join('');
  const values = followed(model, record, object, computed.steps);
  return type.kind === 'list' ? values : values[0]!;
}

function followed(
  model: SchemaModel,
  record: RecordType,
  object: RecordValue,
  [step, ...further]: readonly string[],
): readonly Value[] {
  const { name, type } = record.stored.find((field) => field.name === step)!;
  const parts = type.kind === 'list' ? (object[name] as readonly Value[]) : [object[name]!];
  if (further.length === 0) return parts;
  const { name: next } = (type.kind === 'list' ? type.element : type) as { name: string };
  return parts.flatMap((part) => followed(model, model.records.get(next)!, part as RecordValue, further));
}
