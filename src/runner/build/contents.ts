import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOfFile, readKept } from '../../files/kept.ts';
import { escapeValue, splitLine, unescapeValue } from '../protocol.ts';

export interface FileState {
  readonly path: string;
  /** SHA-256 of its content, in hex; of a link, where it leads. No spaces in either. */
  readonly state: string;
}

/** The most of one build: a build program that needs the whole machine is refused. */
const MOST_FILES = 50_000;

/** Looks at each file once. */
export class Contents {
  readonly #states = new Map<string, string | null>();

  of(path: string): FileState[] {
    const state = this.#stateOf(path);
    if (this.#states.size > MOST_FILES)
      throw new Error(
        `more than ${MOST_FILES.toLocaleString('en')} files are built and needed, up to ${path}`,
      );
    if (state !== null) return [{ path, state }];
    if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return [];
    return readdirSync(path).flatMap((name) => this.of(join(path, name)));
  }

  are(files: readonly FileState[]): boolean {
    return this.altered(files) === null;
  }

  /** The first that isn't as it was; null where all are. */
  altered(files: readonly FileState[]): string | null {
    return files.find(({ path, state }) => this.#stateOf(path) !== state)?.path ?? null;
  }

  #stateOf(path: string): string | null {
    const known = this.#states.get(path);
    if (known !== undefined) return known;
    const state = digestOfFile(path) ?? linkOf(path);
    this.#states.set(path, state);
    return state;
  }
}

function linkOf(path: string): string | null {
  try {
    return `to:${encodeURIComponent(readlinkSync(path))}`;
  } catch {
    return null;
  }
}

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
