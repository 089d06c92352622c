/**
 * Writes a run while it is measured.
 *
 * What is safe when: a sample has been handed to the operating system when `sample()` returns, in one write, so that a
 * process that is killed loses at most the line it was writing. Nothing is forced onto the disk there, because that would
 * disturb what is timed; `save()` and `finish()` do it, for samples and then for the record, which tells how many there are
 * and their digest: of a run that was killed or lost its power, all up to then can be vouched for.
 */
import { hash } from 'node:crypto';
import { closeSync, fsyncSync, ftruncateSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { naming } from '../../files/kept.ts';
import { systemWords } from '../../files/system-words.ts';
import { StoreError } from '../error.ts';
import type { RunCase, RunRecord, Sample, Stopped } from '../record/record.ts';
import { makeAside, replaceFile, syncPath } from './durable.ts';
import { RUN_FILE, SAMPLES_FILE, SEAL_FILE } from './files.ts';
import { lockRun } from './lock.ts';
import { recordText, type StoredRun, unfinished } from './reader.ts';
import { SAMPLES_HEAD, type StoredSamples, sampleLine, WrittenSamples } from './samples.ts';
import { writeSeal } from './seal.ts';

export interface RunWriter {
  readonly record: RunRecord;
  sample(sample: Sample): void;
  /** Puts facts into the record that have become known; whether it is finished is not among them. */
  save(facts: NewFacts): void;
  /**
   * Closes and seals the run; call it once, however the run ended. A run that is never finished keeps what it had and stays
   * partial.
   *
   * @param complete whether every planned round is in; false leaves the run partial
   * @param stopped how it ended before its time, if it did
   */
  finish(complete: boolean, finishedAt?: Date, stopped?: Stopped): void;
}

type NewFacts = Partial<
  Pick<RunRecord, 'machine' | 'runtimes' | 'datasets' | 'contenders' | 'cases' | 'outcomes' | 'seconds'>
>;

/**
 * Begins a run in a new folder, which appears with all that a run needs in it.
 *
 * @param folder the run's own, which must not exist yet: `runsFolder(root)` and its id
 * @param record the run as planned; whatever it says, it begins unfinished and partial
 * @throws StoreError when the folder exists or can't be made
 */
export function createRun(folder: string, record: RunRecord): RunWriter {
  let aside: string | null = null;
  try {
    aside = makeAside(dirname(folder));
    writeFileSync(join(aside, SAMPLES_FILE), SAMPLES_HEAD.text);
    writeRecord(aside, unfinished({ ...record, samples: SAMPLES_HEAD.recorded }));
    renameSync(aside, folder);
    syncPath(dirname(folder));
  } catch (error) {
    if (aside !== null) rmSync(aside, { recursive: true, force: true });
    const fix = 'start wiremark in a folder that it can write to';
    const why = `can't begin a run here (${systemWords(error)}): ${fix}`;
    throw new StoreError(folder, why, { cause: error });
  }
  return writerOf(folder, record, lockRun(folder), new WrittenSamples());
}

/**
 * Resumes a run that was killed or interrupted. An incomplete round (`RunCase.rounds`) is measured again: its samples stay
 * until the first new one, so that nothing is lost where it is stopped before. Killed at any moment, it leaves a run that can
 * be resumed.
 *
 * @param run as `readRun` found it
 * @param record as it is to go on: `run.record` with what has been added
 * @throws StoreError when another process is still writing it
 */
export function reopenRun({ folder, samples, record: found }: StoredRun, record: RunRecord): RunWriter {
  const unlock = lockRun(folder);
  try {
    const upTo = (counts: number[]) => {
      const text = samples.upTo(counts.reduce((sum, one) => sum + one, 0));
      return new WrittenSamples(text, counts);
    };
    const written = upTo(found.cases.map((_, number) => samples.of(number).length));
    const whole = upTo(found.cases.map((one, number) => wholeOf(one, number, samples).length));
    // From here on it isn't over.
    rmSync(join(folder, SEAL_FILE), { force: true });
    syncPath(folder);
    writeRecord(folder, unfinished({ ...record, samples: written.recorded }));
    return writerOf(folder, record, unlock, written, whole);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Samples of a case's whole rounds: what a resumed run builds on. */
export function wholeOf(
  { rounds = 0, ended }: RunCase,
  number: number,
  samples: StoredSamples,
): readonly Sample[] {
  const all = samples.of(number);
  return ended !== undefined ? all : all.filter(({ round }) => round < rounds);
}

/**
 * @param unlock called when the run is finished
 * @param found what the file has, without a part of a line
 * @param whole what new samples go on from
 */
function writerOf(
  folder: string,
  record: RunRecord,
  unlock: () => void,
  found: WrittenSamples,
  whole = found,
): RunWriter {
  let written = found;
  let current = unfinished({ ...record, samples: written.recorded });
  const file = join(folder, SAMPLES_FILE);
  const samples = openSync(file, 'a');
  ftruncateSync(samples, written.recorded.bytes);
  let isBroken = false;
  /** @returns its text as written */
  const write = (next: RunRecord): string => {
    fsyncSync(samples);
    current = { ...next, samples: written.recorded };
    return writeRecord(folder, current);
  };
  /** What the record says of the samples is true before and after they are cut. */
  const cut = () => {
    if (written === whole) return;
    written = whole;
    write(current);
    ftruncateSync(samples, written.recorded.bytes);
  };
  return {
    get record() {
      return current;
    },
    sample(sample) {
      cut();
      const line = sampleLine(sample);
      if (!written.hasRoom(sample.case))
        throw new StoreError(file, 'a run can have no more samples: take fewer rows, cases or rounds');
      isBroken = true;
      naming(file, () => writeFileSync(samples, line));
      isBroken = false;
      written.add(line, sample.case);
    },
    save(facts) {
      write({ ...current, ...facts });
    },
    finish(complete, finishedAt = new Date(), stopped) {
      if (complete) cut();
      const ended = { finishedAt: finishedAt.toISOString(), partial: !complete, ...(stopped && { stopped }) };
      const text = write({ ...current, ...ended });
      closeSync(samples);
      // A line that could not be written whole is cut off when the run is resumed.
      if (!isBroken) writeSeal(folder, { records: [hash('sha256', text)], samples: written.recorded.sha256 });
      unlock();
    },
  };
}

/** Rewrites run.json, whole. @returns its text */
export function writeRecord(folder: string, record: RunRecord): string {
  const text = recordText(folder, record);
  replaceFile(join(folder, RUN_FILE), text);
  return text;
}
