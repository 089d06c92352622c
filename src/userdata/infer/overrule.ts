import { UserDataError } from '../../dataset/document.ts';
import { suggestion } from '../../define/nearest.ts';
import { Saw } from './saw.ts';
import { LONGEST_DISTINCT, MOST_DISTINCT, NO_ENUM, type Shape } from './shape.ts';

const ALL = 31;

/** For each kind, the bits of `Saw` that exclude it. */
const NEVER = {
  boolean: ALL - Saw.boolean,
  int32: ALL - Saw.number + Saw.fraction + Saw.beyond32 + Saw.beyond64,
  int64: ALL - Saw.number + Saw.fraction + Saw.beyond64,
  double: ALL - Saw.number,
  string: ALL - Saw.string,
  enum: ALL - Saw.string + NO_ENUM,
  instant: ALL - Saw.string + Saw.noInstant,
  uuid: ALL - Saw.string + Saw.noUuid,
  bytes: ALL - Saw.string + Saw.noBase64,
  map: ALL - Saw.object,
  record: ALL - Saw.object,
  any: 0,
  optional: 0,
  nullable: 0,
} as const;

export type OverruleKind = keyof typeof NEVER;

const NO_KIND: readonly (readonly [bit: number, what: string])[] = [
  [Saw.boolean, 'a boolean'],
  [Saw.number, 'a number'],
  [Saw.string, 'a string'],
  [Saw.list, 'a list'],
  [Saw.object, 'an object'],
  [Saw.fraction, "a number that isn't an integer"],
  [Saw.beyond64, 'a number beyond 64 bits'],
  [Saw.beyond32, 'a number beyond 32 bits'],
  [Saw.manyTexts, `one string too many (an enum takes ${MOST_DISTINCT})`],
  [Saw.longText, `a string that is too long (an enum takes ${LONGEST_DISTINCT} characters)`],
  [Saw.noInstant, "a string that isn't an instant"],
  [Saw.noUuid, "a string that isn't a uuid"],
  [Saw.noBase64, "a string that isn't base64"],
];

/** Says why the values of a place can't have a kind: `orders.ndjson:17 has a number there`; undefined if they can. */
export function faultOfKind(kind: OverruleKind, { bits, firsts }: Pick<Shape, 'bits' | 'firsts'>) {
  const never = NEVER[kind] & bits;
  if (never === 0) return undefined;
  const first = firsts.find((one) => one.bits & never);
  const found = NO_KIND.find(([bit]) => bit & never & (first?.bits ?? never))![1];
  return `${first?.place ?? 'a document'} has ${found} there`;
}

/** The user's decision on the kind of a place (`--as`). It replaces the inferred kind. */
export interface Overrule {
  readonly path: string;
  readonly kind: OverruleKind;
}

/** Parses `/status=string`. An empty path means the document itself. @throws UserDataError */
export function parseOverrule(text: string): Overrule {
  const at = text.lastIndexOf('=');
  const path = text.slice(0, Math.max(at, 0));
  if (at === -1 || (path !== '' && !path.startsWith('/')))
    throw new UserDataError(`--as ${text}`, 'expected a path and a kind, such as /status=string');
  const word = text.slice(at + 1);
  if (Object.hasOwn(NEVER, word)) return { path, kind: word as OverruleKind };
  const kinds = Object.keys(NEVER);
  const hint = suggestion(word, kinds) || ` There are ${kinds.join(', ')}.`;
  throw new UserDataError(`--as ${text}`, `unknown kind "${word}".${hint}`);
}
