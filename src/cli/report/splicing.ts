import { chmodSync, existsSync, realpathSync, statSync } from 'node:fs';
import { analyze } from '../../analysis/analyze.ts';
import { readRegular } from '../../files/regular-file.ts';
import { quoteWord } from '../../files/shell-word.ts';
import { renderSummary } from '../../report/run/report.ts';
import { markerLines, SpliceError, splice } from '../../report/text/splice.ts';
import { replaceFile } from '../../store/folder/durable.ts';
import { EXPORTED } from '../../store/folder/files.ts';
import { typedRun } from '../../store/record/run-label.ts';
import { calledAs } from '../called.ts';
import { UsageError } from '../errors.ts';
import { openFolder } from '../opening.ts';
import type { ExitCode } from '../place.ts';
import { writing } from '../print.ts';
import type { ReportOptions } from './command.ts';

type SpliceOptions = Pick<ReportOptions, 'marker' | 'check'> & { readonly splice: string };

/**
 * Puts a run's short report between the markers of a file; with `check` only says whether it is up to date.
 *
 * @param which run was asked for: the path of an exported one is what can be typed again
 * @returns 1 when `check` finds the file out of date
 * @throws UsageError for a file that can't be read or written, or hasn't the markers
 */
export async function spliceRun(which: string, folder: string, options: SpliceOptions): Promise<ExitCode> {
  const view = analyze(await openFolder(folder));
  const name = options.marker ?? view.suite.name;
  const run = which.endsWith(EXPORTED) ? quoteWord(which) : typedRun(view);
  const marker = options.marker === undefined ? '' : ` --marker ${name}`;
  const command = `${calledAs()} report ${run} --splice ${quoteWord(options.splice)}${marker}`;
  const before = readText(options.splice);
  // A warning: the next run replaces what is edited by hand.
  const note = `<!-- Made by wiremark report ${view.id} --splice; changes by hand are lost. -->`;
  const block = `${note}\n\n${await renderSummary(view)}`;
  const after = spliced(before, name, block, options);
  if (after === before) {
    process.stderr.write(`wiremark: ${options.splice} is up to date\n`);
    return 0;
  }
  if (options.check) {
    process.stderr.write(`wiremark: ${options.splice} is out of date; to update it: ${command}\n`);
    return 1;
  }
  writing(options.splice, () => {
    // A link stays one, and the file keeps its permissions.
    const path = realpathSync(options.splice);
    const { mode } = statSync(path);
    replaceFile(path, after);
    chmodSync(path, mode);
  });
  process.stderr.write(`wiremark: wrote block "${name}" of ${options.splice}\n`);
  return 0;
}

function spliced(text: string, name: string, block: string, { splice: file }: SpliceOptions): string {
  try {
    return splice(text, name, block);
  } catch (error) {
    if (!(error instanceof SpliceError)) throw error;
    if (error.line !== null) throw new UsageError(`${file}:${error.line}: ${error.message}`);
    const paste = markerLines(name).map((line) => `\n  ${line}`);
    throw new UsageError(
      `${file}: ${error.message}. Put these two lines where the report belongs:${paste.join('')}`,
    );
  }
}

function readText(file: string): string {
  if (!existsSync(file)) throw new UsageError(`can't splice into ${file}: there is no such file`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readRegular(file));
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not UTF-8 text' : (error as Error).message;
    throw new UsageError(`can't splice into ${file}: ${reason}`);
  }
}
