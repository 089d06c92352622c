import { hash } from 'node:crypto';
import { lstatSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOfFile, readKept } from '../../files/kept.ts';

export interface FileState {
  readonly path: string;
  /** SHA-256 of its content, in hex; of a link, where it leads. */
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
    return `to:${readlinkSync(path)}`;
  } catch {
    return null;
  }
}

/** @param file what is there is overwritten: beside, to be renamed */
export function writeRecord<Facts>(file: string, facts: Facts): void {
  const text = JSON.stringify(facts);
  writeFileSync(file, `${hash('sha256', text)}\n${text}`);
}

/** Null if there is none, or not as it was written. */
export function readRecord<Facts>(file: string): Facts | null {
  const [digest, text] = readKept(file)?.toString().split('\n') ?? [];
  return text !== undefined && hash('sha256', text) === digest ? (JSON.parse(text) as Facts) : null;
}
