import { UserDataError } from '../../dataset/document.ts';
import { suggestion } from '../../define/nearest.ts';
import { jsonKinds, Saw } from './saw.ts';
import { LONGEST_DISTINCT, MOST_DISTINCT, NO_ENUM, type Shape } from './shape.ts';

const ALL = 31;

/** For each kind: the flags of values that don't fit it. */
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

export function faultOfKind(kind: OverruleKind, { bits, firsts }: Pick<Shape, 'bits' | 'firsts'>) {
  const never = NEVER[kind] & bits;
  if (never === 0) return undefined;
  const { bits: found = never, place = 'a document' } = firsts.find((one) => one.bits & never) ?? {};
  const [json] = jsonKinds(never & found);
  if (json !== undefined) return `${place} has ${json === 'object' ? 'an' : 'a'} ${json} there`;
  const limits = ` (at most ${MOST_DISTINCT} strings of ${LONGEST_DISTINCT} characters)`;
  return `${place} has a value there that doesn't fit ${kind}${kind === 'enum' ? limits : ''}`;
}

/** A user's choice of a kind for the values at a path (`--as PATH=KIND`). */
export interface Overrule {
  readonly path: string;
  readonly kind: OverruleKind;
}

/** Parses an overrule such as `/status=string`. An empty path means the document itself. @throws UserDataError */
export function parseOverrule(text: string): Overrule {
  const at = text.lastIndexOf('=');
  const path = text.slice(0, Math.max(at, 0));
  if (at === -1 || (path !== '' && !path.startsWith('/')))
    throw new UserDataError(`--as ${text}`, 'expected a path and a kind, such as /status=string');
  const word = text.slice(at + 1);
  if (Object.hasOwn(NEVER, word)) return { path, kind: word as OverruleKind };
  const kinds = Object.keys(NEVER);
  const hint = suggestion(word, kinds) || ` Kinds are ${kinds.join(', ')}.`;
  throw new UserDataError(`--as ${text}`, `unknown kind "${word}".${hint}`);
}
