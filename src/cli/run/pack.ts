import { StoreError } from '../../store/error.ts';
import { packSamples } from '../../store/pack.ts';

/** Packs the samples of a run that has just ended, and says where they stay lines: that is no failure of the run. */
export async function packRun(folder: string): Promise<void> {
  const reason = await reasonAgainst(folder);
  if (reason !== null) process.stderr.write(`wiremark: the samples stay in samples.jsonl: ${reason}\n`);
}

async function reasonAgainst(folder: string): Promise<string | null> {
  try {
    const packing = await packSamples(folder);
    return packing.packed ? null : packing.reason;
  } catch (error) {
    // Somebody goes on with it already.
    if (error instanceof StoreError) return error.message;
    throw error;
  }
}
