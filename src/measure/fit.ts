/** How many processes may be alive at once. */
import type { MeasuredContender } from './types.ts';

/** However much memory there is: idle processes cost the scheduler little, but not nothing. */
const MOST_PROCESSES = 24;

/** Share of the available memory that is used; the rest is for the system's cache and for what others start. */
const USED_SHARE = 0.8;

const MIB = 2 ** 20;

/** What a process takes besides the heap that its flags allow: code, threads, compilers, buffers. */
const BESIDE_HEAP = { share: 0.25, bytes: 128 * MIB };

/** What a process is taken for whose command doesn't say how large its heap may get. */
const UNTOLD_BYTES = 512 * MIB;

/**
 * Most processes of these contenders that fit into memory at once: as many as of the largest, by what its command
 * allows it and not by what it happens to use, for a process that swaps spoils a round without a word.
 *
 * @param available bytes that new processes may take
 * @returns at least 2, since there is nothing to compare with less
 */
export function processesThatFit(
  contenders: readonly Pick<MeasuredContender, 'start'>[],
  available: number,
): number {
  const largest = Math.max(...contenders.map(({ start = [] }) => mostResident(start)));
  return Math.min(MOST_PROCESSES, Math.max(2, Math.floor((available * USED_SHARE) / largest)));
}

/** Bytes that a process may take, by the flags of a JVM (`-Xmx1g`) or of Node (`--max-old-space-size=512`). */
export function mostResident(command: readonly string[]): number {
  const heaps = command.flatMap((word) => heapOf(word) ?? []);
  const heap = heaps.at(-1);
  return heap === undefined ? UNTOLD_BYTES : heap * (1 + BESIDE_HEAP.share) + BESIDE_HEAP.bytes;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 2 ** 10, m: MIB, g: 2 ** 30 };

function heapOf(word: string): number | null {
  const jvm = /^-Xmx(\d+)([kmg]?)$/i.exec(word);
  if (jvm) return Number(jvm[1]) * UNITS[jvm[2]!.toLowerCase()]!;
  const node = /^--max[-_]old[-_]space[-_]size=(\d+)$/.exec(word);
  return node ? Number(node[1]) * MIB : null;
}
