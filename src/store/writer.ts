/**
 * Writes a run while it is measured.
 *
 * What is safe when: a sample has been handed to the operating system when `sample()` returns, in one write, so that
 * a process that is killed loses at most the line it was writing. Nothing is forced onto the disk there, because that
 * would disturb what is timed; `save()` and `finish()` do it, for samples and record alike, so that a power cut loses
 * at most the samples since the last of these.
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StoreError } from './error.ts';
import { ABANDONED_FILE, RUN_FILE, SAMPLES_FILE } from './locate.ts';
import type { StoredRun } from './reader.ts';
import type { RunRecord, Sample } from './record.ts';

export interface RunWriter {
  readonly folder: string;
  /** The record as it was last written. */
  readonly record: RunRecord;
  /** Appends one sample. */
  sample(sample: Sample): void;
  /** Puts facts into the record that have become known; whether it is finished is not among them. */
  save(facts: NewFacts): void;
  /**
   * Closes the run; call it once, however the run ended. A run that is never finished keeps what it had and stays partial.
   *
   * @param complete whether every planned round is in; false leaves the run partial
   */
  finish(complete: boolean, finishedAt?: Date): void;
}

/** What a run learns on its way. */
type NewFacts = Partial<
  Pick<RunRecord, 'machine' | 'runtimes' | 'datasets' | 'contenders' | 'cases' | 'outcomes'>
>;

/** Names the process that is writing a run; there only while it does. */
const WRITER_FILE = 'writer.pid';

/**
 * Begins a run in a new folder.
 *
 * @param folder the run's own, which must not exist yet: `runsFolder(root)` and its id
 * @param record the run as planned; whatever it says, it begins unfinished and partial
 * @throws StoreError when the folder exists or can't be made
 */
export function createRun(folder: string, record: RunRecord): RunWriter {
  try {
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder);
  } catch (error) {
    throw new StoreError(folder, `can't begin a run here (${(error as Error).message})`, { cause: error });
  }
  return writerOf(folder, record, 'ax');
}

/**
 * Goes on with a run that was killed or interrupted. Samples of rounds that were not whole (`RunCase.rounds`) are moved
 * to `abandoned.jsonl` beside the others: they are kept, but the rounds are measured again under their numbers. A last
 * line that was cut short is left out.
 *
 * @param run as `readRun` found it
 * @param record as it is to go on: `run.record` with what has been added
 * @throws StoreError when another process is still writing it
 */
export function reopenRun(run: StoredRun, record: RunRecord): RunWriter {
  const { folder } = run;
  const writer = writingProcess(folder);
  if (writer !== null) {
    const cure = `wait for it or end it; if it is something else, delete ${WRITER_FILE}`;
    throw new StoreError(folder, `process ${writer} is still measuring this run: ${cure}`);
  }
  const lines = (samples: readonly Sample[]) =>
    samples.map((sample) => `${JSON.stringify(sample)}\n`).join('');
  const abandoned = run.samples.filter((sample) => !isWhole(run.record, sample));
  if (abandoned.length > 0 || run.warnings.length > 0) {
    appendFileSync(join(folder, ABANDONED_FILE), lines(abandoned));
    replaceFile(join(folder, SAMPLES_FILE), lines(wholeSamples(run)));
  }
  return writerOf(folder, record, 'a');
}

/** Samples of whole rounds: what a resumed run builds on. */
export function wholeSamples(run: Pick<StoredRun, 'record' | 'samples'>): Sample[] {
  return run.samples.filter((sample) => isWhole(run.record, sample));
}

function isWhole({ cases }: RunRecord, sample: Sample): boolean {
  const { rounds = 0, ended } = cases[sample.case]!;
  return ended !== undefined || sample.round < rounds;
}

/** The other process that is writing the run in this folder; null when there is none alive. */
function writingProcess(folder: string): number | null {
  const file = join(folder, WRITER_FILE);
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8'));
  // Cut short by the end of its writer, or a number that comes again, as in containers.
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return null;
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? pid : null;
  }
}

function writerOf(folder: string, record: RunRecord, flags: 'a' | 'ax'): RunWriter {
  let current: RunRecord = { ...record, finishedAt: null, partial: true };
  writeFileSync(join(folder, WRITER_FILE), `${process.pid}\n`);
  const samples = openSync(join(folder, SAMPLES_FILE), flags);
  const write = (next: RunRecord) => {
    fsyncSync(samples);
    replaceFile(join(folder, RUN_FILE), `${JSON.stringify(next, null, 2)}\n`);
    current = next;
  };
  write(current);
  return {
    folder,
    get record() {
      return current;
    },
    sample(sample) {
      writeWhole(samples, `${JSON.stringify(sample)}\n`);
    },
    save(facts) {
      write({ ...current, ...facts });
    },
    finish(complete, finishedAt = new Date()) {
      write({ ...current, finishedAt: finishedAt.toISOString(), partial: !complete });
      closeSync(samples);
      rmSync(join(folder, WRITER_FILE), { force: true });
    },
  };
}

/** Readers find the old content or the new, never a part: written beside the file, forced to disk, then renamed. */
function replaceFile(file: string, content: string): void {
  const beside = `${file}.writing`;
  const descriptor = openSync(beside, 'w');
  try {
    writeWhole(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(beside, file);
  syncFolder(dirname(file));
}

/** The rename itself is on disk only when the folder is. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return; // folders can't be opened there
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A full disk may take a part of a write and refuse the rest only at the next. */
function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}
