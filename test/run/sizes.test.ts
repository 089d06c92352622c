import assert from 'node:assert/strict';
import { test } from 'node:test';
import zlib from 'node:zlib';
import { compressedBytes, LEVELS, measureSizes, timeCompression } from '../../src/run/sizes.ts';
import { Random } from '../../src/stats/random.ts';

const text = (length: number, seed: number) => {
  const random = new Random(seed);
  return Buffer.from(Array.from({ length }, () => 'etaoin shrdlu'[random.below(13)]).join(''));
};

test('mean sizes of documents, each compressed by itself', async () => {
  const documents = [text(1000, 1), text(3000, 2)];
  const sizes = await measureSizes(documents);
  assert.equal(sizes.raw, 2000);
  const gzipped = documents.map((document) => zlib.gzipSync(document, { level: LEVELS.gzip }).length);
  assert.ok(Math.abs(sizes.gzip - (gzipped[0]! + gzipped[1]!) / 2) < 1e-9);
  for (const size of [sizes.gzip, sizes.zstd, sizes.brotli]) assert.ok(size > 500 && size < 1500, `${size}`);
});

test('times of compression are of a document, in nanoseconds', async () => {
  const [small, large] = await Promise.all(
    [1000, 200_000].map((length) => timeCompression([text(length, 1)])),
  );
  for (const key of ['gzipNs', 'gunzipNs', 'zstdNs', 'unzstdNs', 'brotliNs', 'unbrotliNs'] as const)
    assert.ok(small![key]! > 0 && small![key]! < large![key]!, key);
});

test('repetitive documents compress, noise does not', async () => {
  const repeated = await measureSizes([Buffer.alloc(10_000, 'abc')]);
  assert.ok(repeated.gzip < 100 && repeated.zstd < 100 && repeated.brotli < 100);
  const random = new Random(5);
  const noise = await measureSizes([Buffer.from(Array.from({ length: 10_000 }, () => random.below(256)))]);
  // The case that this guards against: 10 bytes for 33 kB of random data, from a stream that was not finished.
  for (const size of [noise.gzip, noise.zstd, noise.brotli]) assert.ok(size > 10_000);
});

test('for much data, the raw mean is that of all documents, and the ratio that of an evenly spread sample', async () => {
  const length = 2 ** 12;
  const random = text(length, 1);
  const documents = [...Array(160).fill(Buffer.alloc(length)), ...Array(160).fill(random)];
  const sizes = await measureSizes(documents, 64 * length);
  assert.equal(sizes.raw, length);
  // Half of the sample is zeros, which compress to next to nothing.
  const ofText = zlib.gzipSync(random, { level: LEVELS.gzip }).length;
  assert.ok(sizes.gzip > ofText * 0.5 && sizes.gzip < ofText * 0.52, `${sizes.gzip} of ${ofText}`);
  assert.deepEqual(await measureSizes(documents, 64 * length), sizes, 'the same each time');
});

test('a compressor that does not return its input has no size', () => {
  const cut = {
    compress: (bytes: Uint8Array) => bytes.subarray(0, 10),
    decompress: (bytes: Uint8Array) => bytes,
  };
  assert.throws(() => compressedBytes('cut', cut, [text(8, 1), text(100, 1)]), /cut .*document 1/);
  assert.equal(compressedBytes('cut', cut, [text(8, 1)]), 8);
});

test('empty documents have a size', async () => {
  const sizes = await measureSizes([new Uint8Array(0)]);
  assert.equal(sizes.raw, 0);
  assert.equal(sizes.gzip, zlib.gzipSync('').length);
});
