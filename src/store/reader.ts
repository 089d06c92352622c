/** Reads a run back. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkRegular } from '../files/regular-file.ts';
import { StoreError } from './error.ts';
import { PACKED_FILE, RUN_FILE, SAMPLES_FILE } from './files.ts';
import { countLines, readLines } from './lines.ts';
import type { ListedRun } from './locate.ts';
import { writingProcess } from './lock.ts';
import { countPacked, readPacked } from './packed.ts';
import { firstIssue, parseJson, readText } from './parse.ts';
import { RUN_SCHEMA, type RunRecord, type Sample } from './record.ts';
import { runSchema } from './schema.ts';
import { requireRecorded } from './seal.ts';
import { upgradeRun } from './upgrade.ts';

export interface StoredRun {
  readonly folder: string;
  readonly record: RunRecord;
  /** In the order in which they were taken. */
  readonly samples: readonly Sample[];
  /** What a reader of the report should know about the files themselves, wherever on a machine they lie: a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Reads a run's folder.
 *
 * A last line of samples that was cut short, as a killed run leaves it, is dropped with a warning.
 *
 * @throws StoreError for what isn't a run, was written by a newer wiremark, or is damaged; it names file and place
 */
export async function readRun(folder: string): Promise<StoredRun> {
  const record = await readRecord(join(folder, RUN_FILE));
  return reading({ folder, record }, async (run) => ({ ...run, ...(await readSamples(folder, run.record)) }));
}

/**
 * Reads files of a run that a record was read of before: once more, with the record of then, where that fails. Whoever ends
 * a run, packs it or goes on with it changes its files one after the other.
 */
export async function reading<T>(run: ListedRun, read: (run: ListedRun) => Promise<T>): Promise<T> {
  try {
    return await read(run);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return read({ ...run, record: await readRecord(join(run.folder, RUN_FILE)) });
  }
}

async function readSamples(
  folder: string,
  record: RunRecord,
): Promise<Pick<StoredRun, 'samples' | 'warnings'>> {
  const { file, warnings } = await findSamples(folder, record);
  const packed = isPacked(file);
  const found = packed ? { samples: await readPacked(file), warnings: [] } : await readLines(file);
  found.samples.forEach((sample, i) => {
    if (record.cases[sample.case]?.contenders.includes(sample.contender)) return;
    const which = `case ${sample.case}, contender ${sample.contender}`;
    const place = packed ? `${file}: sample ${i + 1}` : `${file}:${i + 1}`;
    throw new StoreError(place, `a sample of ${which}, which the run doesn't have`);
  });
  return { samples: found.samples, warnings: [...warnings, ...found.warnings] };
}

/** Reads run.json alone, upgraded if it is of an earlier version. @throws StoreError as `readRun` */
export async function readRecord(file: string): Promise<RunRecord> {
  const found = parseJson(file, await readText(file));
  const schema = (found as { schema?: unknown } | null)?.schema;
  if (typeof schema === 'number' && schema > RUN_SCHEMA) {
    const versions = `its schema is ${schema}, this one reads ${RUN_SCHEMA}`;
    throw new StoreError(file, `written by a newer wiremark (${versions}): update wiremark to read it`);
  }
  const result = runSchema.safeParse(upgradeRun(found));
  if (!result.success) throw new StoreError(file, `not a wiremark run (${firstIssue(result.error)})`);
  return result.data;
}

/**
 * The file with a run's samples: samples.parquet, or the lines of a run that isn't over. Where both are there, a process
 * ended between making one and removing the other; what has more samples is taken.
 *
 * @throws StoreError where it isn't what the run recorded, and for a pipe or a device, at which a database would wait
 */
export async function findSamples(
  folder: string,
  record: RunRecord,
): Promise<{ readonly file: string; readonly warnings: readonly string[] }> {
  const [packed, lines] = [join(folder, PACKED_FILE), join(folder, SAMPLES_FILE)];
  for (const one of [packed, lines]) requireRegular(one);
  // With a writer alive, the lines that were just packed are about to be removed.
  const both = existsSync(packed) && existsSync(lines) && writingProcess(folder) === null;
  const { file, warnings } = both
    ? await chooseFile(packed, lines, record)
    : { file: existsSync(packed) ? packed : lines, warnings: [] };
  requireRecorded(file, record);
  return { file, warnings };
}

function requireRegular(file: string): void {
  try {
    if (existsSync(file)) checkRegular(file);
  } catch (error) {
    throw new StoreError(file, `can't be read (${(error as Error).message})`, { cause: error });
  }
}

async function wholePacked(packed: string, record: RunRecord): Promise<number> {
  requireRecorded(packed, record);
  return countPacked(packed);
}

async function chooseFile(packed: string, lines: string, record: RunRecord) {
  const inPacked = await wholePacked(packed, record).catch((error: StoreError) => error);
  const isWhole = typeof inPacked === 'number' && inPacked >= (await countLines(lines));
  const [file, other] = isWhole ? [packed, lines] : [lines, packed];
  const why = isWhole
    ? 'it has all samples'
    : inPacked instanceof StoreError
      ? 'the other is damaged'
      : 'it has more samples';
  const choice = `${basename(file)} is read (${why}); ${basename(other)} can be deleted`;
  return { file, warnings: [`${PACKED_FILE} and ${SAMPLES_FILE} are both there: ${choice}`] };
}

export function isPacked(file: string): boolean {
  return basename(file) === PACKED_FILE;
}
