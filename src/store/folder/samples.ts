import { createHash, type Hash, hash } from 'node:crypto';
import { join } from 'node:path';
import { StoreError } from '../error.ts';
import type { ColumnFacts, ColumnType } from '../record/columns.ts';
import { PHASES, type RecordedSamples, type RunRecord, type Sample } from '../record/record.ts';
import { SAMPLES_FILE } from './files.ts';
import { readBytes } from './parse.ts';

interface SampleColumn extends ColumnFacts {
  readonly key: keyof Sample;
}

export const SAMPLE_COLUMNS: readonly SampleColumn[] = [
  column('case', 'INTEGER', "place in the record's cases"),
  column('contender', 'INTEGER', "place in the record's contenders"),
  column('round', 'INTEGER', 'from 0; each in a fresh process'),
  column('phase', 'VARCHAR', 'block is what counts; start, first, warmup, unseen, again'),
  column('block', 'INTEGER', 'position within the phase, from 0'),
  column('ops', 'BIGINT', 'operations in the slice; 0 for a start'),
  column('ns', 'BIGINT', 'time of the slice'),
  column('cpuNs', 'BIGINT', 'CPU time of the process'),
  column('waitNs', 'BIGINT', 'time that it waited for a core; null where it is unknown'),
  column('compileNs', 'BIGINT', 'of a warm-up: time of compiler threads; null where it is unknown'),
  column('elapsedNs', 'BIGINT', "from command to answer, by wiremark's stopwatch; null where there is none"),
];

function column(key: keyof Sample, type: ColumnType, what: string): SampleColumn {
  return { key, id: key.replace('Ns', '_ns'), type, what };
}

const HEAD = `${SAMPLE_COLUMNS.map(({ id }) => id).join(',')}\n`;
const PHASE = SAMPLE_COLUMNS.findIndex(({ key }) => key === 'phase');
const OPTIONAL = SAMPLE_COLUMNS.findIndex(({ key }) => key === 'waitNs');
const FIELDS = SAMPLE_COLUMNS.map((_, i) => `(\\d{${i < OPTIONAL ? 1 : 0},16})`).with(PHASE, '([a-z]+)');
const LINE = new RegExp(`^${FIELDS}$`);
const MOST_BYTES = 96 * 2 ** 20;
const LONGEST_LINE = 200;

export function sampleLine(sample: Sample): string {
  const line = SAMPLE_COLUMNS.map(({ key }) => sample[key] ?? '').join(',');
  if (readSample(line) === null) throw new RangeError(`no sample: ${line}`);
  return `${line}\n`;
}

export class WrittenSamples {
  #count: number;
  #bytes = 0;
  #hash: Hash = createHash('sha256');

  constructor(text: Uint8Array | string = HEAD, count = 0) {
    this.#count = count;
    this.#add(text);
  }

  get hasRoom(): boolean {
    return this.#bytes < MOST_BYTES - LONGEST_LINE;
  }

  add(line: string): void {
    this.#count++;
    this.#add(line);
  }

  get recorded(): RecordedSamples {
    return { count: this.#count, bytes: this.#bytes, sha256: this.#hash.copy().digest('hex') };
  }

  #add(content: Uint8Array | string): void {
    this.#hash.update(content);
    this.#bytes += Buffer.byteLength(content);
  }
}

export const SAMPLES_HEAD = { text: HEAD, recorded: new WrittenSamples().recorded };

export interface StoredSamples {
  readonly count: number;
  /** A warning if the last line is incomplete, because the run was killed; else empty. */
  readonly warnings: readonly string[];
  of(number: number): readonly Sample[];
  /** Bytes of the file: the header and the first `count` samples. */
  upTo(count: number): Uint8Array;
}

/**
 * @param isOver whether the run has ended: then samples beyond the recorded ones are an error
 * @throws StoreError for changed or unordered samples
 */
export function openSamples(folder: string, record: RunRecord, isOver: boolean): StoredSamples {
  const file = join(folder, SAMPLES_FILE);
  const bytes = readBytes(file, MOST_BYTES);
  const { samples } = record;
  const isRecorded = hash('sha256', bytes.subarray(0, samples.bytes)) === samples.sha256;
  if (bytes.length < samples.bytes || !isRecorded || (isOver && bytes.length > samples.bytes)) {
    const what = `not the ${samples.count} samples that were recorded: it was changed, cut short or damaged`;
    throw new StoreError(file, `${what}. Put a copy of it in its place, or leave this run out`);
  }
  const refuse = (line: number) =>
    new StoreError(`${file}:${line + 1}`, 'not a sample of this run in the order of its cases and rounds');
  if (bytes.toString('latin1', 0, HEAD.length) !== HEAD)
    throw new StoreError(`${file}:1`, `not the head of samples (${HEAD.trim()})`);
  const ends = lineEnds(bytes);
  // First line of each case: its samples are adjacent, because cases are measured one after the other.
  const starts: number[] = [];
  for (let line = 1, last = 0; line < ends.length; line++) {
    const at = ends[line - 1]! + 1;
    const number = Number(bytes.toString('latin1', at, bytes.indexOf(',', at)));
    if (!(number >= last && number < record.cases.length)) throw refuse(line);
    while (starts.length <= number) starts.push(line);
    last = number;
  }
  const cut = `${SAMPLES_FILE}:${ends.length + 1}: the last sample was cut short and is left out`;
  return {
    count: ends.length - 1,
    warnings: ends.at(-1)! + 1 < bytes.length ? [cut] : [],
    of(number) {
      const known = new Set(record.cases[number]?.contenders);
      const found: Sample[] = [];
      const until = starts[number + 1] ?? ends.length;
      for (let line = starts[number] ?? until; line < until; line++) {
        const sample = readSample(bytes.toString('latin1', ends[line - 1]! + 1, ends[line]!));
        const isNext = sample && known.has(sample.contender) && sample.round >= (found.at(-1)?.round ?? 0);
        if (!isNext) throw refuse(line);
        found.push(sample);
      }
      return found;
    },
    upTo: (count) => bytes.subarray(0, ends[count]! + 1),
  };
}

function lineEnds(bytes: Buffer): number[] {
  const ends: number[] = [];
  for (let at = bytes.indexOf('\n'); at >= 0; at = bytes.indexOf('\n', at + 1)) ends.push(at);
  return ends;
}

function readSample(line: string): Sample | null {
  const texts = LINE.exec(line)?.slice(1) ?? [];
  const numbers = texts.map((text) => (text === '' ? null : Number(text)));
  const phase = PHASES.find((one) => one === texts[PHASE]);
  if (phase === undefined || numbers.some((value) => value! > Number.MAX_SAFE_INTEGER)) return null;
  const [number, contender, round, , block, ops, ns, cpuNs, waitNs, compileNs, elapsedNs] = numbers;
  return {
    case: number!,
    contender: contender!,
    round: round!,
    phase,
    block: block!,
    ops: ops!,
    ns: ns!,
    cpuNs: cpuNs!,
    waitNs: waitNs!,
    ...(compileNs !== null && { compileNs: compileNs! }),
    ...(elapsedNs !== null && { elapsedNs: elapsedNs! }),
  };
}
