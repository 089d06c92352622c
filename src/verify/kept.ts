/** Reads what a runner wrote of the results that it kept: its file may be anything, and too large. */
import { rm } from 'node:fs/promises';
import { encodeFixture } from '../dataset/fixture.ts';
import { giveWay } from '../dataset/give-way.ts';
import { cut } from '../define/error.ts';
import { checkRegular, FileRefused, MOST_BYTES, readInPieces, spelledSize } from '../files/regular-file.ts';
import { DecodeError } from '../format/decoded.ts';
import { type SetKind, setTitle, type Verdict } from '../plan/verdict.ts';
import { type KeptFile, RunnerFailure } from '../runner/client.ts';
import type { SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';
import { splitFrames } from './frames.ts';

/** The documents that kept results should be of. */
export interface Expected {
  readonly model: SchemaModel;
  readonly set: SetKind;
  /** All canonical documents of the set. */
  readonly documents: readonly Value[];
  /** Of each result, oldest first: the number of its document. */
  readonly of: readonly number[];
  /** Whether reasons tell nothing that documents hold. */
  readonly redact?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A runner's own doing; whatever else keeps a file from being read is the machine's. */
const ITS_DOING = ['ENOENT', 'EACCES', 'EPERM', 'ELOOP', 'ENOTDIR'];

/**
 * The results in the file, which is read only if documents can be that large, and removed.
 *
 * @throws RunnerFailure when there is nothing of the kind, and for what is beyond wiremark's limit; what the file system
 *   throws for what is no fault of the runner; the signal's reason
 */
export async function readKept(expected: Expected, { path, count }: KeptFile): Promise<Uint8Array[]> {
  const bytes = await readResults(expected, path);
  await rm(path, { force: true, recursive: true });
  const title = setTitle(expected.set);
  try {
    const frames = splitFrames(bytes, count + 1);
    if (frames.length === count) return frames;
    const more = frames.length > count ? ' or more' : '';
    throw mismatch(`${title}: ${frames.length} results${more} for ${count} operations`);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw mismatch(`${title}: what was kept is not a sequence of frames: ${error.message}`);
  }
}

async function readResults({ set, signal, ...expected }: Expected, path: string): Promise<Buffer> {
  try {
    const size = checkRegular(path, { links: false });
    const documents = expected.of.map((index) => expected.documents[index]!);
    const room = await roomFor(expected.model, documents, size, signal);
    if (size > room) {
      const most = `${documents.length} documents take ${spelledSize(room)} at most`;
      throw mismatch(`${setTitle(set)}: the results have ${spelledSize(size)}, and ${most}`);
    }
    const pieces = readInPieces(path, { most: MOST_BYTES.kept, links: false });
    for (let piece = pieces.next(); ; piece = pieces.next()) {
      if (piece.done) return piece.value;
      await giveWay(signal).catch((error) => pieces.throw(error));
    }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (error instanceof FileRefused && error.why === 'limit') throw beyondLimit(set, message);
    if (!(error instanceof FileRefused) && !ITS_DOING.includes(code ?? '')) throw error;
    throw mismatch(`${setTitle(set)}: the results can't be read: ${message}`);
  }
}

/** Bytes that a result may have for each of its document's fixture: indented, escaped, with names for what has none there. */
const WORDIEST = 64;
/** And besides, such as for the nulls of all that is absent. */
const LEAST = 16 * 2 ** 20;

/** Bytes that no way of writing the documents needs; counted no further than `wanted`. */
export async function roomFor(
  model: SchemaModel,
  documents: readonly Value[],
  wanted: number,
  signal?: AbortSignal,
): Promise<number> {
  let room = LEAST;
  for (const document of documents) {
    if (room >= wanted) break;
    await giveWay(signal);
    room += WORDIEST * encodeFixture(model, [document]).length;
  }
  return room;
}

/** The row may be right: it can't be said here. */
export function beyondLimit(set: SetKind, what: string): RunnerFailure {
  const reason = `${setTitle(set)}: wiremark can't verify so much (${what}): take a smaller size of the dataset`;
  return new RunnerFailure({ verdict: 'unsupported', reason });
}

export function mismatch(
  reason: string,
  rest: Omit<Verdict & { verdict: 'mismatch' }, 'verdict' | 'reason'> = {},
): RunnerFailure {
  return new RunnerFailure({ verdict: 'mismatch', reason: cut(reason), ...rest });
}
