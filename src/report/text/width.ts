/** How wide text is on a terminal, and how it is broken into lines. Serves browsers too: nothing here is Node's. */
import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

/** Columns that the text takes on a terminal. It must not have control characters. */
export function displayWidth(text: string): number {
  return stringWidth(text);
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
 * change the direction of text become escapes, so that an error message can neither color the terminal nor reorder a
 * line; so do those that XML doesn't allow. Line breaks stay.
 */
export function visible(text: string): string {
  return text
    .replaceAll(TERMINAL_SEQUENCES, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(STEERING, escapeOf);
}

/** The same of text that takes one line, as a name does. */
export function singleLine(text: string): string {
  return visible(text).replaceAll('\n', ' ');
}

/**
 * Text that is in its form already, with escapes for what could steer a terminal and nothing taken away: within the
 * strings of JSON it says the same as before. Tabs and line breaks stay.
 */
export function escaped(text: string): string {
  return text.replaceAll(STEERING, escapeOf);
}

const STEERING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Lines of at most `width` columns: broken at spaces, and inside a word only where it is longer than a line. */
export function wrap(text: string, width: number): string[] {
  if (width === Number.POSITIVE_INFINITY) return text.split('\n');
  return wrapAnsi(text, Math.max(2, width), { hard: true }).split('\n');
}

/** A value that JSON can carry, with the control characters of all its texts made visible, for where markup is made of it. */
export function shown<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, part) => (typeof part === 'string' ? visible(part) : part));
}
