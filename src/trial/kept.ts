import { readFile, rm, stat } from 'node:fs/promises';
import { cut } from '../define/error.ts';
import { sizeText } from '../machine/files/read.ts';
import { DecodeError } from '../oracle/decoded.ts';
import { type SetKind, setTitle, type Verdict } from '../plan/verdict.ts';
import type { SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';
import { type KeptFile, RunnerFailure } from './client.ts';
import { splitFrames } from './frames.ts';

export interface Expected {
  readonly model: SchemaModel;
  readonly set: SetKind;
  readonly documents: readonly Value[];
  readonly places?: readonly string[];
  /** For each kept result, oldest first: the index of its document. */
  readonly of: readonly number[];
  readonly redact?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Error codes for a file that the runner didn't write as it should. Other errors are the machine's fault. */
const OF_THE_RUNNER = ['ENOENT', 'EACCES', 'EISDIR'];

/** Maximum bytes of a file of results: several such files are in memory at once. */
const MOST_BYTES = 255 * 2 ** 20;

/** Reads and removes a file of kept results. @throws RunnerFailure unless it has exactly one frame per kept result */
export async function readKept({ set }: Expected, { path, count }: KeptFile): Promise<Uint8Array[]> {
  const title = setTitle(set);
  const bytes = await readResults(set, path);
  await rm(path);
  try {
    const frames = splitFrames(bytes, count + 1);
    if (frames.length === count) return frames;
    const more = frames.length > count ? ' or more' : '';
    throw mismatch(`${title}: ${frames.length} results${more} for ${count} operations`);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw mismatch(`${title}: the kept results are not a sequence of frames: ${error.message}`);
  }
}

async function readResults(set: SetKind, path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size <= MOST_BYTES) return await readFile(path);
    const most = sizeText(MOST_BYTES);
    throw beyondLimit(set, `its results have ${sizeText(size)}, and at most ${most} are read`);
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    if (!OF_THE_RUNNER.includes(code)) throw error;
    throw mismatch(`${setTitle(set)}: the results can't be read: ${message}`);
  }
}

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
