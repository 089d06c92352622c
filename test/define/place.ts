import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { DefinitionError } from '../../src/define/error.ts';

/** A folder with the given files, for the length of a test. */
export function folderWith(context: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'wiremark-define-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** For assert.throws: an error at that line and key, whose message matches. */
export function definitionError(line: number | null, key: string | null, message: RegExp) {
  return (error: unknown): boolean => {
    if (!(error instanceof DefinitionError)) throw error;
    const where = `${error.line} ${error.key}`;
    if (where !== `${line} ${key}`)
      throw new Error(`expected ${line} ${key}, found ${where}: ${error.message}`);
    if (!message.test(error.message)) throw new Error(`expected ${message}, found: ${error.message}`);
    if (!error.message.startsWith(error.file)) throw new Error(`no file in: ${error.message}`);
    return true;
  };
}

/** For assert.throws: `line: key` and words that the message has. */
export function toldAt(place: string, words: string) {
  return (error: unknown): boolean => {
    if (!(error instanceof DefinitionError)) throw error;
    const { file, message } = error;
    if (message.startsWith(`${file}:${place}: `) && message.includes(words)) return true;
    throw new Error(`expected ${place}: … ${words}, found: ${message}`);
  };
}

/** A part of a valid text, its replacement, and the place and words of the error. */
export type Fault = readonly [from: string, to: string, place: string, words: string];

export function refuses(
  valid: string,
  read: (context: TestContext, text: string) => unknown,
  faults: readonly Fault[],
): void {
  for (const [from, to, place, words] of faults)
    it(`is refused at ${place}: ${words}`, (context) => {
      const text = valid.replace(from, to);
      if (text === valid) throw new Error('the test has to change something');
      assert.throws(() => read(context, text), toldAt(place, words));
    });
}
