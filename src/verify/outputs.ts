/** Did it do the work? Reads what a runner dumped and compares every document, whole, with its canonical one. */
import { type ComparisonRules, compareDocument, type ValueDifference } from '../dataset/compare.ts';
import { decodeFixture } from '../dataset/fixture.ts';
import { giveWay } from '../dataset/give-way.ts';
import type { Deviation, Format, Task } from '../define/types.ts';
import { type Decoded, DecodeError } from '../format/decoded.ts';
import { codecs } from '../format/index.ts';
import type { Difference, Verdict } from '../plan/verdict.ts';
import { type DumpSet, RunnerFailure } from '../runner/client.ts';
import type { SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';
import type { Verification, VerifiedDumps } from './digests.ts';
import { readDump, withinLimits } from './dump.ts';
import { FramesError, splitFrames } from './frames.ts';

/** A dump of one set of documents, and what it should hold. */
export interface Dump {
  readonly model: SchemaModel;
  readonly format: Format;
  /** As the serializer declares them. */
  readonly deviations: readonly Deviation[];
  /** The canonical documents of the set, in order. */
  readonly expected: readonly Value[];
  readonly file: string;
  readonly set: DumpSet;
}

/** Where to look whether the same dump was verified before; `key` names contender and case. */
export interface VerifiedBefore {
  readonly dumps: VerifiedDumps;
  readonly key: string;
}

/**
 * Verifies the dump of any task: `ok` or `mismatch`, with the first thing that is wrong; `unsupported` for what is beyond
 * our own limits.
 */
export async function verifyDump(task: Task, dump: Dump, before?: VerifiedBefore): Promise<Verification> {
  const read = task === 'deserialize' ? fixtureDocuments : frameDocuments;
  const title = setTitle(dump.set);
  try {
    const bytes = readDump(dump.file, title);
    const verify = () => withinLimits(title, () => verifyDocuments(dump, read, bytes));
    if (before === undefined) return await verify();
    return await before.dumps.lookUp(`${before.key} ${dump.set}`, bytes, verify);
  } catch (error) {
    if (!(error instanceof RunnerFailure)) throw error;
    return { verdict: error.verdict, used: new Set() };
  }
}

/** Verifies outputs of a serializer: what `serialize`, `to-tree` and `parse-tree` dump. */
export async function verifyFrames(dump: Dump, before?: VerifiedBefore): Promise<Verdict> {
  return (await verifyDump('serialize', dump, before)).verdict;
}

/** Verifies the objects that came out of `deserialize`. */
export async function verifyFixture(dump: Dump, before?: VerifiedBefore): Promise<Verdict> {
  return (await verifyDump('deserialize', dump, before)).verdict;
}

/** One document of a dump, or why it is none. */
type Reading = { readonly value: Decoded | Value } | { readonly problem: string };

interface Documents {
  readonly count: number;
  readonly source: ComparisonRules['source'];
  read(index: number): Reading;
}

/** Splits a dump into documents; a text says why that can't be done. */
type Reader = (dump: Dump, bytes: Uint8Array) => Documents | string;

const frameDocuments: Reader = ({ format, model }, bytes) => {
  const codec = codecs[format];
  try {
    const frames = splitFrames(bytes);
    const read = (index: number): Reading => {
      try {
        return { value: codec.decode(model, frames[index]!) };
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error;
        return { problem: `is not valid ${codec.title}: ${error.message}` };
      }
    };
    return { count: frames.length, source: format, read };
  } catch (error) {
    if (!(error instanceof FramesError)) throw error;
    return `the dump is no sequence of frames: ${error.message}`;
  }
};

const fixtureDocuments: Reader = (_dump, bytes) => {
  try {
    const values = decodeFixture(bytes);
    return { count: values.length, source: 'fixture', read: (index) => ({ value: values[index]! }) };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return `the dump is no valid fixture: ${error.message}`;
  }
};

async function verifyDocuments(dump: Dump, reader: Reader, bytes: Uint8Array): Promise<Verification> {
  const { set, expected } = dump;
  const used = new Set<Deviation>();
  const documents = reader(dump, bytes);
  if (typeof documents === 'string') return { verdict: mismatch(`${setTitle(set)}: ${documents}`), used };
  if (documents.count !== expected.length) {
    return {
      verdict: mismatch(`${setTitle(set)}: ${documents.count} results for ${expected.length} documents`),
      used,
    };
  }
  const rules = { source: documents.source, deviations: new Set(dump.deviations), used };
  for (let index = 0; index < expected.length; index++) {
    await giveWay();
    const reading = documents.read(index);
    if ('problem' in reading) {
      return { verdict: mismatch(`${documentTitle(set, index)} ${reading.problem}`), used };
    }
    const difference = compareWith(dump, index, reading.value, rules);
    if (difference === null) continue;
    const mistaken = await takenFor(dump, index, reading.value, rules);
    return { verdict: differenceVerdict(dump, index, difference, mistaken), used };
  }
  return { verdict: { verdict: 'ok' }, used };
}

function compareWith(
  dump: Dump,
  index: number,
  found: Decoded | Value,
  rules: ComparisonRules,
): ValueDifference | null {
  return compareDocument(dump.model, dump.expected[index]!, found, rules);
}

/** The index of another document that the result is right for: a sign of a buffer or an object that is used again. */
async function takenFor(
  dump: Dump,
  index: number,
  found: Decoded | Value,
  rules: ComparisonRules,
): Promise<number | null> {
  const { source, deviations } = rules;
  for (const candidate of dump.expected.keys()) {
    await giveWay();
    if (candidate !== index && compareWith(dump, candidate, found, { source, deviations }) === null)
      return candidate;
  }
  return null;
}

function differenceVerdict(
  dump: Dump,
  index: number,
  { pointer, expected, found, undeclared }: ValueDifference,
  mistaken: number | null,
): Verdict {
  const difference: Difference = { set: dump.set, document: index, pointer, expected, found };
  const hints = [
    undeclared === null ? '' : ` (deviation ${undeclared} is not declared)`,
    mistaken === null ? '' : ` (this is document ${mistaken})`,
  ];
  const place = pointer === '' ? 'the document' : pointer;
  const reason = `${documentTitle(dump.set, index)}: ${place}: expected ${expected}, found ${found}${hints.join('')}`;
  return mismatch(reason, difference);
}

const TITLES: Readonly<Record<DumpSet, string>> = {
  documents: 'document',
  hard: 'hard document',
  fresh: 'new document',
};

function setTitle(set: DumpSet): string {
  return `${TITLES[set]}s`;
}

/** Documents count from 0, as everywhere. */
function documentTitle(set: DumpSet, index: number): string {
  return `${TITLES[set]} ${index}`;
}

function mismatch(reason: string, difference?: Difference): Verdict {
  return { verdict: 'mismatch', reason, ...(difference === undefined ? {} : { difference }) };
}
