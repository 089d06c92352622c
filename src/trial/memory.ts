/** The memory pass: what operations allocate, counted in a fresh process of its own and never where it is timed. */
import type { Figure } from '../plan/figure.ts';
import type { MemoryFigures } from '../store/record/record.ts';
import { type MemoryClient, type MemoryReply, RunnerFailure } from './client.ts';
import { nextOps, sliceOps } from './slice-length.ts';
import type { MeasuredContender, Rows } from './types.ts';

/** Shortest warm-up: compilers remove allocations while warming up. */
const WARM_UP_NS = 1_000_000_000;
const SLICE_NS = 100_000_000;
const COUNTED_NS = 500_000_000;

interface MemoryInput<C extends MeasuredContender> {
  readonly batch: number;
  readonly contenders: readonly C[];
  readonly rows: Rows<C, MemoryClient>;
  readonly signal?: AbortSignal;
  /** Takes each contender as its process is about to start. */
  readonly begins?: (contender: C) => void;
}

/**
 * Counts allocations of one contender after another. A failure makes its figures unknown and changes no verdict: the row has
 * been measured and verified before.
 *
 * @param report takes the figures of each contender (its index) as they come
 * @throws the signal's reason when interrupted, and what `start` throws that isn't RunnerFailure
 */
export async function measureMemory<C extends MeasuredContender>(
  input: MemoryInput<C>,
  report: (contender: number, figures: MemoryFigures) => void,
): Promise<void> {
  for (const contender of input.contenders) {
    input.signal?.throwIfAborted();
    input.begins?.(contender);
    report(contender.index, await figuresOf(input, contender));
  }
}

async function figuresOf<C extends MeasuredContender>(
  input: MemoryInput<C>,
  contender: C,
): Promise<MemoryFigures> {
  let peakResident: Figure | null = null;
  let client: MemoryClient | null = null;
  try {
    client = await input.rows.start(contender);
    const given = await input.rows.give(contender, client, 'documents');
    const documents = given!.count;
    const nsPerOp = await warmUp(input, documents, contender, client);
    // Before counting, which takes memory itself.
    peakResident = client.peakResident();
    const { batch } = input;
    const ops = sliceOps({ nsPerOp, sliceNs: COUNTED_NS, documents, batch });
    const counted = (await client.memory(ops)) ?? UNCOUNTED;
    return { ...perOperation(counted, ops), peakResident };
  } catch (error) {
    if (!(error instanceof RunnerFailure)) throw error;
    // A process that was ended by the interrupt didn't fail.
    input.signal?.throwIfAborted();
    const allocated = { known: false, reason: error.message } as const;
    const collections = { collections: allocated };
    peakResident ??= allocated;
    return { ops: 0, allocated, allocatedError: null, collections, peakResident };
  } finally {
    await client?.end();
  }
}

const UNCOUNTED: MemoryReply = {
  allocated: { known: false, reason: 'its runner counts no allocations' },
  allocatedError: null,
  collections: new Map([['collections', { known: false, reason: 'its runner counts none' }]]),
};

/** @returns time of one operation of the last slice, in ns */
async function warmUp<C extends MeasuredContender>(
  { batch }: MemoryInput<C>,
  documents: number,
  { warmup }: C,
  client: MemoryClient,
): Promise<number> {
  const most = Math.max(WARM_UP_NS, warmup.minimum * 1e6);
  let ops = batch;
  for (let spent = 0, passed = 0; ; ) {
    const { ns, elapsedNs } = await client.slice(ops, 0);
    spent += ns;
    passed += elapsedNs;
    if (spent >= most || passed >= 2 * most) return ns / ops;
    ops = nextOps(ops, elapsedNs, { nsPerOp: ns / ops, sliceNs: SLICE_NS, documents, batch });
  }
}

function perOperation({ allocated, allocatedError, collections }: MemoryReply, ops: number) {
  const counts = [...collections].map(([name, figure]) => [name, scaled(figure, 1000, ops)] as const);
  return {
    ops,
    allocated: scaled(allocated, 1, ops),
    allocatedError,
    collections: Object.fromEntries(counts),
  };
}

/** Scales a figure of `ops` operations to `per` operations. */
function scaled(figure: Figure, per: number, ops: number): Figure {
  return figure.known ? { known: true, value: (figure.value * per) / ops } : figure;
}
