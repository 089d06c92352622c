import type { Sizes } from '../store/record/record.ts';
import { answeringRows } from './answer.ts';
import { type AnsweredCase, BOTH } from './both.ts';

/** Ways to send a document, each with the keys of `Sizes` for its bytes, the time to compress it and the time to decompress it. */
const WAYS = {
  uncompressed: ['raw', null, null],
  'with gzip': ['gzip', 'gzipNs', 'gunzipNs'],
  'with zstd': ['zstd', 'zstdNs', 'unzstdNs'],
  'with brotli': ['brotli', 'brotliNs', 'unbrotliNs'],
} as const;

/** Time in ns that bytes take on a link. @param link speed in Mbit/s */
export function linkTime(bytes: number, link: number): number {
  return (bytes * 8000) / link;
}

/**
 * For each library and compression, the time to write, compress and send a document, to receive, decompress and read it, or for
 * all of this (task `BOTH`); fastest first. Empty if a figure is unknown.
 * @param link speed in Mbit/s
 */
export function sentWays(one: AnsweredCase, link: number) {
  const writes = ['serialize', 'to-tree', BOTH].includes(one.task);
  const reads = !writes || one.task === BOTH;
  const ways = answeringRows(one).rows.flatMap((row) =>
    Object.entries(WAYS).map(([way, [as, packs, unpacks]]) => {
      const figure = (key: keyof Sizes | null) => (key === null ? 0 : (row.sizes?.[key] ?? Number.NaN));
      const bytes = figure(as);
      const packing = (writes ? figure(packs) : 0) + (reads ? figure(unpacks) : 0);
      const ns = row.nsPerOp.estimate + packing + linkTime(bytes, link);
      return { row, way: way as keyof typeof WAYS, bytes, ns };
    }),
  );
  return ways.some(({ ns }) => Number.isNaN(ns)) ? [] : ways.sort((a, b) => a.ns - b.ns);
}
