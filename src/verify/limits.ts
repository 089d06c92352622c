/** Limits are verified like anyone: a bound that doesn't do its work would make every serializer look slow. */

import type { Limit } from '../define/types.ts';
import { readRegular } from '../files/regular-file.ts';
import type { Verdict } from '../plan/verdict.ts';
import { RunnerFailure } from '../runner/client.ts';
import type { Value } from '../schema/value.ts';
import { readDump } from './dump.ts';
import { FramesError, splitFrames } from './frames.ts';

/** A dump of a limit, and the frames that it was given as input. */
export interface LimitDump {
  readonly limit: Limit;
  readonly set: 'documents' | 'hard';
  readonly file: string;
  readonly inputs: string;
}

/**
 * Compares a limit's dump with its input, byte by byte; of those that put nothing out the dump must be empty, and their
 * slices are held against `limitCounts`.
 */
export function verifyLimit({ limit, set, file, inputs }: LimitDump): Verdict {
  const title = set === 'hard' ? 'hard documents' : 'documents';
  try {
    const found = splitFrames(readDump(file, title));
    const expected = limit === 'copy' || limit === 'write' ? splitFrames(readRegular(inputs)) : [];
    if (found.length !== expected.length)
      return mismatch(`${title}: ${found.length} results, where ${expected.length} are expected`);
    const wrong = expected.findIndex((frame, index) => Buffer.compare(frame, found[index]!) !== 0);
    return wrong === -1 ? { verdict: 'ok' } : mismatch(`${title}: result ${wrong} isn't its document`);
  } catch (error) {
    if (error instanceof RunnerFailure) return error.verdict;
    if (error instanceof FramesError)
      return mismatch(`${title}: the dump is no sequence of frames: ${error.message}`);
    throw error;
  }
}

/**
 * What an operation of a limit on each timed document adds to the checksum (docs/PROTOCOL.md, "Limits").
 *
 * @param objects as the fixture has them
 * @param inputs file with the frames that the limit is given
 */
export function limitCounts(limit: Limit, objects: readonly Value[], inputs: string): number[] {
  switch (limit) {
    case 'no-op':
      return objects.map(() => 1);
    case 'copy':
    case 'write':
      return splitFrames(readRegular(inputs)).map((frame) => frame.length);
    case 'walk':
      return objects.map(leaves);
  }
}

/** Values that are there and hold no others, also within lists, maps and `any`; keys of maps don't count. */
function leaves(value: Value): number {
  if (value === null) return 0;
  if (typeof value !== 'object' || value instanceof Uint8Array) return 1;
  let sum = 0;
  for (const part of value instanceof Map ? value.values() : Object.values(value)) sum += leaves(part);
  return sum;
}

function mismatch(reason: string): Verdict {
  return { verdict: 'mismatch', reason };
}
