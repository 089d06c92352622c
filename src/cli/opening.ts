/** Opens recorded runs for verbs. What is to be known of their files is said on standard error, whatever is printed. */
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { loadCatalog } from '../bench/definitions.ts';
import { DefinitionError } from '../define/error.ts';
import { readPublished } from '../define/published.ts';
import type { PublishedFigure } from '../define/published-figure.ts';
import { visible } from '../report/text/width.ts';
import { scratchFor } from '../runner/scratch.ts';
import { unpackRun } from '../store/exported.ts';
import { EXPORTED } from '../store/files.ts';
import { locateRun } from '../store/locate.ts';
import { readRun, type StoredRun } from '../store/reader.ts';
import type { RunRecord } from '../store/record.ts';
import type { Place } from './place.ts';

/** @param which as for `placeOfRun`. @throws StoreError */
export async function openRun(which: string): Promise<StoredRun> {
  return openFolder(await placeOfRun(which));
}

/**
 * The folder of a run that is only to be read.
 *
 * @param which as for `locateRun`, or the path of an exported run, which is unpacked for as long as wiremark runs
 * @throws StoreError
 */
export async function placeOfRun(which: string): Promise<string> {
  if (!which.endsWith(EXPORTED) || !existsSync(which)) return locateRun(process.cwd(), which);
  // Its name serves where a folder's would.
  const folder = join(scratchFor('run'), basename(which, EXPORTED));
  mkdirSync(folder);
  await unpackRun(resolve(which), folder);
  return folder;
}

/** @param folder of the run. @throws StoreError */
export async function openFolder(folder: string): Promise<StoredRun> {
  const run = await readRun(folder);
  tell(run.record, run.warnings);
  return run;
}

/** The same with the published table that the run is held against; empty for a suite without one. */
export async function openWithPublished(
  place: Place,
  folder: string,
): Promise<{ readonly run: StoredRun; readonly published: readonly PublishedFigure[] }> {
  const run = await openFolder(folder);
  const { figures, note } = publishedOf(place, run.record);
  if (note === null) return { run, published: figures };
  tell(run.record, [note]);
  return { run: { ...run, warnings: [...run.warnings, note] }, published: figures };
}

function tell({ id }: RunRecord, warnings: readonly string[]): void {
  for (const warning of warnings) process.stderr.write(`wiremark: ${visible(`run ${id}: ${warning}`)}\n`);
}

export interface Published {
  readonly figures: readonly PublishedFigure[];
  /** Where the figures aren't what stood beside the suite when the run began. */
  readonly note: string | null;
}

/**
 * The published table of a run's suite, as it was when the run began. Runs that were recorded before it was kept fall back
 * to the suite of that name that comes with wiremark; a path that a run names is never opened.
 */
export function publishedOf(place: Place, { published, request, suite }: RunRecord): Published {
  if (published !== undefined) return { figures: published, note: null };
  if (request?.suite.endsWith('.toml')) return { figures: [], note: null };
  const figures = packagedFigures(place, suite.name);
  const note = `it was recorded by an older wiremark: the published table of suite ${suite.name} is the one of today`;
  return { figures, note: figures.length > 0 ? note : null };
}

function packagedFigures({ home }: Place, suite: string): readonly PublishedFigure[] {
  try {
    const found = loadCatalog(home).suites.get(suite);
    return found === undefined ? [] : readPublished(found);
  } catch (error) {
    // What is wrong with the definitions of today is no fault of a recorded run.
    if (error instanceof DefinitionError) return [];
    throw error;
  }
}
