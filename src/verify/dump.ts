/** Reads what a runner has dumped: its file may be anything, and too large. */
import { encodeFixture } from '../dataset/fixture.ts';
import { giveWay } from '../dataset/give-way.ts';
import { checkRegular, FileRefused, MOST_BYTES, readInPieces, spelledSize } from '../files/regular-file.ts';
import type { Verdict } from '../plan/verdict.ts';
import { type DumpSet, RunnerFailure } from '../runner/client.ts';
import type { SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';
import { FramesError, splitFrames } from './frames.ts';

/** Where a set of documents was dumped. */
export interface DumpFile {
  readonly model: SchemaModel;
  /** The canonical documents whose results it should hold, in order. */
  readonly expected: readonly Value[];
  readonly file: string;
  readonly set: DumpSet;
  /** Whether reasons tell nothing that documents hold. */
  readonly redact?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A runner's own doing; whatever else keeps a file from being read is the machine's. */
const ITS_DOING = ['ENOENT', 'EACCES', 'EPERM', 'ELOOP', 'ENOTDIR'];

/**
 * The bytes of a dump, read only if documents can be that large.
 *
 * @throws RunnerFailure when there is nothing of the kind, and for what is beyond wiremark's limit; what the file system
 *   throws for what is no fault of the runner; the signal's reason
 */
export async function readDump({ model, expected, file, set, signal }: DumpFile): Promise<Buffer> {
  try {
    const size = checkRegular(file, { links: false });
    const room = await roomFor(model, expected, size, signal);
    if (size > room) {
      const most = `${expected.length} documents take ${spelledSize(room)} at most`;
      throw mismatch(`${setTitle(set)}: the dump has ${spelledSize(size)}, and ${most}`);
    }
    const pieces = readInPieces(file, { most: MOST_BYTES.dump, links: false });
    for (let piece = pieces.next(); ; piece = pieces.next()) {
      if (piece.done) return piece.value;
      await giveWay(signal).catch((error) => pieces.throw(error));
    }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (error instanceof FileRefused && error.why === 'limit') throw beyondLimit(set, message);
    if (!(error instanceof FileRefused) && !ITS_DOING.includes(code ?? '')) throw error;
    throw mismatch(`${setTitle(set)}: the dump can't be read: ${message}`);
  }
}

/** Bytes that a dump may have for each of its documents' fixture: indented, escaped, with names for what has none there. */
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

/** The results in a dump, one for each document. @throws RunnerFailure */
export function framesOf(
  { expected, set }: Pick<DumpFile, 'expected' | 'set'>,
  bytes: Uint8Array,
): Uint8Array[] {
  try {
    const frames = splitFrames(bytes, expected.length + 1);
    requireCount({ expected, set }, frames.length, frames.length > expected.length);
    return frames;
  } catch (error) {
    if (!(error instanceof FramesError)) throw error;
    throw mismatch(`${setTitle(set)}: the dump is not a sequence of frames: ${error.message}`);
  }
}

/** @param atLeast whether there may be more. @throws RunnerFailure */
export function requireCount(
  { expected, set }: Pick<DumpFile, 'expected' | 'set'>,
  count: number,
  atLeast = false,
): void {
  if (count === expected.length) return;
  const results = atLeast ? `${count} results or more` : `${count} results`;
  throw mismatch(`${setTitle(set)}: ${results} for ${expected.length} documents`);
}

/** The row may be right: it can't be said here. */
export function beyondLimit(set: DumpSet, what: string): RunnerFailure {
  const reason = `${setTitle(set)}: wiremark can't verify so much (${what}): take a smaller size of the dataset`;
  return new RunnerFailure({ verdict: 'unsupported', reason });
}

/** What is quoted of a dump may be as long as it. */
const LONGEST = 1000;

export function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

export function mismatch(
  reason: string,
  rest: Omit<Verdict & { verdict: 'mismatch' }, 'verdict' | 'reason'> = {},
): RunnerFailure {
  return new RunnerFailure({ verdict: 'mismatch', reason: cut(reason), ...rest });
}

const TITLES: Readonly<Record<DumpSet, string>> = {
  documents: 'document',
  hard: 'hard document',
  fresh: 'new document',
};

export function setTitle(set: DumpSet): string {
  return `${TITLES[set]}s`;
}

/** Documents count from 0, as everywhere. */
export function documentTitle(set: DumpSet, index: number): string {
  return `${TITLES[set]} ${index}`;
}
