/** Reads a run back. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StoreError } from './error.ts';
import { PACKED_FILE, RUN_FILE, SAMPLES_FILE } from './files.ts';
import { countLines, readLines } from './lines.ts';
import { writingProcess } from './lock.ts';
import { countPacked, readPacked } from './packed.ts';
import { firstIssue, parseJson, readText } from './parse.ts';
import { RUN_SCHEMA, type RunRecord, type Sample } from './record.ts';
import { runSchema } from './schema.ts';
import { upgradeRun } from './upgrade.ts';

export interface StoredRun {
  readonly folder: string;
  readonly record: RunRecord;
  /** In the order in which they were taken. */
  readonly samples: readonly Sample[];
  /** What a reader of the report should know about the files themselves. */
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
  const { file, samples, warnings } = await readSamples(folder);
  samples.forEach((sample, i) => {
    if (record.cases[sample.case]?.contenders.includes(sample.contender)) return;
    const which = `case ${sample.case}, contender ${sample.contender}`;
    const place = isPacked(file) ? `${file}: sample ${i + 1}` : `${file}:${i + 1}`;
    throw new StoreError(place, `a sample of ${which}, which the run doesn't have`);
  });
  return { folder, record, samples, warnings };
}

async function readSamples(
  folder: string,
): Promise<Pick<StoredRun, 'samples' | 'warnings'> & { file: string }> {
  const { file, warnings } = await findSamples(folder);
  if (isPacked(file)) return { file, samples: await readPacked(file), warnings };
  try {
    const found = await readLines(file);
    return { file, samples: found.samples, warnings: [...warnings, ...found.warnings] };
  } catch (error) {
    const packed = join(folder, PACKED_FILE);
    if (existsSync(file) || !existsSync(packed)) throw error;
    // The run came to its end just now.
    return { file: packed, samples: await readPacked(packed), warnings };
  }
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
 */
export async function findSamples(
  folder: string,
): Promise<{ readonly file: string; readonly warnings: readonly string[] }> {
  const [packed, lines] = [join(folder, PACKED_FILE), join(folder, SAMPLES_FILE)];
  if (!existsSync(packed)) return { file: lines, warnings: [] };
  // With a writer alive, the lines that were just packed are about to be removed.
  if (!existsSync(lines) || writingProcess(folder) !== null) return { file: packed, warnings: [] };
  const inPacked = await countPacked(packed).catch((error: StoreError) => error);
  const isWhole = typeof inPacked === 'number' && inPacked >= (await countLines(lines));
  const [file, other] = isWhole ? [packed, lines] : [lines, packed];
  const why =
    inPacked instanceof StoreError ? inPacked.message : `it has ${isWhole ? 'all' : 'more'} samples`;
  const choice = `${basename(file)} is read (${why}); ${basename(other)} can be deleted`;
  return { file, warnings: [`${folder}: ${PACKED_FILE} and ${SAMPLES_FILE} are both there: ${choice}`] };
}

export function isPacked(file: string): boolean {
  return basename(file) === PACKED_FILE;
}
