/**
 * Writes a run while it is measured. A killed process loses at most the last line of samples. Samples aren't forced to disk
 * before `save()` or `finish()`, because that disturbs timing.
 */
import { hash } from 'node:crypto';
import { closeSync, fsyncSync, ftruncateSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemWords } from '../../machine/files/read.ts';
import { withPath } from '../../machine/files/write.ts';
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
  save(facts: NewFacts): void;
  /**
   * @param complete false after an interrupt or error, or if the budget ended a case before its minimum number of rounds
   * @param stopped set if an interrupt or an error ended the run
   */
  finish(complete: boolean, finishedAt?: Date, stopped?: Stopped): void;
}

type NewFacts = Partial<
  Pick<RunRecord, 'machine' | 'runtimes' | 'datasets' | 'contenders' | 'cases' | 'outcomes' | 'seconds'>
>;

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

/** Resumes a run and cuts off the samples of an incomplete round. @throws StoreError if it is locked */
export function reopenRun({ folder, samples, record: found }: StoredRun, record: RunRecord): RunWriter {
  const unlock = lockRun(folder);
  try {
    const count = found.cases.reduce((sum, one, number) => sum + wholeOf(one, number, samples).length, 0);
    const written = new WrittenSamples(samples.upTo(count), count);
    rmSync(join(folder, SEAL_FILE), { force: true });
    syncPath(folder);
    // The record is written before the samples are cut: if wiremark is killed in between, the record fits the longer file, too.
    writeRecord(folder, unfinished({ ...record, samples: written.recorded }));
    return writerOf(folder, record, unlock, written);
  } catch (error) {
    unlock();
    throw error;
  }
}

export function removeRun(folder: string): void {
  const unlock = lockRun(folder);
  try {
    rmSync(folder, { recursive: true });
  } finally {
    unlock();
  }
}

/** Returns the samples of a case's complete rounds; all samples if the case has ended. @param number index of the case */
export function wholeOf({ rounds = 0, ended }: RunCase, number: number, samples: StoredSamples) {
  const all = samples.of(number);
  return ended !== undefined ? all : all.filter(({ round }) => round < rounds);
}

function writerOf(folder: string, record: RunRecord, unlock: () => void, written: WrittenSamples): RunWriter {
  let current = unfinished({ ...record, samples: written.recorded });
  const file = join(folder, SAMPLES_FILE);
  const samples = openSync(file, 'a');
  ftruncateSync(samples, written.recorded.bytes);
  let isBroken = false;
  const write = (next: RunRecord): string => {
    fsyncSync(samples);
    current = { ...next, samples: written.recorded };
    return writeRecord(folder, current);
  };
  return {
    get record() {
      return current;
    },
    sample(sample) {
      const line = sampleLine(sample);
      if (!written.hasRoom)
        throw new StoreError(file, 'a run can have no more samples: take fewer rows, cases or rounds');
      isBroken = true;
      withPath(file, () => writeFileSync(samples, line));
      isBroken = false;
      written.add(line);
    },
    save(facts) {
      write({ ...current, ...facts });
    },
    finish(complete, finishedAt = new Date(), stopped) {
      const ended = { finishedAt: finishedAt.toISOString(), partial: !complete, ...(stopped && { stopped }) };
      const text = write({ ...current, ...ended });
      closeSync(samples);
      // After a failed write, the last line may be incomplete. Without a seal the run can be resumed, which
      // cuts that line.
      if (!isBroken) writeSeal(folder, { records: [hash('sha256', text)], samples: written.recorded.sha256 });
      unlock();
    },
  };
}

function writeRecord(folder: string, record: RunRecord): string {
  const text = recordText(folder, record);
  replaceFile(join(folder, RUN_FILE), text);
  return text;
}
