/** Did it do the work? Reads what a runner dumped and compares every document, whole, with its canonical one. */
import { createHash } from 'node:crypto';
import { type ComparisonRules, compareDocument, type ValueDifference } from '../dataset/compare.ts';
import { openFixture } from '../dataset/fixture.ts';
import { giveWay } from '../dataset/give-way.ts';
import type { Deviation, Format, Task } from '../define/types.ts';
import { type Decoded, DecodeError, DocumentTooLarge } from '../format/decoded.ts';
import { codecs } from '../format/index.ts';
import type { Verdict } from '../plan/verdict.ts';
import { RunnerFailure } from '../runner/client.ts';
import type { Value } from '../schema/value.ts';
import {
  beyondLimit,
  cut,
  type DumpFile,
  documentTitle,
  framesOf,
  mismatch,
  readDump,
  requireCount,
  setTitle,
} from './dump.ts';

/** A dump of one set of documents, and what it should hold. */
export interface Dump extends DumpFile {
  readonly format: Format;
  /** As the serializer declares them. */
  readonly deviations: readonly Deviation[];
}

/** Where to look whether the same dump was verified before; `key` names contender and case. */
export interface VerifiedBefore {
  readonly dumps: VerifiedDumps;
  readonly key: string;
}

/** What came of a dump. */
export interface VerifiedDump extends Verification {
  /** The very bytes that were verified: the file is the runner's. Empty if the verdict isn't `ok`. */
  readonly bytes: Uint8Array;
}

/**
 * Verifies the dump of any task: `ok` or `mismatch`, with the first thing that is wrong; `unsupported` for what is beyond
 * our own limits.
 */
export function verifyDump(task: Task, dump: Dump, before?: VerifiedBefore): Promise<VerifiedDump> {
  const verify =
    task === 'deserialize'
      ? (bytes: Uint8Array) => verifyDocuments(dump, 'fixture', decodedObjects(dump, bytes))
      : (bytes: Uint8Array) => verifyDocuments(dump, dump.format, decodedFrames(dump, bytes));
  return verified(dump, verify, before);
}

/**
 * Compares a limit's dump with its input, byte by byte: a bound that doesn't do its work would make every serializer look
 * slow. Of those that put nothing out no documents are expected, and their slices are compared with `limitCounts`.
 */
export function verifyLimit(dump: Omit<Dump, 'deviations'>, before?: VerifiedBefore): Promise<VerifiedDump> {
  const { model, format, expected, set, signal } = dump;
  const verify = async (bytes: Uint8Array): Promise<Verification> => {
    for (const [index, frame] of framesOf(dump, bytes).entries()) {
      await giveWay(signal);
      if (Buffer.compare(codecs[format].encode(model, expected[index]!), frame) !== 0)
        throw mismatch(`${setTitle(set)}: result ${index} isn't its document`);
    }
    return OK;
  };
  return verified(dump, verify, before);
}

const OK: Verification = { verdict: { verdict: 'ok' }, used: new Set() };

/** A large one takes much memory while it is read and decoded. */
let oneAtATime: Promise<unknown> = Promise.resolve();

function verified(
  dump: DumpFile,
  verify: (bytes: Uint8Array) => Promise<Verification>,
  before: VerifiedBefore | undefined,
): Promise<VerifiedDump> {
  const turn = oneAtATime.then(async () => {
    try {
      const bytes = await readDump(dump);
      const all = () => verify(bytes);
      const key = `${before?.key} ${dump.set}`;
      const found = await (before === undefined ? all() : before.dumps.lookUp(key, bytes, all));
      return { ...found, bytes };
    } catch (fault) {
      const error = fault instanceof DocumentTooLarge ? beyondLimit(dump.set, fault.message) : fault;
      if (!(error instanceof RunnerFailure)) throw error;
      return { verdict: error.verdict, used: new Set<Deviation>(), bytes: new Uint8Array() };
    }
  });
  oneAtATime = turn.catch(() => {});
  return turn;
}

