/** Wraps help to the width; commander wraps only its own part. */
import { displayWidth, wrap } from '../report/text/width.ts';

/** A line of a list with two columns. */
const COLUMNS = /^( +\S.*? {2,})(\S.*)$/;

/** A paragraph of unindented lines, or one indented line. */
const PART = /^\S.*(?:\n\S.*)*|^.+$/gm;

/** Wraps paragraphs and the second columns of lists; commands stay on one line, to be copied. */
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
