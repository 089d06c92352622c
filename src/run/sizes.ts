import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Sizes } from '../store/record/record.ts';

/** The defaults of gzip and zstd, and the brotli quality that servers use for dynamic content. */
export const LEVELS = { gzip: 6, zstd: 3, brotli: 5 } as const;

/** Limit for a document: compressing half a gigabyte takes all memory. */
const LONGEST = 64 * 2 ** 20;

/** Bytes to compress: more hardly change the ratio, and brotli is slow. */
const WORK = 8 * 2 ** 20;

/** Pages of 64 KiB that the module starts with. */
const WASM_PAGES = 256;

type Compressor = Exclude<keyof Sizes, 'raw'>;

interface Codec {
  compress(bytes: Uint8Array): Promise<Uint8Array>;
  decompress(bytes: Uint8Array): Promise<Uint8Array>;
}

/**
 * Mean bytes of a document as it is, and compressed by itself with gzip, zstd and brotli (`LEVELS`).
 *
 * Every compressed output is decompressed and compared before it counts. Of more than 8 MB, documents spread evenly over
 * the whole are compressed, always the same ones; the mean compressed size is then the mean size times their ratio.
 *
 * @param documents what a serializer put out, at least one
 * @param work bytes to compress at most; a single document may have more
 * @throws Error when a compressor doesn't give back what it was given
 */
export async function measureSizes(documents: readonly Uint8Array[], work = WORK): Promise<Sizes> {
  if (documents.length === 0) throw new RangeError('no documents');
  const total = bytesOf(documents);
  const count = Math.max(1, Math.floor((documents.length * work) / Math.max(total, work)));
  // At even distances, the first among them.
  const sample = Array.from({ length: count }, (_, i) =>
    documents[Math.floor((i * documents.length) / count)]!.subarray(0, LONGEST),
  );
  const raw = total / documents.length;
  const ratio = async (name: Compressor, codec: Codec) => {
    const compressed = await compressedBytes(name, codec, sample);
    const plain = bytesOf(sample);
    // Empty documents have no ratio, but a size: compressed they are all header.
    return plain === 0 ? compressed / sample.length : (raw * compressed) / plain;
  };
  return {
    raw,
    gzip: await ratio('gzip', gzip),
    zstd: await ratio('zstd', await loadZstd()),
    brotli: await ratio('brotli', brotli),
  };
}

/** Bytes of the documents, each compressed by itself. Exported for a test with a wrong codec. */
export async function compressedBytes(
  name: string,
  codec: Codec,
  documents: readonly Uint8Array[],
): Promise<number> {
  let bytes = 0;
  for (const [i, document] of documents.entries()) {
    const compressed = await codec.compress(document);
    const back = await codec.decompress(compressed);
    if (Buffer.compare(back, document) !== 0)
      throw new Error(`${name} gives back something else than it was given (document ${i} of the sample)`);
    bytes += compressed.length;
  }
  return bytes;
}

function bytesOf(documents: readonly Uint8Array[]): number {
  return documents.reduce((sum, document) => sum + document.length, 0);
}

const gzip: Codec = {
  compress: (bytes) =>
    promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gzip)(bytes, { level: LEVELS.gzip }),
  decompress: promisify<zlib.InputType, Buffer>(zlib.gunzip),
};

const brotli: Codec = {
  compress: (bytes) =>
    promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)(bytes, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: LEVELS.brotli,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  decompress: promisify<zlib.InputType, Buffer>(zlib.brotliDecompress),
};

/** Loads a WebAssembly module of some hundred kilobytes. */
async function loadZstd(): Promise<Codec> {
  const { Zstd } = await import('@hpcc-js/wasm-zstd');
  // With too little memory, the module prints lines of its own: the system is asked first.
  new WebAssembly.Memory({ initial: WASM_PAGES });
  const zstd = await Zstd.load();
  return {
    compress: async (bytes) => zstd.compress(bytes, LEVELS.zstd),
    decompress: async (bytes) => zstd.decompress(bytes),
  };
}
