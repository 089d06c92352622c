/** What a person gives that isn't JSON: told by what it is, with what makes JSON of it. */
import { quoteWord } from '../../files/shell-word.ts';
import { ByteReader } from '../../format/byte-reader.ts';
import { DecodeError } from '../../format/decoded.ts';
import { readVarint } from '../../format/varint.ts';
import { GivenError } from './error.ts';

/** Bytes that are looked at: a tar file says what it is behind the 257th. */
export const FOREIGN_HEAD = 512;

/** How it begins, in hexadecimal digits; what it is, and the command that prints what is in it. */
const KINDS: readonly (readonly [begins: RegExp, what: string, command: string])[] = [
  [/^(fffe0000|0000feff)/, 'UTF-32, not UTF-8', 'iconv -f UTF-32 -t UTF-8'],
  [/^(fffe|feff)/, 'UTF-16, not UTF-8', 'iconv -f UTF-16 -t UTF-8'],
  [/^(?!00)..00(?!00)..00/, 'UTF-16, not UTF-8', 'iconv -f UTF-16LE -t UTF-8'],
  [/^00(?!00)..00(?!00)../, 'UTF-16, not UTF-8', 'iconv -f UTF-16BE -t UTF-8'],
  [/^504b0[357]0[468]/, 'a zip file', 'unzip -p'],
  [/^fd377a585a00/, 'an xz file', 'xz -dc'],
  [/^425a68/, 'a bzip2 file', 'bzip2 -dc'],
  [/^.{514}7573746172/, 'a tar file', 'tar -xOf'],
];

/** White space, then what a value of JSON begins with; what follows may be faulty, and is told with its place. */
const JSON_BEGINS = /^(\xef\xbb\xbf)?[ \t\r\n]*[[{"\dtfn-]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: text has none of these.
const BINARY = /[\0-\x08\x0e-\x1f]/;

/**
 * @param head the first bytes, unpacked
 * @param packing the program that packs so; null for a source that isn't packed
 * @throws GivenError for what is no JSON whatever follows
 */
export function refuseForeign(source: string, head: Buffer, packing: string | null): void {
  const hex = head.toString('hex');
  const [, what, command] = KINDS.find(([begins]) => begins.test(hex)) ?? [];
  const file = source === 'standard input' ? 'FILE' : quoteWord(source);
  if (command !== undefined) {
    const printing = packing === null ? `${command} ${file}` : `${packing} -dc ${file} | ${command} -`;
    throw new GivenError(source, `it is ${what}: give what this prints: ${printing}`);
  }
  const text = head.toString('latin1');
  if (JSON_BEGINS.test(text) || !BINARY.test(text)) return;
  const kind = text.startsWith('\x7fELF') ? 'is a program (ELF)' : 'is binary';
  const found = isProtobuf(head) ? 'looks like Protocol Buffers' : kind;
  const instead = 'give the documents as JSON, which wiremark itself encodes in every format';
  throw new GivenError(source, `it ${found}: ${instead}`);
}

/** Whether it reads as fields of Protocol Buffers, up to the end or as far as it is looked at. */
function isProtobuf(head: Buffer): boolean {
  const reader = new ByteReader(head);
  let fields = 0;
  try {
    for (; reader.offset < reader.end; fields++) {
      const tag = Number(readVarint(reader, 'a tag'));
      const wire = tag % 8;
      if (tag < 8 || tag >= 2 ** 14) return false;
      if (wire === 0) readVarint(reader, 'a number');
      else if (wire === 2) reader.take(Number(readVarint(reader, 'a length')), 'a value');
      else if (wire === 1 || wire === 5) reader.take(wire === 1 ? 8 : 4, 'a number');
      else return false;
    }
    return true;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return fields > 2 && head.length === FOREIGN_HEAD;
  }
}
