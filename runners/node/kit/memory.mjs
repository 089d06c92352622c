/**
 * Measures the bytes that operations allocate, and counts V8's collections meanwhile (`memory` in docs/PROTOCOL.md).
 * Nothing here is timed. After a warm-up, the operations run about three times: twice to count, once or less to sample.
 *
 * Counting adds up the growth of the heap and of the memory outside it (buffers) between collections, as V8 reports it
 * at the start and end of each. The sum is accurate to 64 KiB (OWN), except for unused space: if a young object doesn't
 * fit on a page, the rest of the page counts as allocated. That is negligible for small objects, but adds 43 % for strings
 * of 90 kB, of which two fit on a page (in Node 20). Sampling with V8's heap profiler uses the objects' own sizes, but is
 * inaccurate for small objects. Of the two figures for the heap, the one with the smaller error is reported.
 */
import v8 from 'node:v8';

const { Session } = process.features.inspector ? process.getBuiltinModule('node:inspector') : {};
const { GCProfiler, getHeapStatistics, setFlagsFromString } = v8;

/** Bytes of a page of V8's young generation. */
const PAGE = 256 * 1024;
/** Smallest sampling interval: the mean distance between the heap profiler's samples, in allocated bytes. */
const INTERVAL = 512;
const SAMPLES = 16_384;
/**
 * Assumed maximum of bytes that the measurement itself and V8's compilers allocate in a pass. In tests with operations
 * whose bytes were known, a pass counted less than 41,000 bytes too many, except one with 193,000 on a busy machine; hence
 * two passes.
 */
const OWN = 65_536;
/**
 * Bytes to add to the error, besides OWN, if V8 collected the old generation: with one or two such collections on a busy machine,
 * both passes counted up to 175,000 bytes too many, which the sum of OWN and OLD covers.
 */
const OLD = 131_072;
/** Maximum number of warm-up operations. In them, compilers do most of their own allocations, which must not be counted. */
const WARMUP = 2_000;

/** @type {Record<string, string>} V8's collection type → generation; its other types are steps of these collections */
const GENERATIONS = {
  Scavenge: 'young',
  MinorMarkCompact: 'young',
  MinorMarkSweep: 'young',
  MarkSweepCompact: 'old',
};

/**
 * @param {import('./trial.mjs').Trial} trial
 * @param {number} ops
 * @returns {[key: string, value: string][]}
 */
export function measureMemory(trial, ops) {
  // By default V8 frees dead buffers some time after the collection, which would look like less growth.
  setFlagsFromString('--no-concurrent-array-buffer-sweeping');
  trial.slice(Math.min(ops, WARMUP), 0);
  // The lower count is right: disturbances, such as compilation, only add.
  const counts = [countAllocations(trial, ops), countAllocations(trial, ops)];
  const [counted] = counts.sort((a, b) => a.heap - b.heap);
  const lines = ops === 0 ? [] : allocationLines(trial, ops, counted);
  for (const [name, count] of counted.collections) lines.push(['collections', `${name} ${count}`]);
  lines.push(['memory', String(ops)]);
  return lines;
}

function allocationLines(trial, ops, counted) {
  const sampled = sampleAllocations(trial, ops, counted.heap);
  if (sampled === null) return [['unknown', 'allocated this Node.js was built without its inspector']];
  const old = counted.collections.get('old') > 0 ? OLD : 0;
  const countedError = counted.heap * sampled.pageShare + OWN + old;
  const heap = countedError <= sampled.error ? { bytes: counted.heap, error: countedError } : sampled;
  const bytes = Math.max(0, Math.round(heap.bytes + counted.outside));
  const lines = [['allocated', String(bytes)]];
  if (bytes > 0) lines.push(['allocated-error', Math.min(1, heap.error / bytes).toFixed(6)]);
  return lines;
}

/**
 * Counts allocated bytes as growth between collections: memory shrinks only within them.
 * @returns {{ heap: number, outside: number, collections: Map<string, number> }} `collections` by generation
 */
function countAllocations(trial, ops) {
  const profiler = new GCProfiler();
  profiler.start();
  const before = getHeapStatistics();
  trial.slice(ops, 0);
  const after = getHeapStatistics();
  const { statistics } = profiler.stop();
  let heap = after.used_heap_size - before.used_heap_size;
  let outside = after.external_memory - before.external_memory;
  const collections = new Map(Object.values(GENERATIONS).map((name) => [name, 0]));
  for (const { gcType, beforeGC, afterGC } of statistics) {
    heap += beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize;
    outside += beforeGC.heapStatistics.externalMemory - afterGC.heapStatistics.externalMemory;
    const name = GENERATIONS[gcType];
    if (name !== undefined) collections.set(name, collections.get(name) + 1);
  }
  return { heap, outside, collections };
}

/**
 * @param {number} expected approximate number of bytes that `ops` operations allocate
 * @returns {{ bytes: number, error: number, pageShare: number } | null} bytes of `ops` operations, their error (two
 *   standard errors plus OWN, scaled to `ops`), and the maximum share of a page lost at its end; null if Node has no
 *   inspector
 */
function sampleAllocations(trial, ops, expected) {
  const session = inspectorSession();
  if (session === null) return null;
  const part = Math.min(ops, Math.ceil((INTERVAL * SAMPLES * ops) / Math.max(1, expected)));
  const rounds = Math.ceil(part / trial.documents);
  const sampledOps = Math.min(ops, rounds * trial.documents);
  const interval = Math.max(INTERVAL, Math.ceil(((expected / ops) * sampledOps) / SAMPLES));
  session('HeapProfiler.startSampling', {
    samplingInterval: interval,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  trial.slice(sampledOps, 0);
  const { profile } = session('HeapProfiler.stopSampling');
  const scale = ops / sampledOps;
  return {
    bytes: sizeOf(profile.head) * scale,
    error: (2 * Math.sqrt(varianceOf(profile.samples, interval)) + OWN) * scale,
    pageShare: pageShareOf(profile.samples),
  };
}

function sizeOf(node) {
  return node.children.reduce((sum, child) => sum + sizeOf(child), node.selfSize);
}

/**
 * Variance of the sampled sum, Σ (1 − p)(s/p)²: an object of s bytes is sampled with probability p = 1 − e^(−s/interval)
 * and then counts as s/p, which the profile rounds to a multiple of s and reports as `size`. A `size` above 2.2 intervals is
 * surely s itself. A smaller one may be a multiple of s, so 1 − p is taken as 1, which can only overestimate.
 */
function varianceOf(samples, interval) {
  return samples.reduce((sum, { size }) => {
    const missed = size > 2.2 * interval ? Math.exp(-size / interval) : 1;
    return sum + missed * size * size;
  }, 0);
}

/**
 * Maximum share of a page lost at its end. The end falls into an object of mean size Σ s² / Σ s, since it is equally
 * likely at each byte; at most that object's size is lost. Objects above half a page have their own pages and lose nothing.
 */
function pageShareOf(samples) {
  const bytes = samples.reduce((sum, { size }) => sum + size, 0);
  const squares = samples.reduce((sum, { size }) => sum + (size > PAGE / 2 ? 0 : size * size), 0);
  return bytes === 0 ? 0 : squares / bytes / PAGE;
}

function inspectorSession() {
  if (Session === undefined) return null;
  const session = new Session();
  session.connect();
  return (method, parameters) => {
    let answer;
    session.post(method, parameters, (error, result) => {
      if (error) throw new Error(`${method}: ${error.message}`);
      answer = result;
    });
    return answer;
  };
}
