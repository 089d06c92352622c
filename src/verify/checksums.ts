/** Are the checksums that a runner told what they should be, and if not, how did it come to them? */
import { giveWay } from '../dataset/give-way.ts';
import type { PreparedDataset } from '../dataset/prepare.ts';
import type { Format, Limit } from '../define/types.ts';
import { codecs } from '../format/index.ts';
import { RunnerFailure, type ToldSlice } from '../runner/client.ts';
import type { Value } from '../schema/value.ts';
import type { SliceSums } from './sums.ts';

/** What the process can be asked that told them. @throws RunnerFailure */
export interface Witness {
  /** The checksum of a slice of one operation. */
  one(seed: number): Promise<bigint>;
  /** Whether outputs differ from call to call, and how; null if they don't. */
  again(): Promise<string | null>;
  /** Whether sums are told without what adds to them, which tells of texts and numbers. */
  readonly redact?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Slice extends ToldSlice {
  /** Number of its first operation. */
  readonly from: number;
  readonly expected: bigint;
}

/**
 * What is wrong with the checksums of a process's slices, told in their order; null if nothing is. They take long to
 * compute: they are looked at when nothing is timed any more.
 */
export async function wrongChecksum(
  told: readonly ToldSlice[],
  sums: SliceSums,
  witness?: Witness,
): Promise<string | null> {
  let slices = await withExpected(told, sums, witness?.signal);
  const first = slices.find(isWrong);
  if (first === undefined) return null;
  const more = witness && first.ops > 1 ? await unlessFailing(() => singles(witness)) : null;
  if (more) slices = await withExpected([...told, ...more], sums, witness?.signal);
  const single = slices.find((slice) => slice.ops === 1 && isWrong(slice));
  const alone = more && !single ? `; ${more.length} slices of one operation are right` : '';
  const found =
    (await misreadings(slices, sums, witness?.signal)) ??
    (witness && (await unlessFailing(() => witness.again())));
  return `${found ?? "what was timed isn't what was verified"}: ${spelled(single ?? first, sums, witness?.redact)}${alone}`;
}

async function withExpected(
  told: readonly ToldSlice[],
  sums: SliceSums,
  signal?: AbortSignal,
): Promise<Slice[]> {
  const slices: Slice[] = [];
  let from = 0;
  for (const one of told) {
    await giveWay(signal);
    slices.push({ ...one, from, expected: BigInt(sums.sum(from, one.ops, one.seed)) });
    from += one.ops;
  }
  return slices;
}

function isWrong({ checksum, expected }: Slice): boolean {
  return checksum !== expected;
}

/** With this many, one is likely to be wrong by itself, where any is. */
async function singles({ one }: Witness): Promise<ToldSlice[]> {
  const slices: ToldSlice[] = [];
  for (let seed = 0; slices.length < 64; seed = (seed + 2654435769) % 2 ** 32)
    slices.push({ ops: 1, seed, checksum: await one(seed) });
  return slices;
}

/** A row is judged by its slices, whatever becomes of its process afterwards. */
async function unlessFailing<T>(ask: () => Promise<T>): Promise<T | null> {
  return ask().catch((error) => {
    if (error instanceof RunnerFailure) return null;
    throw error;
  });
}

/** What the runner does, if that explains every slice to the last digit; null too where little is to be explained. */
async function misreadings(
  slices: readonly Slice[],
  sums: SliceSums,
  signal?: AbortSignal,
): Promise<string | null> {
  const wrong = slices.filter(isWrong);
  if (wrong.length === 1 && wrong[0]!.ops === 1) return null;
  // What fits nothing should be out before the longest are summed.
  const telling = [wrong[0]!, ...slices.toSorted((a, b) => a.ops - b.ops)];
  const found: string[] = [];
  for (const [does, sum] of sums.misread()) {
    await giveWay(signal);
    if (telling.every(({ from, ops, seed, checksum }) => BigInt(sum(from, ops, seed)) === checksum))
      found.push(does);
  }
  return found.length === 0 ? null : `checksums of a runner that ${found.join(', or ')}`;
}

/** Such as `operation 7 (seed 1) gave 9, expected 108 = 3 (list) + 5 (length) + 100 (unit 2), document 7 at /tags/1`. */
function spelled({ from, ops, seed, checksum, expected }: Slice, sums: SliceSums, redact = false): string {
  const which = ops === 1 ? `operation ${from}` : `operations ${from} to ${from + ops - 1}`;
  let pointer = '';
  const terms: string[] = [];
  sums.walk(from, seed, ({ kind, adds, parts }, at, unit) => {
    if (unit !== null) terms.push(`${adds} (length) + ${unit} (unit ${at})`);
    else if (parts === null || adds > 0) terms.push(`${adds} (${kind})`);
    if (parts !== null) pointer += `/${parts.name(at)}`;
  });
  if (redact)
    return `${which} (seed ${seed}) gave another sum, beginning with document ${from % sums.documents}`;
  const first = `${sums.sum(from, 1, seed)} = ${terms.join(' + ')}, document ${from % sums.documents}`;
  const all = ops === 1 ? '' : `${expected}, which begins with `;
  return `${which} (seed ${seed}) gave ${checksum}, expected ${all}${first}${pointer && ` at ${pointer}`}`;
}

/** Whether its dump is what it was given as input; of others it is empty. */
export function putsOut(limit: Limit): boolean {
  return limit === 'copy' || limit === 'write';
}

/** What an operation of a limit on each timed document adds to the checksum. */
export function limitCounts(
  limit: Limit,
  format: Format,
  { model, documents, objects }: Pick<PreparedDataset, 'model' | 'documents' | 'objects'>,
): number[] {
  if (putsOut(limit)) return documents.map((document) => codecs[format].encode(model, document).length);
  return objects.map(limit === 'walk' ? leaves : () => 1);
}

/** Values that are there and hold no others, also within lists, maps and `any`; keys of maps don't count. */
function leaves(value: Value): number {
  if (value === null) return 0;
  if (typeof value !== 'object' || value instanceof Uint8Array) return 1;
  let sum = 0;
  for (const part of value instanceof Map ? value.values() : Object.values(value)) sum += leaves(part);
  return sum;
}
