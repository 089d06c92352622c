import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { addAbortSignal, pipeline, type Readable } from 'node:stream';
import zlib from 'node:zlib';
import { Decompress } from 'fzstd';
import { UserDataError } from '../dataset/document.ts';
import { FileRefused, openRegular, systemWords } from '../machine/files/read.ts';

export interface Watch {
  readonly signal?: AbortSignal;
  readonly progress?: (bytes: number) => void;
}

/** Bytes of a source, in chunks. A chunk's memory isn't reused, so a reader may keep parts of it. */
export type Chunks = AsyncGenerator<Uint8Array, void>;

export const STANDARD_INPUT = 'standard input';
const CHUNK = 2 ** 20;
/** Number of bytes at the start of a file in which a zero byte shows that it isn't text. */
const HEAD = 512;
const ENDINGS = /\.(json|ndjson|jsonl|gz|zst)$/;

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
  const opened = (path: string) => reading(path, () => openRegular(path));
  const file = (path: string) =>
    one(path, () => createReadStream(path, { fd: opened(path), highWaterMark: CHUNK }));
  const alone = { folder: false, leftOut: [] as string[] };
  if (source === '-') return { ...alone, files: [one(STANDARD_INPUT, () => process.stdin)] };
  if (!reading(source, () => statSync(source).isDirectory())) return { ...alone, files: [file(source)] };
  const names = reading(source, () => readdirSync(source)).sort();
  const [read, leftOut] = [true, false].map((isRead) =>
    names.filter((name) => !name.startsWith('.') && ENDINGS.test(name) === isRead),
  ) as [string[], string[]];
  const wanted =
    'no file in it ends with .json, .ndjson, .jsonl, .gz or .zst; folders within it are not read';
  if (read.length === 0) throw new UserDataError(source, wanted);
  return { folder: true, files: read.map((name) => file(join(source, name))), leftOut };
}

function reading<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new UserDataError(file, 'there is no such file or folder');
    const advice = error instanceof FileRefused ? '; give it to standard input, with --data -' : '';
    throw new UserDataError(file, `it can't be read: ${systemWords(error)}${advice}`);
  }
}

async function* unpacked(name: string, packed: Chunks): Chunks {
  const head = await headOf(packed, 4);
  const whole = beginning(head, packed);
  const magic = head.toString('hex', 0, 4);
  const packing = magic.startsWith('1f8b') ? 'gzip' : /^(28b52ffd|5.2a4d18)$/.test(magic) ? 'zstd' : null;
  try {
    const plain = packing === 'gzip' ? gunzipped(whole) : packing === 'zstd' ? unzstd(whole) : whole;
    const first = await headOf(plain, HEAD);
    if (first.subarray(0, HEAD).includes(0))
      throw new UserDataError(
        name,
        'the file is binary or UTF-16; wiremark reads JSON in UTF-8 (iconv -f UTF-16 -t UTF-8 converts it), plain or packed with gzip or zstd',
      );
    yield* beginning(first, plain);
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    // zstd's error codes are numbers; those of zlib are words like Z_DATA_ERROR.
    if (typeof code !== 'number' && !String(code).startsWith('Z_')) throw error;
    throw new UserDataError(name, `the ${packing} file is damaged or cut off (${message}): pack it again`);
  }
}

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
  // The callback can ignore errors: reading the stream throws them, too.
  yield* pipeline(chunks, zlib.createGunzip({ chunkSize: CHUNK }), () => {});
}

/** Number of bytes to decompress at a time: few, because four bytes may become 128 KiB. */
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
