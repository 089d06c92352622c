import { readRegular } from '../files/regular-file.ts';
import { systemWords } from '../files/system-words.ts';
import { firstInvalidUtf8 } from '../files/utf8.ts';
import { DefinitionError } from './error.ts';

/**
 * Reads the text of a definition without its byte order mark.
 *
 * @param most bytes
 * @throws DefinitionError for anything but a regular file of UTF-8
 */
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
