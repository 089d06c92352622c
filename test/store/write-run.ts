import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FILE, SAMPLES_FILE, SEAL_FILE, WRITER_FILE } from '../../src/store/folder/files.ts';
import { sealText } from '../../src/store/folder/seal.ts';
import { createRun } from '../../src/store/folder/writer.ts';
import type { RunRecord, Sample } from '../../src/store/record/record.ts';

/** Writes a run into a new folder: finished, or killed if its record has no end. */
export function writeRun(folder: string, record: RunRecord, samples: readonly Sample[] = []): void {
  const run = createRun(folder, record);
  for (const sample of samples) run.sample(sample);
  if (record.finishedAt !== null) run.finish(!record.partial, new Date(record.finishedAt), record.stopped);
  else rmSync(join(folder, WRITER_FILE), { recursive: true });
}

/** Changes facts of a finished run and seals it again. */
export function forge(folder: string, changes: object): void {
  const file = join(folder, RUN_FILE);
  const record = { ...JSON.parse(readFileSync(file, 'utf8')), ...changes };
  writeFileSync(file, JSON.stringify(record));
  const [own, samples] = [file, join(folder, SAMPLES_FILE)].map((name) => hash('sha256', readFileSync(name)));
  writeFileSync(join(folder, SEAL_FILE), sealText({ records: [own!], samples: samples! }));
}

/** Takes the lock of a run's folder for another process. @returns a function that releases it */
export function writtenBy(pid: number | undefined, folder: string): () => void {
  const lock = join(folder, WRITER_FILE);
  mkdirSync(join(lock, `${pid}-0-test`), { recursive: true });
  return () => rmSync(lock, { recursive: true });
}
