import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** A folder that is gone after the tests of a file. */
export function temporary(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `wiremark-${name}-`));
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}
