import { isUtf8 } from 'node:buffer';
import { readRegular, systemWords } from '../machine/files/read.ts';
import { DefinitionError } from './error.ts';

export function readText(file: string, most: number): string {
  const fail = (what: string) => new DefinitionError({ file }, what);
  let bytes: Buffer;
  try {
    bytes = readRegular(file, most);
  } catch (error) {
    throw fail(`can't be read: ${systemWords(error)}`);
  }
  const invalid = firstInvalidUtf8(bytes);
  if (invalid >= 0) throw fail(`not UTF-8 (byte ${invalid + 1}): save it as UTF-8`);
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** Offset of the first byte that isn't well-formed UTF-8 (RFC 3629, no surrogates), or -1. */
export function firstInvalidUtf8(bytes: Buffer): number {
  if (isUtf8(bytes)) return -1;
  // `toString` replaces invalid bytes by U+FFFD, whose encoding may begin with the same bytes: then the search goes back to the
  // beginning of this character.
  const written = Buffer.from(bytes.toString('utf8'));
  let at = bytes.findIndex((byte, index) => byte !== written[index]);
  if (at < 0) at = bytes.length;
  while ((written[at]! & 0xc0) === 0x80) at--;
  return at;
}
