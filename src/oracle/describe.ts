import type { Type } from '../schema/model.ts';
import type { MapValue, RecordValue, Value } from '../schema/value.ts';
import { type Decoded, Instant, NumberLiteral } from './decoded.ts';
import { describeInstant, instantFromMilliseconds } from './instant.ts';

interface Side {
  /** Name of the type, such as `int64`: shown if the sides differ in `sort`, the kind of value; empty if `text` names it. */
  readonly label: string;
  readonly sort: string;
  readonly text: string;
  readonly length?: number;
}

export const ABSENT = Symbol('absent');
export const NOTHING = 'nothing';

export type Found = Decoded | Value | typeof ABSENT;

export function describeDifference(
  type: Type,
  expected: Value | typeof ABSENT,
  found: Found,
  redact = false,
): { expected: string; found: string } {
  const differs = differsAt(expected, found);
  const left = expectedSide(type, expected, differs ?? 0);
  const right = foundSide(found, differs ?? 0);
  const where = differs === null ? '' : `, which differs from place ${differs + 1} on`;
  if (redact) {
    const [shape, other] = [shapeOf(left), shapeOf(right)];
    return { expected: shape, found: (shape === other ? another(other) : other) + where };
  }
  const named = left.sort !== right.sort;
  const show = ({ label, text }: Side): string => (named && label !== '' ? `${label} ${text}` : text);
  return { expected: show(left), found: show(right) };
}

function expectedSide(type: Type, value: Value | typeof ABSENT, at: number): Side {
  const shown = type.kind === 'instant' && typeof value === 'bigint' ? instantFromMilliseconds(value) : value;
  const side = foundSide(shown, at);
  // `any` says nothing about the kind of a value.
  return side.label === '' || type.kind === 'any' ? side : { ...side, label: type.kind };
}

function foundSide(value: Found, at: number): Side {
  if (value === ABSENT) return { label: '', sort: 'absent', text: NOTHING };
  if (value === null) return { label: '', sort: 'null', text: 'null' };
  if (Array.isArray(value)) return { label: '', sort: 'list', text: `a list of ${value.length}` };
  const side = (sort: string, text: string, label = sort): Side => ({ label, sort, text });
  if (typeof value === 'boolean') return side('boolean', String(value));
  if (typeof value === 'string') return { ...side('string', quote(value, at)), length: value.length };
  if (typeof value === 'number') return side('number', numberText(value));
  if (typeof value === 'bigint') return side('number', String(value), 'integer');
  if (value instanceof NumberLiteral) return side('number', cut(value.text, 0));
  if (value instanceof Instant) return side('instant', describeInstant(value));
  if (value instanceof Uint8Array) return { ...side('bytes', hex(value, at)), length: value.length };
  return side('record', entriesText(value as MapValue | RecordValue), '');
}

function shapeOf({ sort, text, length = text.replace(/\D/g, '').length }: Side): string {
  const of = (unit: string) => `${length} ${unit}${length === 1 ? '' : 's'}`;
  if (sort === 'number') return `${/^-?\d+$/.test(text) ? 'an integer' : 'a number'} of ${of('digit')}`;
  if (sort === 'string') return `a text of ${of('character')}`;
  if (sort === 'bytes') return of('byte');
  return { boolean: 'a boolean', instant: 'an instant', record: 'an object' }[sort] ?? text;
}

function another(shape: string): string {
  return shape.replace(/^an? /, 'another ').replace(/^(\d+) /, '$1 other ');
}

/** Integral doubles below 10²¹ get all their digits; String() may round the last ones. */
function numberText(value: number): string {
  if (Object.is(value, -0)) return '-0';
  const isExact = Number.isInteger(value) && Math.abs(value) < 1e21;
  return String(isExact ? BigInt(value) : value);
}

const KEYS_SHOWN = 4;

function entriesText(value: MapValue | RecordValue): string {
  const isMap = value instanceof Map;
  const keys = isMap ? [...value.keys()] : Object.keys(value);
  const shown = keys.slice(0, KEYS_SHOWN).map((key) => quote(key, 0));
  return `${isMap ? 'an object' : 'a record'} {${shown.join(', ')}${keys.length > KEYS_SHOWN ? ', …' : ''}}`;
}

const BEFORE = 16;
const AFTER = 32;

function differsAt(expected: Value | typeof ABSENT, found: Found): number | null {
  const strings = typeof expected === 'string' && typeof found === 'string';
  const blobs = expected instanceof Uint8Array && found instanceof Uint8Array;
  if (!strings && !blobs) return null;
  const [left, right] = [expected as string | Uint8Array, found as string | Uint8Array];
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  return at;
}

function quote(text: string, at: number): string {
  return `"${cut(text, at)}"`;
}

function cut(text: string, at: number): string {
  let start = Math.max(0, at - BEFORE);
  let end = Math.min(text.length, at + AFTER);
  if (start > 0 && isLowSurrogate(text, start)) start--;
  if (end < text.length && isLowSurrogate(text, end)) end++;
  return `${start > 0 ? '…' : ''}${escapeInvisible(text.slice(start, end))}${end < text.length ? '…' : ''}`;
}

function isLowSurrogate(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00;
}

function escapeInvisible(text: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/(?! )[\p{C}\p{Z}]/gu, (character) => character.split('').map(escapeUnit).join(''));
}

function hex(bytes: Uint8Array, at: number): string {
  const start = Math.max(0, at - BEFORE);
  const shown = Buffer.from(bytes.subarray(start, start + BEFORE + AFTER)).toString('hex');
  const cutEnd = start + BEFORE + AFTER < bytes.length;
  return `${start > 0 ? '…' : ''}${shown}${cutEnd ? '…' : ''} (${bytes.length} in all)`;
}
