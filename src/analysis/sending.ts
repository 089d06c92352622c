/** Time to write, compress and send a document, or to receive, decompress and read it. */
import type { AnalyzedCase } from './analyze.ts';
import { answeringRows } from './answer.ts';
import { documentSize, type RankedRow } from './rows.ts';

/** Keys of `Sizes`: bytes, and the times to compress and to decompress them. */
const WAYS = {
  uncompressed: ['raw', null, null],
  'with gzip': ['gzip', 'gzipNs', 'gunzipNs'],
  'with zstd': ['zstd', 'zstdNs', 'unzstdNs'],
  'with brotli': ['brotli', 'brotliNs', 'unbrotliNs'],
} as const;

interface Sent {
  readonly row: RankedRow;
  readonly way: keyof typeof WAYS;
  readonly bytes: number;
  /** Time to write and send a document, or to receive and read it. */
  readonly ns: number;
}

/** All ways of all answering rows, the quickest first; empty if a figure is unknown. @param nsPerByte 80 for 100 Mbit/s */
export function sentWays(one: AnalyzedCase, nsPerByte: number): Sent[] {
  const reads = one.task !== 'serialize';
  const ways = answeringRows(one).rows.flatMap((row) =>
    Object.entries(WAYS).map(([way, [as, packs, unpacks]]) => {
      const by = reads ? unpacks : packs;
      const bytes = documentSize(row, one, as) ?? Number.NaN;
      const packing = by === null ? 0 : (documentSize(row, one, by) ?? Number.NaN);
      return { row, way: way as Sent['way'], bytes, ns: row.nsPerOp.estimate + packing + nsPerByte * bytes };
    }),
  );
  return ways.some(({ ns }) => Number.isNaN(ns)) ? [] : ways.sort((a, b) => a.ns - b.ns);
}
