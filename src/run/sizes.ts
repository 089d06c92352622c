import zlib, { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import type { Sizes } from '../store/record/record.ts';

/** Compression levels: the defaults of gzip and zstd. For brotli, 5, because its default, 11, is slow. */
export const LEVELS = { gzip: 6, zstd: 3, brotli: 5 } as const;

/** Maximum number of bytes of a document that are compressed: half a gigabyte would take all memory. */
const LONGEST = 64 * 2 ** 20;

/** Approximate number of bytes compressed to estimate compression ratios. More would hardly change them, and brotli is slow. */
const WORK = 8 * 2 ** 20;

interface Codec {
  compress(bytes: Uint8Array): Uint8Array;
  decompress(bytes: Uint8Array): Uint8Array;
}

/**
 * Mean size of a document in bytes, uncompressed and with each document compressed by itself. If all documents together exceed
 * `work` bytes, the compression ratio is that of an evenly spread sample.
 */
export async function measureSizes(documents: readonly Uint8Array[], work = WORK): Promise<Sizes> {
  const sample = spread(documents, work);
  const raw = bytesOf(documents) / documents.length;
  const size = (name: string, codec: Codec) => {
    const compressed = compressedBytes(name, codec, sample);
    const plain = bytesOf(sample);
    // Empty documents have no compression ratio. Their compressed size is that of the header.
    return plain === 0 ? compressed / sample.length : (raw * compressed) / plain;
  };
  return {
    raw,
    gzip: size('gzip', gzip),
    zstd: size('zstd', await loadZstd()),
    brotli: size('brotli', brotli),
  };
}

/** Selects evenly spread documents of about `work` bytes together, at least one; each is cut to LONGEST. */
export function spread(documents: readonly Uint8Array[], work = TIMED_BYTES): Uint8Array[] {
  const count = Math.max(1, Math.floor((documents.length * work) / Math.max(bytesOf(documents), work)));
  return Array.from({ length: count }, (_, i) =>
    documents[Math.floor((i * documents.length) / count)]!.subarray(0, LONGEST),
  );
}

const TIMED_BYTES = 2 ** 18;
const TIMED_MS = 10;

/** Returns the times to compress and to decompress a document, in ns. If Node.js has no zstd, a WebAssembly module is timed. */
export async function timeCompression(documents: readonly Uint8Array[]): Promise<Partial<Sizes>> {
  const { zstdCompressSync: compress, zstdDecompressSync: decompress } = zlib as unknown as Record<
    string,
    Codec['compress'] | undefined
  >;
  const zstd = compress && decompress ? { compress, decompress } : await loadZstd();
  const sample = spread(documents);
  const pass = (work: (bytes: Uint8Array) => void, all: readonly Uint8Array[]) => {
    const times: number[] = [];
    for (const end = performance.now() + TIMED_MS; times.length < 3 || performance.now() < end; ) {
      const begin = performance.now();
      for (const bytes of all) work(bytes);
      times.push(((performance.now() - begin) * 1e6) / all.length);
    }
    // The shortest: other programs can only lengthen a pass.
    return Math.min(...times);
  };
  const both = (codec: Codec) =>
    [pass(codec.compress, sample), pass(codec.decompress, sample.map(codec.compress))] as const;
  const [gzipNs, gunzipNs] = both(gzip);
  const [zstdNs, unzstdNs] = both(zstd);
  const [brotliNs, unbrotliNs] = both(brotli);
  return { gzipNs, gunzipNs, zstdNs, unzstdNs, brotliNs, unbrotliNs };
}

export function compressedBytes(name: string, codec: Codec, documents: readonly Uint8Array[]): number {
  let bytes = 0;
  for (const [i, document] of documents.entries()) {
    const compressed = codec.compress(document);
    if (Buffer.compare(codec.decompress(compressed), document) !== 0)
      throw new Error(`${name} doesn't return its input (document ${i} of the sample)`);
    bytes += compressed.length;
  }
  return bytes;
}

function bytesOf(documents: readonly Uint8Array[]): number {
  return documents.reduce((sum, document) => sum + document.length, 0);
}

const gzip: Codec = { compress: (bytes) => gzipSync(bytes, { level: LEVELS.gzip }), decompress: gunzipSync };

const brotli: Codec = {
  compress(bytes) {
    const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: size } = constants;
    return brotliCompressSync(bytes, { params: { [quality]: LEVELS.brotli, [size]: bytes.length } });
  },
  decompress: brotliDecompressSync,
};

async function loadZstd(): Promise<Codec> {
  const { Zstd } = await import('@hpcc-js/wasm-zstd');
  // Throws if 256 pages of memory are unavailable: zstd's module, which needs them, would only print an error.
  new WebAssembly.Memory({ initial: 256 });
  const zstd = await Zstd.load();
  return {
    compress: (bytes) => zstd.compress(bytes, LEVELS.zstd),
    decompress: (bytes) => zstd.decompress(bytes),
  };
}
