/** Decodes a document of a user, and words what is wrong with it for its author. */
import { cut, FixableError } from '../define/error.ts';
import { type Decoded, DecodeError, DocumentTooLarge } from '../oracle/decoded.ts';
import { decodeJson } from '../oracle/formats/json-decode.ts';

export interface UserDocument {
  /** One value, without white space around it. Not decoded: it may be faulty. */
  readonly bytes: Uint8Array;
  /** Where it begins: `orders.ndjson:17`, `orders.json:17, element 3`. */
  readonly place: string;
  /** Of its first byte in its line: in bytes, from 1, without those of a byte order mark. */
  readonly column: number;
}

/** A user's documents can't be used as they are: one line with the place, what is wrong and the fix. */
export class UserDataError extends FixableError {
  override readonly name = 'UserDataError';

  /** @param place `orders.ndjson:17`. @param pointer RFC 6901, of the value within the document; empty for the whole */
  constructor(place: string, what: string, pointer = '') {
    super(`${place}${pointer === '' ? '' : ` (${cut(pointer, LONGEST)})`}: ${cut(what, LONGEST)}`);
  }
}

/** Keys and texts of documents may be pages long. */
const LONGEST = 400;

/** What people write that JSON hasn't, as it stands at the fault; and what to do. */
const NOT_JSON: readonly (readonly [RegExp, string])[] = [
  [/^-?(NaN|Infinity|inf)\b/i, 'write null, or leave the field out'],
  [/^(None|True|False|undefined)\b/, 'write null, true or false'],
  [/^(\/\/|\/\*|#)/, 'take the comment out'],
  [/^'/, 'write double quotes'],
];

/** What to do about what the decoder says. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^a comma before/, 'JSON has none there, take it out'],
  [/^invalid UTF-8/, 'convert it, with iconv -t UTF-8 for example'],
  [/appears twice$/, 'leave one out'],
  [/^a key with U\+0000/, 'libraries refuse it, so rename it or leave it out'],
  [/^the lone surrogate/, 'it is half of a character, write both halves or none'],
  [/the end of the output|that does not end/, 'it is cut off in the middle, give the whole'],
  [/^nested deeper/, 'give a part of it'],
];

/** @throws UserDataError for what isn't JSON or more than is taken, with the place and what to do */
export function decodeDocument(document: UserDocument): Decoded {
  try {
    return decodeJson(document.bytes, true);
  } catch (error) {
    if (error instanceof DocumentTooLarge)
      throw new UserDataError(document.place, `${error.message}: split it`);
    if (!(error instanceof DecodeError)) throw error;
    throw new UserDataError(placeOf(document, error.offset), faultOf(document, error), error.pointer);
  }
}

/** With line and column of the fault. */
function placeOf({ bytes, place, column }: UserDocument, offset: number | null): string {
  if (offset === null) return place;
  const lines = Buffer.from(bytes.subarray(0, offset)).toString().split('\n');
  const at = lines.at(-1)!.length + (lines.length === 1 ? column : 1);
  return place.replace(
    /:(\d+)(?=$|, element \d+$)/,
    (_, line) => `:${Number(line) + lines.length - 1}:${at}`,
  );
}

function faultOf({ bytes, place, column }: UserDocument, { what, offset }: DecodeError): string {
  const ahead = Buffer.from(bytes.subarray(offset ?? 0, (offset ?? 0) + 16)).toString();
  const found = NOT_JSON.find(([fault]) => fault.test(ahead));
  if (found !== undefined) return `${found[0].exec(ahead)![0]} isn't JSON: ${found[1]}`;
  const begins = offset === 0 && column === 1 && place.endsWith(':1');
  const [, first] = (begins && /^expected a value, found (.*)$/.exec(what)) || [];
  if (first !== undefined) return `it begins with ${first}, so it isn't JSON: give a file of JSON or NDJSON`;
  const advice = ADVICE.find(([fault]) => fault.test(what))?.[1];
  return advice === undefined
    ? `it isn't JSON: ${what}. Fix this place, or take the document out.`
    : `${what.replace('output', 'document')}: ${advice}`;
}
