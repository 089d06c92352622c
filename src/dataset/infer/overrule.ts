import { suggestion } from '../../define/nearest.ts';
import { GivenError } from '../given/error.ts';
import { Saw } from './saw.ts';

const ALL = 31;

/** For each kind, what its values never are. */
const NEVER = {
  boolean: ALL - Saw.boolean,
  int32: ALL - Saw.number + Saw.fraction + Saw.beyond32 + Saw.beyond64,
  int64: ALL - Saw.number + Saw.fraction + Saw.beyond64,
  double: ALL - Saw.number,
  string: ALL - Saw.text,
  enum: ALL - Saw.text + Saw.manyTexts,
  instant: ALL - Saw.text + Saw.noInstant,
  uuid: ALL - Saw.text + Saw.noUuid,
  bytes: ALL - Saw.text + Saw.noBase64,
  map: ALL - Saw.object,
  record: ALL - Saw.object,
  any: 0,
  optional: 0,
  nullable: 0,
} as const;

export type OverruleKind = keyof typeof NEVER;

/** Whether what was seen can be of a kind. */
export function canBe(kind: OverruleKind, bits: number): boolean {
  return (NEVER[kind] & bits) === 0;
}

/** What a person says of a place, whatever inference would decide. */
export interface Overrule {
  /** As in dataset.toml: a JSON Pointer with `*` for elements and values of maps. */
  readonly path: string;
  readonly kind: OverruleKind;
}

/** Reads `/status=string`; the path of the whole document is empty. @throws GivenError */
export function parseOverrule(text: string): Overrule {
  const at = text.lastIndexOf('=');
  const path = text.slice(0, Math.max(at, 0));
  if (at === -1 || (path !== '' && !path.startsWith('/')))
    throw new GivenError(`--as ${text}`, 'expected a path and a kind, such as /customer/id=string');
  const word = text.slice(at + 1);
  if (Object.hasOwn(NEVER, word)) return { path, kind: word as OverruleKind };
  const kinds = Object.keys(NEVER);
  const hint = suggestion(word, kinds) || ` There are ${kinds.join(', ')}.`;
  throw new GivenError(`--as ${text}`, `unknown kind "${word}".${hint}`);
}
