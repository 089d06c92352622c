/**
 * How much room text takes, without a browser to ask. The widths are those of DejaVu Sans, which is wider than
 * what most systems use, so that text is never cut, only sometimes given too much room.
 */

/** Of all text but a chart's first line. In px. */
export const FONT_SIZE = 12;

/** Widths in thousandths of the font's size, each rounded up to its group's. */
const WIDTHS: readonly (readonly [characters: string, width: number])[] = [
  ["ijlIJ'., \u00a0", 320],
  ['/:;\\|f-', 362],
  ['()[]tr!', 402],
  ['"*_`†', 500],
  ['sz?cLFk', 580],
  ['vxyTPYoaeEhnuSbdgpq$0123456789{}µ', 640],
  ['KVXZBRC', 700],
  ['AUNHDG&OQ', 790],
  ['w#+<=>^~±×−≤≥→←', 840],
  ['MmW%@—', 1000],
];
/** Most letters of other alphabets need less. */
const OTHERS = 860;
/** Scripts and symbols that are as wide as they are high. */
const SQUARE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60]|\p{Emoji_Presentation}/u;

const widthOf = new Map(WIDTHS.flatMap(([characters, width]) => [...characters].map((one) => [one, width])));

/** Width of one line in px, rather too much than too little. */
export function textWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const one of text) width += widthOf.get(one) ?? (SQUARE.test(one) ? 1000 : OTHERS);
  return Math.ceil((width * fontSize) / 1000);
}

/**
 * Lines that are at most `width` px wide: broken at spaces, and inside a word only where it is wider than a line, after
 * what joins the parts of a name.
 */
export function wrapText(text: string, width: number, fontSize: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const character of text) {
    const longer = (line + character).trimStart();
    const fits = line === '' || textWidth(longer, fontSize) <= width;
    const end = longer.search(/ \S*$/) + 1 || line.search(/[/@+_-][^/@+_-]*$/) + 1 || line.length;
    if (!fits) lines.push(longer.slice(0, end).trimEnd());
    line = fits ? longer : longer.slice(end);
  }
  return [...lines, line];
}

/** The widest of the texts at the charts' font size, each a line; 0 for none. */
export function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => textWidth(text, FONT_SIZE)));
}
