/** Are the checksums that a runner told what they should be, and if not, how did it come to them? */
import { giveWay } from '../dataset/give-way.ts';
import { RunnerFailure, type ToldSlice } from '../runner/client.ts';
import type { Mistake, SliceSums } from './sums.ts';

/** What the process can be asked that told them. */
export interface Witness {
  /** The checksum of a slice of one operation. */
  one(seed: number): Promise<bigint>;
  /** Whether outputs differ from call to call, and how; null if they don't. */
  again(): Promise<string | null>;
}

interface Slice extends ToldSlice {
  /** Number of its first operation. */
  readonly from: number;
  readonly expected: bigint;
}

/** Slices of one operation that are asked for, once a sum is wrong, to find an operation that is. */
const PROBES = 64;

/**
 * What is wrong with the checksums of a process's slices, told in their order; null if nothing is. They take long to
 * compute: they are looked at when nothing is timed any more.
 */
export async function wrongChecksum(
  told: readonly ToldSlice[],
  sums: SliceSums,
  witness?: Witness,
): Promise<string | null> {
  const slices: Slice[] = [];
  const take = async (one: ToldSlice) => {
    await giveWay();
    const last = slices.at(-1);
    const from = last === undefined ? 0 : last.from + last.ops;
    slices.push({ ...one, from, expected: BigInt(sums.sum(from, one.ops, one.seed)) });
    return !isRight(slices.at(-1)!);
  };
  for (const one of told) await take(one);
  const first = slices.find((slice) => !isRight(slice));
  if (first === undefined) return null;
  let probes = 0;
  const probe = async (witness: Witness) => {
    for (; probes < PROBES; probes++) {
      const seed = (probes * 2654435769) % 2 ** 32;
      if (await take({ ops: 1, seed, checksum: await witness.one(seed) })) return;
    }
  };
  if (witness && first.ops > 1) await unlessFailing(() => probe(witness));
  const single = slices.find((slice) => slice.ops === 1 && !isRight(slice));
  const alone = single || probes === 0 ? '' : `; ${probes} slices of one operation are right`;
  const evidence = evidenceOf(single ?? first, sums) + alone;
  const found = await mistakesOf(slices, sums);
  if (found.length > 0) return `checksums of a runner that ${found.join(', or ')}: ${evidence}`;
  const varies = witness && (await unlessFailing(() => witness.again()));
  if (varies) return `${varies}: ${evidence}`;
  return `what was timed isn't what was verified: ${evidence}`;
}

function isRight({ checksum, expected }: Slice): boolean {
  return checksum === expected;
}

/** A row is judged by its slices, whatever becomes of its process afterwards. */
async function unlessFailing<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RunnerFailure) return null;
    throw error;
  }
}

function evidenceOf({ from, ops, seed, checksum, expected }: Slice, sums: SliceSums): string {
  const which = ops === 1 ? `operation ${from}` : `operations ${from} to ${from + ops - 1}`;
  const gave = `${which} (seed ${seed}) gave ${checksum}, expected`;
  const [addend, next] = sums.spell(from, Math.min(ops, 2), seed);
  return ops === 1 ? `${gave} ${addend}` : `${gave} ${expected}, which begins with ${addend}, then ${next}`;
}

/** What the mistakes are, one of which explains every slice to the last digit; none where little is to be explained. */
async function mistakesOf(slices: readonly Slice[], sums: SliceSums): Promise<string[]> {
  const wrong = slices.filter((slice) => !isRight(slice));
  if (wrong.reduce((ops, slice) => ops + slice.ops, 0) < 2) return [];
  // What fits nothing should be out before the longest are summed.
  const telling = [...new Set([wrong[0]!, ...slices.toSorted((a, b) => a.ops - b.ops)])];
  const found: string[] = [];
  for (const mistakes of [derived(wrong, sums), sums.mistakes()]) {
    for (const { does, sum } of mistakes) {
      await giveWay();
      if (telling.every(({ from, ops, seed, checksum }) => BigInt(sum(from, ops, seed)) === checksum))
        found.push(does);
    }
  }
  return found;
}

/** Mistakes that any sums may have. What has a number of its own takes a second wrong slice to be believed. */
function* derived([first, second]: readonly Slice[], sums: SliceSums): Iterable<Mistake> {
  const { from, ops, seed, checksum, expected } = first!;
  const cut: Mistake['sum'] = (...slice) => BigInt.asUintN(32, BigInt(sums.sum(...slice)));
  yield { does: 'cuts sums to 32 bits', sum: cut };
  if (second === undefined) return;
  const each = checksum / BigInt(ops);
  yield { does: `adds ${each} for each operation, whatever comes out`, sum: (_, n) => BigInt(n) * each };
  const difference = checksum - expected;
  for (const [kind, count] of sums.kinds(from, ops, seed)) {
    const extra = difference / BigInt(count);
    const words = extra > 0n ? `${extra} too much` : `${-extra} too little`;
    const more = (...slice: Parameters<Mistake['sum']>) =>
      BigInt(sums.kinds(...slice).get(kind) ?? 0) * extra;
    const sum: Mistake['sum'] = (...slice) => BigInt(sums.sum(...slice)) + more(...slice);
    if (extra !== 0n) yield { does: `adds ${words} for each ${kind}`, sum };
  }
}
