import { cut, FixableError } from '../define/error.ts';
import { type Decoded, DecodeError, DocumentTooLarge } from '../oracle/decoded.ts';
import { decodeJson } from '../oracle/formats/json-decode.ts';

export interface UserDocument {
  readonly bytes: Uint8Array;
  /** Position in the user's files: `orders.ndjson:17`, or `orders.json:17, element 3`. */
  readonly place: string;
  readonly column: number;
}

export class UserDataError extends FixableError {
  constructor(place: string, what: string, pointer = '') {
    super(`${place}${pointer === '' ? '' : ` (${cut(pointer, LONGEST)})`}: ${cut(what, LONGEST)}`);
  }
}

const LONGEST = 400;

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

function placeOf({ bytes, place, column }: UserDocument, offset: number | null): string {
  if (offset === null) return place;
  const lines = Buffer.from(bytes.subarray(0, offset)).toString().split('\n');
  const at = lines.at(-1)!.length + (lines.length === 1 ? column : 1);
  return place.replace(
    /:(\d+)(?=$|, element \d+$)/,
    (_, line) => `:${Number(line) + lines.length - 1}:${at}`,
  );
}

function faultOf({ place, column }: UserDocument, { what, offset }: DecodeError): string {
  const begins = offset === 0 && column === 1 && place.endsWith(':1');
  const [, first] = (begins && /^expected a value, found (.*)$/.exec(what)) || [];
  if (first !== undefined)
    return `not JSON (starts with "${first.replace(/^"(.*)"$/, '$1')}"); wiremark reads JSON and NDJSON`;
  return `${what.replace('output', 'document')}: fix this place, or take the document out`;
}
