import { suggestion } from '../../define/nearest.ts';
import { GivenError } from '../given/error.ts';

const KINDS = [
  'boolean',
  'int32',
  'int64',
  'double',
  'string',
  'enum',
  'instant',
  'uuid',
  'bytes',
  'map',
  'record',
  'any',
  'optional',
  'nullable',
] as const;
export type OverruleKind = (typeof KINDS)[number];

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
  if (at === -1 || (path !== '' && !path.startsWith('/'))) {
    throw new GivenError(`--as ${text}`, 'expected a path and a kind, such as /customer/id=string');
  }
  const word = text.slice(at + 1);
  const kind = KINDS.find((known) => known === word);
  if (kind !== undefined) return { path, kind };
  const near = suggestion(word, KINDS) || ` There is ${KINDS.join(', ')}.`;
  throw new GivenError(`--as ${text}`, `unknown kind "${word}".${near}`);
}
