import { readRegular } from '../files/regular-file.ts';
import { systemWords } from '../files/system-words.ts';
import { DefinitionError } from './error.ts';

/**
 * The text of a definition, without a byte order mark.
 *
 * @param most bytes
 * @throws DefinitionError for what isn't a regular file of UTF-8
 */
export function readText(file: string, most: number): string {
  const fail = (what: string) => new DefinitionError({ file, line: null, key: null }, what);
  let bytes: Buffer;
  try {
    bytes = readRegular(file, { most });
  } catch (error) {
    throw fail(`can't be read: ${systemWords(error)}`);
  }
  const text = bytes.toString('utf8');
  // What isn't UTF-8 has become U+FFFD.
  const written = Buffer.from(text);
  if (!written.equals(bytes)) {
    const at = bytes.findIndex((byte, index) => byte !== written[index]);
    throw fail(`not UTF-8 (byte ${(at < 0 ? bytes.length : at) + 1}): save it as UTF-8`);
  }
  return text.replace(/^\uFEFF/, '');
}
