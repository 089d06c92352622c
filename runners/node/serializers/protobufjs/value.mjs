/**
 * Converts JSON values to and from google.protobuf.Value, for which protobuf.js has no wrapper: a message with one of
 * `nullValue`, `numberValue`, `stringValue`, `boolValue`, `structValue` and `listValue`.
 * https://protobuf.dev/reference/protobuf/google.protobuf/#value
 */
import { setEntry } from '../../kit/source.mjs';

export function toValue(value) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { numberValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (value === null) return { nullValue: 0 };
  if (Array.isArray(value)) return { listValue: { values: value.map(toValue) } };
  const fields = {};
  for (const key in value) setEntry(fields, key, toValue(value[key]));
  return { structValue: { fields } };
}

export function fromValue(message) {
  if (message === null) return null;
  // The prototype has defaults for absent members: only the present one is an own property.
  if (Object.hasOwn(message, 'stringValue')) return message.stringValue;
  if (Object.hasOwn(message, 'numberValue')) return message.numberValue;
  if (Object.hasOwn(message, 'boolValue')) return message.boolValue;
  if (Object.hasOwn(message, 'listValue')) return message.listValue.values.map(fromValue);
  if (!Object.hasOwn(message, 'structValue')) return null;
  const { fields } = message.structValue;
  const made = {};
  for (const key in fields) setEntry(made, key, fromValue(fields[key]));
  return made;
}
