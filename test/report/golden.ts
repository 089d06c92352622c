import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { displayWidth } from '../../src/report/text/width.ts';

/** Compares a text with golden/NAME beside the test. UPDATE_GOLDEN=1 rewrites that file: read the difference then. */
export function isGolden(folder: string, name: string, text: string): void {
  const file = join(folder, 'golden', name);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  assert.equal(text, readFileSync(file, 'utf8'));
}

/** Commands to copy are never broken. */
export function fits(text: string, width: number): void {
  const lines = text.split('\n').filter((line) => !/^\S*wiremark /.test(line));
  const found = lines.filter((line) => displayWidth(line) > width);
  assert.deepEqual(found, []);
}

/** Colours are there only when asked for, and change no text. */
export function isOnlyColoured(plain: string, coloured: string): void {
  assert.equal(plain, stripVTControlCharacters(plain));
  assert.notEqual(coloured, plain);
  assert.equal(stripVTControlCharacters(coloured), plain);
}
