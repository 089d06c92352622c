/** How wide text is on a terminal, and how it is broken into lines. Serves browsers too: nothing here is Node's. */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

// Scripts and symbols that take two columns (Unicode's East Asian Wide and Fullwidth, and emoji shown as such).
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

/** Letters, digits and signs of one column each that join with nothing: what nearly every cell is made of. */
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2212]*$/;

/** Columns that the text takes on a terminal. It must not have control characters. */
export function displayWidth(text: string): number {
  // Finding graphemes takes a hundred times as long.
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/**
 * What ECMA-48 has to steer a terminal: control sequences (5.4), strings up to their end, of which the title and links
 * are one kind (5.6), and escape sequences of two characters (5.3).
 */
const TERMINAL_SEQUENCES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[PX\]^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-~]/g;

/**
 * Makes text from outside safe to print: sequences that steer a terminal go, other control characters and those that
 * change the direction of text become escapes, so that an error message can neither colour the terminal nor reorder a
 * line. Line breaks stay.
 */
export function visible(text: string): string {
  return text
    .replaceAll(TERMINAL_SEQUENCES, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

/** Lines of at most `width` columns: broken at spaces, and inside a word only where it is longer than a line. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(2, width)));
}

function wrapLine(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((word) => pieces(word, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (displayWidth(longer) <= width) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line];
}

/** A word, cut where it is wider than `width`. */
function pieces(word: string, width: number): string[] {
  const result: string[] = [];
  let piece = '';
  for (const { segment } of graphemes.segment(word)) {
    if (piece !== '' && displayWidth(piece + segment) > width) {
      result.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...result, piece];
}
