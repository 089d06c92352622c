/** Small files of keys and values in the protocol's grammar, with a digest: one that was damaged is none. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readKept } from '../../files/kept.ts';
import { escapeValue, splitLine, unescapeValue } from '../protocol.ts';

type Line = readonly [key: string, value: string];

/** @param file what is there is overwritten: beside, to be renamed */
export function writeRecord(file: string, lines: readonly Line[]): void {
  const text = lines.map(([key, value]) => `${key} ${escapeValue(value)}\n`).join('');
  writeFileSync(file, `${text}digest ${digestOf(text)}\n`);
}

/** Null if there is none, or not as it was written. */
export function readRecord(file: string): Line[] | null {
  const whole = readKept(file)?.toString() ?? '';
  const end = whole.lastIndexOf('digest ');
  const text = whole.slice(0, end);
  if (end < 0 || whole.slice(end) !== `digest ${digestOf(text)}\n`) return null;
  const lines = text.split('\n').slice(0, -1);
  return lines.map(splitLine).map(([key, value]) => [key, unescapeValue(value)]);
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
