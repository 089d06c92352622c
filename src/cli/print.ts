import { writeFileSync } from 'node:fs';
import pc from 'picocolors';
import { isFailure } from '../plan/verdict.ts';
import type { Wishes } from '../report/run/compose.ts';
import { renderReport } from '../report/run/report.ts';
import type { TerminalOptions } from '../report/text/terminal.ts';
import type { RunRecord } from '../store/record.ts';
import { UsageError } from './errors.ts';
import { openWithPublished } from './opening.ts';
import type { OutputOptions, StyleOptions } from './options.ts';
import type { ExitCode, Place } from './place.ts';

/** Columns of what doesn't go to a terminal. */
const DEFAULT_WIDTH = 100;

/**
 * Prints a recorded run, to standard output or to `--out`, and says by the exit code whether all its rows are well.
 * Who has just measured has the answer last, where a terminal shows it; who reads a report has it first. What is
 * printed is always read back from disk: nothing that wasn't kept can be shown.
 */
export async function printRun(
  place: Place,
  folder: string,
  options: OutputOptions & Wishes,
): Promise<ExitCode> {
  const { run, published } = await openWithPublished(place, folder);
  const text = await renderReport(run, {
    format: options.format,
    terminal: terminalOf(options.out),
    published,
    ...(options.style && { style: options.style }),
    ...(options.answer && { answer: options.answer }),
  });
  put(text, options.out);
  return exitCodeOf(run.record);
}

/** How what is printed may look: as the terminal allows, and plain where it goes elsewhere. */
export function terminalOf(out: string | undefined): TerminalOptions {
  const toTerminal = out === undefined && process.stdout.isTTY === true;
  return {
    width: toTerminal ? process.stdout.columns : DEFAULT_WIDTH,
    color: toTerminal && pc.isColorSupported,
  };
}

/** To `--out`, or to standard output. @throws UsageError when the file can't be written */
export function put(text: string, out: string | undefined): void {
  if (out === undefined) process.stdout.write(text);
  else putBytes(text, out);
}

/** Into a file. @throws UsageError when it can't be written */
export function putBytes(content: string | Uint8Array, out: string): void {
  try {
    writeFileSync(out, content);
  } catch (error) {
    throw new UsageError(`can't write ${out}: ${(error as Error).message}`);
  }
  process.stderr.write(`wiremark: wrote ${out}\n`);
}

/** @throws UsageError for a style of a format that has none: said before anything is measured */
export function refuseStyle({ format, style }: OutputOptions & StyleOptions): void {
  if (style === undefined || format === 'terminal' || format === 'md') return;
  throw new UsageError(`--style ${style} is for --format terminal and md; ${format} has no style`);
}

/** 1 when a row failed. */
export function exitCodeOf(record: RunRecord): ExitCode {
  return record.outcomes.some(({ verdict }) => isFailure(verdict)) ? 1 : 0;
}
