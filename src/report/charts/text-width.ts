/**
 * How much room text takes, without a browser to ask. The widths are those of DejaVu Sans, which is what the PNGs are
 * drawn with and wider than what systems use, so that text is never cut, only sometimes given too much room.
 */

/** Widths in thousandths of the font's size; whatever isn't named is as wide as the widest small letter but m and w. */
const WIDTHS: readonly (readonly [characters: string, width: number])[] = [
  ['ijl', 278],
  [" ,.-/\\'|:;", 361],
  ['It()[]fr', 412],
  ['s+', 600],
  ['kvxyzcJ', 592],
  ['mWM@%—→←', 1000],
  ['w', 818],
  ['ABCDEGHKNOPQRUVX=<>≥≤±×−', 800],
];
const OTHERS = 636;
/** Scripts and symbols that are as wide as they are high. */
const SQUARE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60]|\p{Extended_Pictographic}/u;

const widthOf = new Map(WIDTHS.flatMap(([characters, width]) => [...characters].map((one) => [one, width])));

/** Upper bound of the width of one line in px. */
export function textWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const one of text) width += SQUARE.test(one) ? 1000 : (widthOf.get(one) ?? OTHERS);
  return Math.ceil((width * fontSize) / 1000);
}

/** Lines that are at most `width` px wide: broken at spaces, and inside a word only where it is wider than a line. */
export function wrapText(text: string, width: number, fontSize: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((word) => pieces(word, width, fontSize))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, fontSize) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function pieces(word: string, width: number, fontSize: number): string[] {
  const result: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && textWidth(piece + character, fontSize) > width) {
      result.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...result, piece];
}

/** The widest of the texts, each a line; 0 for none. */
export function widest(texts: readonly string[], fontSize: number): number {
  return Math.max(0, ...texts.map((text) => textWidth(text, fontSize)));
}
