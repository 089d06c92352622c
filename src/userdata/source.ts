/** Opens a file, a folder of files or standard input, and decompresses it. */
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { addAbortSignal, pipeline, type Readable } from 'node:stream';
import zlib from 'node:zlib';
import { Decompress } from 'fzstd';
import { UserDataError } from '../dataset/document.ts';
import { quoteWord } from '../define/names.ts';
import { FileRefused, openRegular, systemWords } from '../machine/files/read.ts';

export interface Watch {
  readonly signal?: AbortSignal;
  /** Called with the number of bytes read so far. */
  readonly progress?: (bytes: number) => void;
}

/** Bytes in chunks. No chunk is reused, so parts of it may be kept. */
export type Chunks = AsyncGenerator<Uint8Array, void>;

const CHUNK = 2 ** 20;
const ENDINGS = /\.(json|ndjson|jsonl|gz|zst)$/;

/**
 * @returns whether it is a folder, its files, and the names of what is in it and isn't read
 * @throws UserDataError for what isn't there, or is neither a file nor a folder with files of documents
 */
export function openSource(source: string, { signal, progress }: Watch) {
  let bytes = 0;
  async function* raw(stream: Readable): Chunks {
    try {
      for await (const chunk of signal === undefined ? stream : addAbortSignal(signal, stream)) {
        bytes += chunk.length;
        progress?.(bytes);
        yield chunk;
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  }
  const one = (name: string, open: () => Readable) => ({ name, chunks: () => unpacked(name, raw(open())) });
  const file = (path: string) => one(path, () => fileStream(path));
  const alone = { folder: false, leftOut: [] as string[] };
  if (source === '-') return { ...alone, files: [one('standard input', () => process.stdin)] };
  if (!naming(source, () => statSync(source).isDirectory())) return { ...alone, files: [file(source)] };
  const names = naming(source, () => readdirSync(source)).sort();
  const [read, leftOut] = [true, false].map((isRead) =>
    names.filter((name) => !name.startsWith('.') && ENDINGS.test(name) === isRead),
  ) as [string[], string[]];
  const wanted =
    'no file in it ends with .json, .ndjson, .jsonl, .gz or .zst; folders within it are not read';
  if (read.length === 0) throw new UserDataError(source, wanted);
  return { folder: true, files: read.map((name) => file(join(source, name))), leftOut };
}

function fileStream(path: string): Readable {
  const fd = naming(path, () => openRegular(path));
  return createReadStream(path, { fd, highWaterMark: CHUNK });
}

function naming<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new UserDataError(file, 'there is no such file or folder');
    const advice = error instanceof FileRefused ? '; give it to standard input, with --data -' : '';
    throw new UserDataError(file, `it can't be read: ${systemWords(error)}${advice}`);
  }
}

/** Decompresses by the first bytes. @throws UserDataError for a damaged or truncated file */
async function* unpacked(name: string, packed: Chunks): Chunks {
  const head = await headOf(packed, 4);
  const whole = beginning(head, packed);
  const magic = head.toString('hex', 0, 4);
  const packing = magic.startsWith('1f8b') ? 'gzip' : /^(28b52ffd|5.2a4d18)$/.test(magic) ? 'zstd' : null;
  try {
    const plain = packing === 'gzip' ? gunzipped(whole) : packing === 'zstd' ? unzstd(whole) : whole;
    const first = await headOf(plain, FOREIGN_HEAD);
    refuseForeign(name, first.subarray(0, FOREIGN_HEAD), packing);
    yield* beginning(first, plain);
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    // The zstd library throws numbers as codes.
    if (typeof code !== 'number' && !String(code).startsWith('Z_')) throw error;
    throw new UserDataError(name, `the ${packing} file is damaged or cut off (${message}): pack it again`);
  }
}

/** Returns at least this many first bytes, or all if there are fewer. */
export async function headOf(chunks: Chunks, least: number): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < least) {
    const { value } = await chunks.next();
    if (value === undefined) break;
    head = Buffer.concat([head, value]);
  }
  return head;
}

export async function* beginning(first: Uint8Array, rest: Chunks): Chunks {
  yield first;
  yield* rest;
}

async function* gunzipped(chunks: Chunks): Chunks {
  // Errors are thrown where the stream is read.
  yield* pipeline(chunks, zlib.createGunzip({ chunkSize: CHUNK }), () => {});
}

/** Bytes to decompress at a time: four bytes may become 128 KiB. */
const ZSTD_STEP = 4096;

async function* unzstd(chunks: Chunks): Chunks {
  const out: Uint8Array[] = [];
  const zstd = new Decompress((part) => out.push(part));
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += ZSTD_STEP) {
      zstd.push(Uint8Array.prototype.slice.call(chunk, at, at + ZSTD_STEP));
      yield* out.splice(0);
    }
  }
  zstd.push(new Uint8Array(0), true);
  yield* out;
}

/** Bytes to recognize a format: a tar file's mark is at byte 257. */
const FOREIGN_HEAD = 512;

/** First bytes in hexadecimal, what they mean, and a command that prints the content. */
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

/** White space, then the start of a JSON value; later errors are reported with their place. */
const JSON_BEGINS = /^(\xef\xbb\xbf)?[ \t\r\n]*[[{"\dtfn-]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: text has none of these.
const BINARY = /[\0-\x08\x0e-\x1f]/;

/**
 * @param head the first bytes, unpacked
 * @param packing `gzip` or `zstd`; null for a plain source
 * @throws UserDataError for a source that can't be JSON
 */
function refuseForeign(source: string, head: Buffer, packing: string | null): void {
  const hex = head.toString('hex');
  const [, what, command] = KINDS.find(([begins]) => begins.test(hex)) ?? [];
  const file = source === 'standard input' ? 'FILE' : quoteWord(source);
  if (command !== undefined) {
    const printing = packing === null ? `${command} ${file}` : `${packing} -dc ${file} | ${command} -`;
    throw new UserDataError(source, `it is ${what}: give what this prints: ${printing}`);
  }
  const text = head.toString('latin1');
  if (JSON_BEGINS.test(text) || !BINARY.test(text)) return;
  const instead = 'give the documents as JSON, which wiremark itself encodes in every format';
  throw new UserDataError(source, `it is binary: ${instead}`);
}

/** A path as it would be typed here. */
export function shortPath(path: string): string {
  const here = relative(process.cwd(), path);
  return path === '-' || here === '' || here.startsWith('..') ? path : here;
}
