import { hash } from 'node:crypto';
import { giveWay } from '../dataset/give-way.ts';
import { cut } from '../define/error.ts';
import type { Deviation } from '../define/types.ts';
import { codecs } from '../oracle/codecs.ts';
import { type ComparisonRules, compareDocument } from '../oracle/compare.ts';
import { type Decoded, DecodeError, DocumentTooLarge } from '../oracle/decoded.ts';
import { NOTHING } from '../oracle/describe.ts';
import { encodeFixture, openFixture } from '../oracle/fixture.ts';
import { documentTitle } from '../plan/verdict.ts';
import type { Value } from '../schema/value.ts';
import { beyondLimit, type Expected, mismatch } from './kept.ts';

/** Declared deviations that a result needed, by document and digest of the result: equal results are decoded once. */
export type KnownResults = Map<string, ReadonlySet<Deviation>>;

export interface Results extends Expected {
  readonly frames: readonly Uint8Array[];
  /** Format of the results; `fixture` for objects that a runner wrote in wiremark's format. */
  readonly source: ComparisonRules['source'];
  readonly deviations: readonly Deviation[];
  readonly known?: KnownResults;
  /** Only for a library's own format: decodes results in another process. @returns the objects in wiremark's format */
  readBack?(frames: readonly Uint8Array[], of: readonly number[]): Promise<readonly Uint8Array[]>;
}

/** Resolves when the current comparison ends. Comparisons wait for each other, because large results take much memory. */
let oneAtATime: Promise<unknown> = Promise.resolve();

/**
 * Decodes results and compares them with their documents.
 * @returns the declared deviations that were needed
 * @throws RunnerFailure with `mismatch`, or with `unsupported` for too large results
 */
export function verifyResults(results: Results): Promise<ReadonlySet<Deviation>> {
  const turn = oneAtATime.then(() => compared(results));
  oneAtATime = turn.catch(() => {});
  return turn;
}

async function compared(results: Results): Promise<ReadonlySet<Deviation>> {
  const { frames, of, known, signal } = results;
  const used = new Set<Deviation>();
  const unknown: number[] = [];
  const keys: string[] = [];
  for (const [place, frame] of frames.entries()) {
    await giveWay(signal);
    keys.push(known ? `${of[place]} ${hash('sha256', frame, 'base64')}` : '');
    const before = known?.get(keys[place]!);
    if (before) for (const deviation of before) used.add(deviation);
    else unknown.push(place);
  }
  const foreign = unknown.map((place) => frames[place]!);
  const theirs = unknown.map((place) => of[place]!);
  const objects = (foreign.length > 0 && (await results.readBack?.(foreign, theirs))) || foreign;
  for (const [turn, place] of unknown.entries()) {
    await giveWay(signal);
    const needed = compareOne(results, of[place]!, objects[turn]!);
    known?.set(keys[place]!, needed);
    for (const deviation of needed) used.add(deviation);
  }
  return used;
}

function compareOne(results: Results, index: number, frame: Uint8Array): ReadonlySet<Deviation> {
  const { model, set, documents, places = [], source, deviations, redact } = results;
  const used = new Set<Deviation>();
  const expected = documents[index]!;
  // Runners usually write exactly these bytes for right objects, and comparing bytes is faster than decoding.
  if (source === 'fixture' && Buffer.compare(encodeFixture(model, [expected]), frame) === 0) return used;
  const rules = { source, deviations: new Set(deviations), used, redact };
  const found = decoded(results, index, frame);
  const difference = compareDocument(model, expected, found, rules);
  if (difference === null) return used;
  const { undeclared, ...values } = difference;
  const [title, place, { pointer }] = [documentTitle(set, index, places), places[index], values];
  const at = place === undefined ? `${title}: ${pointer || 'the document'}` : `${title} ${pointer}`.trim();
  const other = values.found === NOTHING ? 'but it is missing' : `found ${values.found}`;
  const fix = undeclared && `. If that is intended, declare it: deviations = ["${undeclared}"]`;
  const where = { set, document: index, ...(place && { place }), ...values, pointer: cut(pointer) };
  throw mismatch(`${at}: expected ${values.expected}, ${other}${fix ?? ''}`, { difference: where });
}

function decoded(results: Results, index: number, frame: Uint8Array): Decoded | Value {
  const { model, set, places, source, redact } = results;
  const codec = source === 'fixture' ? null : codecs[source];
  try {
    return codec === null ? onlyDocument(frame) : codec.decode(model, frame);
  } catch (error) {
    if (error instanceof DocumentTooLarge) throw beyondLimit(set, error.message);
    if (!(error instanceof DecodeError)) throw error;
    const from = error.offset === null ? '' : `, from byte ${error.offset} on`;
    const what = codec ? `valid ${codec.title}` : 'a valid fixture';
    const fault = redact ? from : `: ${error.message}`;
    throw mismatch(`${documentTitle(set, index, places)} is not ${what}${fault}`);
  }
}

function onlyDocument(fixture: Uint8Array): Value {
  const { count, documents } = openFixture(fixture);
  if (count !== 1) throw new DecodeError(`${count} documents instead of one`, null, []);
  const [document] = [...documents];
  return document!;
}

/**
 * Checks the results of a limit (a minimal operation such as `copy`, which rows are measured against). If it skipped work, all
 * rows would look slow in comparison.
 */
export async function verifyLimit(
  { model, documents, of, set, signal }: Expected,
  frames: readonly Uint8Array[],
): Promise<void> {
  for (const [place, frame] of frames.entries()) {
    await giveWay(signal);
    const index = of[place]!;
    if (Buffer.compare(codecs.json.encode(model, documents[index]!), frame) !== 0)
      throw mismatch(`${documentTitle(set, index)}: the result isn't its document`);
  }
}
