import { availableParallelism } from 'node:os';
import type { Sample } from '../store/record/record.ts';
import { RunnerFailure } from './client.ts';
import { Trial } from './trial.ts';
import type { MeasuredRow } from './types.ts';

/** Number of pairs of slices. If typed and plain objects take equally long, plain ones win all 6 with probability 1/64. */
const PAIRS = 6;

/**
 * Times a row with typed and with plain objects in turn, in ns per operation; null if one of the two fails.
 * @param rows the row with typed objects, then the row with plain objects
 */
export async function timeConversion(rows: readonly MeasuredRow[], batch: number, signal: AbortSignal) {
  const trials: Trial[] = [];
  const times = rows.map((): number[] => []);
  const procedure = { blocks: PAIRS, sliceNs: 30_000_000, warmup: 500 };
  const place = { case: 0, batch, cores: availableParallelism(), seed: 0, round: 0, group: 0, procedure };
  try {
    for (const [kind, row] of rows.entries()) {
      const sample = ({ phase, ops, ns, waitNs }: Sample) =>
        phase === 'block' && times[kind]!.push((ns - (waitNs ?? 0)) / ops);
      const trial = new Trial({ ...place, row, sample, signal }, await row.start());
      trials.push(trial);
      await trial.first();
      await trial.verify();
      await trial.warmUp();
    }
    for (let pair = 0; pair < PAIRS; pair++) for (const trial of trials) await trial.block(pair);
    for (const trial of trials) await trial.endBlocks();
    return { typed: times[0]!, plain: times[1]! };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RunnerFailure) return null;
    throw error;
  } finally {
    for (const trial of trials) await trial.end();
  }
}
