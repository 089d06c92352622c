/** The seal of a finished run: SHA-256 digests of the run's files, as `sha256sum` writes them. */
import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { reaching, StoreError } from '../error.ts';
import { replaceFile } from './durable.ts';
import { RUN_FILE, SAMPLES_FILE, SEAL_FILE } from './files.ts';
import { readBytes } from './parse.ts';

export interface Seal {
  /** Accepted digests of run.json: one, or two while a new version of the file replaces the old. */
  readonly records: readonly string[];
  readonly samples: string;
}

const MOST_BYTES = 4096;

export function readSeal(folder: string): Seal | null {
  const file = join(folder, SEAL_FILE);
  if (reaching(file, 'read', () => lstatSync(file, { throwIfNoEntry: false })) === undefined) return null;
  const text = readBytes(file, MOST_BYTES).toString();
  const lines = [...text.matchAll(/^([0-9a-f]{64}) {2}(.*)$/gm)];
  const digestsOf = (wanted: string) =>
    lines.flatMap(([, digest, name]) => (name === wanted ? [digest!] : []));
  const seal = { records: digestsOf(RUN_FILE), samples: digestsOf(SAMPLES_FILE)[0] ?? '' };
  if (seal.records.length > 0 && sealText(seal) === text) return seal;
  throw new StoreError(file, 'not the seal of a run: cut short or changed');
}

export function writeSeal(folder: string, seal: Seal): void {
  replaceFile(join(folder, SEAL_FILE), sealText(seal));
}

export function sealText({ records, samples }: Seal): string {
  const lines = [...records.map((digest) => [digest, RUN_FILE]), [samples, SAMPLES_FILE]];
  return lines.map(([digest, name]) => `${digest}  ${name}\n`).join('');
}

export function requireSealed(file: string, text: string, { records }: Seal): void {
  if (records.includes(hash('sha256', text))) return;
  const what = 'not the record that was sealed: it was changed or damaged since';
  throw new StoreError(file, `${what}. Put a copy of it in its place, or leave this run out`);
}
