/**
 * Replaces a block between two markers of a Markdown file, each an HTML comment on a line of its own:
 *
 *     <!-- wiremark:begin NAME -->
 *     <!-- wiremark:end NAME -->
 *
 * Everything outside stays as it is, byte for byte. Markers in fenced code are examples and count for nothing.
 */

/** The file's markers don't say where the block belongs. */
export class SpliceError extends Error {
  override readonly name = 'SpliceError';
  /** From 1; null where it is about the whole file. */
  readonly line: number | null;

  constructor(line: number | null, what: string) {
    super(what);
    this.line = line;
  }
}

/** A block's name: no spaces, nothing that ends a comment. */
export const MARKER_NAME = /^(?!.*--)[\w.+-]+$/;

/** The two lines to put into a file, where the block belongs. */
export function markerLines(name: string): readonly [begin: string, end: string] {
  return [`<!-- wiremark:begin ${name} -->`, `<!-- wiremark:end ${name} -->`];
}

/**
 * @param text of the file; its line breaks are kept, and the block's are those of the line with the first marker
 * @param name of the block
 * @param block Markdown with line feeds; what surrounds it is an empty line each
 * @returns the file's new text: the same where the block is in it already
 * @throws SpliceError for no such markers, and for any markers that don't come in pairs, one after another
 */
export function splice(text: string, name: string, block: string): string {
  const lines = text.split('\n');
  const [found, again] = pairs(lines).filter((pair) => pair.name === name);
  if (found === undefined) throw new SpliceError(null, `there are no markers of a block "${name}"`);
  if (again !== undefined)
    throw new SpliceError(
      again.begin + 1,
      `a second block "${name}"; the first begins in line ${found.begin + 1}`,
    );
  const end = lines[found.begin]!.endsWith('\r') ? '\r' : '';
  const inner = ['', ...block.trimEnd().split('\n'), ''].map((line) => `${line}${end}`);
  return [...lines.slice(0, found.begin + 1), ...inner, ...lines.slice(found.end)].join('\n');
}

const MARKER = /^[ \t]*<!--\s*wiremark:(begin|end)\s+(\S+)\s*-->\s*$/;

function pairs(lines: readonly string[]) {
  const found: { name: string; begin: number; end: number }[] = [];
  let open: { name: string; begin: number } | null = null;
  const unended = ({ name, begin }: NonNullable<typeof open>) =>
    new SpliceError(begin + 1, `block "${name}" begins here and has no end: ${markerLines(name)[1]}`);
  for (const [i, line] of outsideFences(lines)) {
    const [, edge, name] = MARKER.exec(line) ?? [];
    if (name === undefined) continue;
    if (edge === 'begin') {
      if (open !== null) throw unended(open);
      open = { name, begin: i };
    } else if (open?.name === name) {
      found.push({ ...open, end: i });
      open = null;
    } else
      throw new SpliceError(i + 1, `block "${name}" ends here and has no beginning: ${markerLines(name)[0]}`);
  }
  if (open !== null) throw unended(open);
  return found;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** The lines that aren't in fenced code, by index (CommonMark 0.31, section 4.5). */
function* outsideFences(lines: readonly string[]): Generator<[number, string]> {
  let fence: string | null = null;
  for (const [i, line] of lines.entries()) {
    const [, mark, info = ''] = FENCE.exec(line.trimEnd()) ?? [];
    if (fence === null) {
      if (mark === undefined || (mark.startsWith('`') && info.includes('`'))) yield [i, line];
      else fence = mark;
    } else if (mark?.startsWith(fence) && info.trim() === '') fence = null;
  }
}
