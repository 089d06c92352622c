/** Ways to damage a file of the cache. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

function replaced(file: string, by: () => void): void {
  rmSync(file);
  by();
}

/** By description; the file must be writable. */
export const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
  'a flipped bit': (file) => {
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 4;
    writeFileSync(file, bytes);
  },
  'a cut end': (file) => truncateSync(file, readFileSync(file).length >> 1),
  'nothing in it': (file) => truncateSync(file, 0),
  'more at the end': (file) => appendFileSync(file, 'more\n'),
  gone: (file) => rmSync(file),
  'a folder': (file) => replaced(file, () => mkdirSync(join(file, 'sub'), { recursive: true })),
  'a link to nowhere': (file) => replaced(file, () => symlinkSync('nowhere', file)),
  'a pipe': (file) => replaced(file, () => execFileSync('mkfifo', [file])),
};
