import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

/** Number of terminal columns that a text fills. The text must not contain control characters. */
export function displayWidth(text: string): number {
  return stringWidth(text);
}

/** ECMA-48: control sequences (5.4), strings (5.6), and escape sequences of two (5.3) or more characters. */
const TERMINAL_SEQUENCES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences begin with them
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[PX\]^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-~]/g;

/**
 * Makes text of other programs safe to print: removes terminal sequences and escapes control characters. Keeps line breaks; tabs
 * become spaces.
 */
export function visible(text: string): string {
  return escaped(text.replaceAll(TERMINAL_SEQUENCES, '').replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' '));
}

export function singleLine(text: string): string {
  return visible(text).replaceAll('\n', ' ');
}

/** Escapes the characters of `CONTROLS` as JSON does (`\u001b`), so that strings in JSON keep their value. Removes nothing. */
export function escaped(text: string): string {
  return text.replaceAll(CONTROLS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Control characters except tab and line feed, characters that separate lines or change the direction of text, byte order marks,
 * and U+FFFE and U+FFFF, which XML forbids.
 */
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are escaped
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

export function wrap(text: string, width: number): string[] {
  if (width === Number.POSITIVE_INFINITY) return text.split('\n');
  return wrapAnsi(text, Math.max(2, width), { hard: true }).split('\n');
}

export function shown<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, part) => (typeof part === 'string' ? visible(part) : part));
}
