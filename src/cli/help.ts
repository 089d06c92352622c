/** Wraps help to the width; commander wraps only its own part. */
import { displayWidth, wrap } from '../report/text/width.ts';

/** Two columns, as of a list: what, spaces, words. */
const COLUMNS = /^( +\S.*? {2,})(\S.*)$/;

/** A paragraph of lines that aren't indented, or one other line. */
const PART = /^\S.*(?:\n\S.*)*|^.+$/gm;

/**
 * Wraps paragraphs that are too wide; the second column of a list is wrapped below itself. Examples of commands stay as
 * they are, to be copied.
 */
export function fitted(help: string, width: number): string {
  const isWide = (line: string) => displayWidth(line) > width;
  return help.replaceAll(PART, (part) => (part.split('\n').some(isWide) ? broken(part, width) : part));
}

function broken(part: string, width: number): string {
  const [, first, second] = COLUMNS.exec(part) ?? [];
  if (first === undefined || second === undefined)
    return /^\S/.test(part) ? wrap(part.replaceAll('\n', ' '), width).join('\n') : part;
  const indent = displayWidth(first);
  const room = width - indent;
  return room < 20 ? part : first + wrap(second, room).join(`\n${' '.repeat(indent)}`);
}
