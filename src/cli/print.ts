import { readFileSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import pc from 'picocolors';
import type { Catalog } from '../define/catalog.ts';
import { isFailure } from '../plan/verdict.ts';
import { type PublishedFigure, parsePublished } from '../report/published.ts';
import { renderReport } from '../report/report.ts';
import { readRun } from '../store/reader.ts';
import type { RunRecord } from '../store/record.ts';
import { OUTPUT_FORMATS, type OutputFormat, type OutputOptions } from './options.ts';
import type { ExitCode } from './place.ts';

/** Columns of what doesn't go to a terminal. */
const DEFAULT_WIDTH = 100;

/**
 * Prints a recorded run, to standard output or to `--out`, and says by the exit code whether all its rows are well.
 * What is printed is always read back from disk: nothing that wasn't kept can be shown.
 */
export async function printRun(catalog: Catalog, folder: string, options: OutputOptions): Promise<ExitCode> {
  const run = await readRun(folder);
  const format = formatOf(options);
  const toTerminal = options.out === undefined && process.stdout.isTTY === true;
  const text = await renderReport(run, {
    format,
    terminal: {
      width: toTerminal ? process.stdout.columns : DEFAULT_WIDTH,
      color: toTerminal && pc.isColorSupported,
    },
    published: publishedFigures(catalog, run.record),
  });
  if (options.out === undefined) process.stdout.write(text);
  else {
    writeFileSync(options.out, text);
    process.stderr.write(`wiremark: wrote ${options.out}\n`);
  }
  return exitCodeOf(run.record);
}

/** `--format`, else what the ending of `--out` says, else the terminal's. */
function formatOf({ format, out }: OutputOptions): OutputFormat {
  if (format !== undefined) return format;
  const ending = out === undefined ? '' : extname(out).slice(1);
  return OUTPUT_FORMATS.find((one) => one === ending) ?? 'terminal';
}

/** The suite's published table, if the suite is still defined and has one. */
export function publishedFigures(catalog: Catalog, record: RunRecord): PublishedFigure[] {
  const file = catalog.suites.get(record.suite.name)?.publishedFile;
  return file === undefined ? [] : parsePublished(readFileSync(file, 'utf8'), file);
}

/** 1 when a row failed. */
function exitCodeOf(record: RunRecord): ExitCode {
  return record.outcomes.some(({ verdict }) => isFailure(verdict)) ? 1 : 0;
}
