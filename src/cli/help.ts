/** Wraps help to the width; commander wraps only its own part. */
import { displayWidth, wrap } from '../report/text/width.ts';

/** Two columns, as of a list: what, spaces, words. */
const COLUMNS = /^( +\S.*? {2,})(\S.*)$/;

/**
 * Wraps paragraphs that are too wide; the second column of a list is wrapped below itself. Examples of commands stay as
 * they are, to be copied.
 */
export function fitted(help: string, width: number): string {
  const lines = help.split('\n');
  const isWide = (line: string) => displayWidth(line) > width;
  const isProse = (line: string | undefined) => line !== undefined && /^\S/.test(line);
  const fit = (at: number): string[] => {
    if (at >= lines.length) return [];
    let end = at + 1;
    if (isProse(lines[at])) while (isProse(lines[end])) end++;
    const part = lines.slice(at, end);
    return [...(part.some(isWide) ? broken(part, width) : part), ...fit(end)];
  };
  return fit(0).join('\n');
}

function broken(part: readonly string[], width: number): string[] {
  const [line] = part as [string];
  const [, first, second] = COLUMNS.exec(line) ?? [];
  if (first === undefined || second === undefined)
    return /^\S/.test(line) ? wrap(part.join(' '), width) : [line];
  const room = width - displayWidth(first);
  const indent = ' '.repeat(displayWidth(first));
  return room < 20 ? [line] : wrap(second, room).map((words, i) => (i === 0 ? first : indent) + words);
}
