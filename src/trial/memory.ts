import type { Figure } from '../plan/figure.ts';
import type { MemoryFigures } from '../store/record/record.ts';
import { type MemoryReply, type RunnerClient, RunnerFailure } from './client.ts';
import { nextOps, sliceOps } from './slice-length.ts';
import type { MeasuredRow } from './types.ts';

/** Minimum warm-up in ns, because optimized code may allocate less than code at the start. */
const WARM_UP_NS = 1_000_000_000;
const SLICE_NS = 100_000_000;
const COUNTED_NS = 500_000_000;

/**
 * Counts a row's allocations in an untimed process. A failure makes figures unknown and changes no verdict.
 * @throws the signal's reason
 */
export async function measureMemory(
  row: MeasuredRow,
  batch: number,
  signal?: AbortSignal,
): Promise<MemoryFigures> {
  let peakResident: Figure | null = null;
  let client: RunnerClient | null = null;
  try {
    client = await row.start();
    const { count: documents } = (await row.give(client, 'documents'))!;
    const nsPerOp = await warmUp(row, client, documents, batch);
    // Read before `memory`, because counting needs memory itself.
    peakResident = client.peakResident();
    const ops = sliceOps({ nsPerOp, sliceNs: COUNTED_NS, documents, batch });
    const { allocated, allocatedError, collections } = (await client.memory(ops)) ?? UNCOUNTED;
    const counts = [...collections].map(([name, figure]) => [name, scaled(figure, 1000, ops)] as const);
    return {
      ops,
      allocated: scaled(allocated, 1, ops),
      allocatedError,
      collections: Object.fromEntries(counts),
      peakResident,
    };
  } catch (error) {
    if (!(error instanceof RunnerFailure)) throw error;
    signal?.throwIfAborted();
    const allocated = { known: false, reason: error.message } as const;
    peakResident ??= allocated;
    return { ops: 0, allocated, allocatedError: null, collections: { collections: allocated }, peakResident };
  } finally {
    await client?.end();
  }
}

const UNCOUNTED: MemoryReply = {
  allocated: { known: false, reason: 'its runner counts no allocations' },
  allocatedError: null,
  collections: new Map([['collections', { known: false, reason: 'its runner counts none' }]]),
};

async function warmUp({ warmup }: MeasuredRow, client: RunnerClient, documents: number, batch: number) {
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

function scaled(figure: Figure, per: number, ops: number): Figure {
  return figure.known ? { known: true, value: (figure.value * per) / ops } : figure;
}
