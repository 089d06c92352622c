/**
 * `memory` of docs/PROTOCOL.md: what operations allocate, and how often V8 collects meanwhile. Nothing here is timed, and
 * the operations are run some three times: twice to count, once or less to sample.
 *
 * The count is V8's own: how much the heap and the memory outside it (buffers) grew between collections, as V8 says at
 * the beginning and the end of each. It is right to a few kilobytes in all but for one thing: young objects lie on pages,
 * and where one no longer fits, the rest of the page is lost and counts as allocated. That is next to nothing for small
 * objects, but 28 % for strings of 90 kB. So V8's sampling heap profiler goes over operations again: it knows the objects'
 * own sizes, but only of samples, which is poor for small objects. The figure is that one whose error is smaller.
 */
import v8 from 'node:v8';

const { Session } = process.features.inspector ? process.getBuiltinModule('node:inspector') : {};
const { GCProfiler, getHeapStatistics, setFlagsFromString } = v8;

/** Bytes of a page of V8's young generation. */
const PAGE = 256 * 1024;
/** Mean distance of samples in bytes; the profile holds all samples, so that their number must have an end. */
const INTERVAL = 512;
const SAMPLES = 16_384;
/**
 * Bytes that the measurement itself and what V8 compiles meanwhile may take in all. With operations that are known, it was
 * below 41,000 in all passes but one, on a machine under load: that had 193,000, and is why there are two.
 */
const OWN = 65_536;
/** And what old collections may add: with one or two of them, both passes had up to 175,000 on a busy machine. */
const OLD = 131_072;
/** How many operations come before those that count, so that compilers have done most of their own allocating. */
const WARMUP = 2_000;

/** @type {Record<string, string>} V8's kinds of collections → its names of the generations; other kinds are steps of these */
const GENERATIONS = {
  Scavenge: 'young',
  MinorMarkCompact: 'young',
  MinorMarkSweep: 'young',
  MarkSweepCompact: 'old',
};

/**
 * @param {import('./trial.mjs').Trial} trial
 * @param {number} ops
 * @returns {[key: string, value: string][]} lines of the reply
 */
export function measureMemory(trial, ops) {
  // Buffers that a collection found dead are else given back at some time after it, which would pass for less growth.
  setFlagsFromString('--no-concurrent-array-buffer-sweeping');
  trial.slice(Math.min(ops, WARMUP), 0);
  // Whatever goes wrong makes it more, like code that is compiled just then.
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
 * Memory grows by what is allocated, and shrinks only within collections.
 * @returns {{ heap: number, outside: number, collections: Map<string, number> }} bytes on the heap and outside it
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
 * @param {number} expected bytes that `ops` operations allocate on the heap, roughly
 * @returns {{ bytes: number, error: number, pageShare: number } | null} bytes of `ops` operations, how far off
 *   they may be (two standard errors and OWN), and which share of each page is lost at its end; null where there is no profiler
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
 * An object of s bytes is sampled with p = 1 − e^(−s/interval) and then counts s/p, so that the sum has the variance
 * Σ (1 − p)(s/p)² over the samples. The profile tells s/p rounded to a multiple of s: only from 2.2 intervals on that is
 * s itself, and below p is taken for 0.
 */
function varianceOf(samples, interval) {
  return samples.reduce((sum, { size }) => {
    const missed = size > 2.2 * interval ? Math.exp(-size / interval) : 1;
    return sum + missed * size * size;
  }, 0);
}

/**
 * The end of a page falls into one object, and each byte is as likely to be there, so that the size of that object is on
 * average Σ s² / Σ s; at most so much is lost, for objects of equal size. Those that need more than half a page have pages
 * of their own and lose nothing.
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
  // Answers of one's own process come before `post` returns.
  return (method, parameters) => {
    let answer;
    session.post(method, parameters, (error, result) => {
      if (error) throw new Error(`${method}: ${error.message}`);
      answer = result;
    });
    return answer;
  };
}
