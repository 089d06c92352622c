/** `report --splice`: replaces the block between two HTML comments of a Markdown file. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import { analyze } from '../../analysis/analyze.ts';
import { quoteWord } from '../../define/names.ts';
import { renderSummary } from '../../report/run/report.ts';
import { UsageError } from '../errors.ts';
import { openFolder } from '../open-run.ts';
import { calledAs } from '../own-command.ts';
import type { ExitCode } from '../place.ts';
import { warn } from '../print.ts';

export async function spliceRun(
  which: string,
  folder: string,
  file: string,
  isCheck = false,
): Promise<ExitCode> {
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) throw new UsageError(`can't splice into ${file}: it is not UTF-8 text`);
  const before = bytes.toString();
  const view = analyze(openFolder(folder));
  const note = `<!-- Made by wiremark report ${view.id} --splice; changes by hand are lost. -->`;
  const after = spliced(file, before, view.suite.name, `${note}\n\n${await renderSummary(view)}`);
  if (after === before) {
    warn(`${file} is up to date`);
    return 0;
  }
  if (isCheck) {
    const command = `${calledAs()} report ${quoteWord(which)} --splice ${quoteWord(file)}`;
    warn(`${file} is out of date; to update it: ${command}`);
    return 1;
  }
  writeFileSync(file, after);
  warn(`wrote block "${view.suite.name}" of ${file}`);
  return 0;
}

export function spliced(file: string, text: string, name: string, block: string): string {
  const [begin, end] = [`<!-- wiremark:begin ${name} -->`, `<!-- wiremark:end ${name} -->`];
  const [head, inner = '', ...more] = text.split(begin);
  const [, tail, ...ends] = inner.split(end);
  if (tail === undefined || more.length + ends.length > 0 || head!.includes(end))
    throw new UsageError(
      `${file}: block "${name}" needs one begin and one end. Put these two lines where the report belongs:\n  ${begin}\n  ${end}`,
    );
  const line = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = ['', '', ...block.trimEnd().split('\n'), '', ''].join(line);
  return `${head}${begin}${lines}${end}${tail}`;
}