/** What was put out, of each document when it is its turn. @throws RunnerFailure for what is none */
function* decodedFrames(dump: Dump, bytes: Uint8Array): Generator<Decoded> {
  const { format, model, set } = dump;
  const codec = codecs[format];
  for (const [index, frame] of framesOf(dump, bytes).entries()) {
    try {
      yield codec.decode(model, frame);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      throw mismatch(`${documentTitle(set, index)} is not valid ${codec.title}${fault(dump, error)}`);
    }
  }
}

function* decodedObjects(dump: Dump, bytes: Uint8Array): Generator<Value> {
  try {
    const { count, documents } = openFixture(bytes);
    requireCount(dump, count);
    yield* documents;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw mismatch(`${setTitle(dump.set)}: the dump is not a valid fixture${fault(dump, error)}`);
  }
}

function fault({ redact }: Dump, { message, offset }: DecodeError): string {
  if (!redact) return `: ${message}`;
  return offset === null ? '' : `, from byte ${offset} on`;
}

/** @throws RunnerFailure */
async function verifyDocuments(
  dump: Dump,
  source: ComparisonRules['source'],
  documents: Iterable<Decoded | Value>,
): Promise<Verification> {
  const used = new Set<Deviation>();
  const rules = { source, deviations: new Set(dump.deviations), used, redact: dump.redact };
  let index = 0;
  for (const found of documents) {
    const difference = compareDocument(dump.model, dump.expected[index]!, found, rules);
    if (difference !== null)
      throw differing(dump, index, difference, await takenFor(dump, index, found, rules));
    index++;
    await giveWay(dump.signal);
  }
  return { verdict: { verdict: 'ok' }, used };
}

/** The most milliseconds for a hint. */
const LOOKING = 1000;

/** The index of another document that the result is right for: a sign of a buffer or an object that is used again. */
async function takenFor(
  dump: Dump,
  index: number,
  found: Decoded | Value,
  rules: ComparisonRules,
): Promise<number | null> {
  const { source, deviations } = rules;
  const begin = performance.now();
  for (const [candidate, expected] of dump.expected.entries()) {
    await giveWay(dump.signal);
    if (candidate === index) continue;
    if (compareDocument(dump.model, expected, found, { source, deviations }) === null) return candidate;
    if (performance.now() - begin > LOOKING) break;
  }
  return null;
}

function differing(
  dump: Dump,
  index: number,
  { pointer, expected, found, undeclared }: ValueDifference,
  mistaken: number | null,
): RunnerFailure {
  const hints = [
    undeclared === null ? '' : ` (deviation ${undeclared} is not declared)`,
    mistaken === null ? '' : ` (this is document ${mistaken})`,
  ];
  const place = pointer === '' ? 'the document' : pointer;
  const reason = `${documentTitle(dump.set, index)}: ${place}: expected ${expected}, found ${found}${hints.join('')}`;
  return mismatch(reason, {
    difference: { set: dump.set, document: index, pointer: cut(pointer), expected, found },
  });
}

/** What came of looking through a whole dump. */
export interface Verification {
  readonly verdict: Verdict;
  /** The declared deviations that were needed; complete only if the verdict is `ok`. */
  readonly used: ReadonlySet<Deviation>;
}

/**
 * Remembers what was verified, so that a dump that is the same to the last byte isn't decoded again: each process of a
 * trial is verified twice, and honest serializers always put out the same.
 */
export class VerifiedDumps {
  readonly #known = new Map<string, Verification>();

  /**
   * The verification of these bytes, made with `verify` if they are new. `key` must tell everything else that the
   * verdict depends on: contender, case, set.
   */
  async lookUp(key: string, bytes: Uint8Array, verify: () => Promise<Verification>): Promise<Verification> {
    const entry = `${key} ${createHash('sha256').update(bytes).digest('hex')}`;
    const before = this.#known.get(entry);
    if (before !== undefined) return before;
    const verification = await verify();
    this.#known.set(entry, verification);
    return verification;
  }
}
