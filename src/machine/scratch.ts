/**
 * This process's temporary folder. If wiremark is killed, the next command removes the folder and ends the
 * children, which have a mark in their environment.
 */
import { lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Holder, isAlive, MACHINE, OWN } from './lock.ts';
import { namesIn, pids, read } from './proc.ts';
import { signal } from './process-group.ts';

let own: string | null = null;

export function scratchFolder(): string {
  if (own !== null) return own;
  const folder = mkdtempSync(join(tmpdir(), `wiremark-${MACHINE}-${OWN.pid}-${OWN.start}-`));
  process.on('exit', () => remove(folder));
  own = folder;
  return folder;
}

export function scratchFor(what: string): string {
  return mkdtempSync(join(scratchFolder(), `${what}-`));
}

export function sweep(): void {
  const user = process.getuid?.();
  for (const name of namesIn(tmpdir())) {
    const [, machine, pid, start = ''] =
      /^wiremark-(?:[a-z]+-)?([0-9a-f]{8})-(\d+)-(\d+)-\w+$/.exec(name) ?? [];
    const holder = { pid: Number(pid), start };
    if (machine !== MACHINE || isAlive(holder)) continue;
    const left = join(tmpdir(), name);
    const owner = lstatSync(left, { throwIfNoEntry: false })?.uid;
    if (user !== undefined && owner !== user) continue;
    endChildren(holder);
    remove(left);
  }
}

export function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // An ending process may still write there: a later sweep removes the rest.
  }
}

const MARK = 'WIREMARK_STARTED_BY';

export function markForChildren(): Readonly<Record<string, string>> {
  return { [MARK]: markOf(OWN) };
}

function markOf({ pid, start }: Holder): string {
  return `${pid}-${start}`;
}

function endChildren(holder: Holder): void {
  const variable = `\0${MARK}=${markOf(holder)}\0`;
  for (let turn = 0; turn < 3; turn++) {
    const found = pids().filter((pid) => `\0${read(`/proc/${pid}/environ`)}`.includes(variable));
    if (found.length === 0) return;
    for (const pid of found) signal(pid, 'SIGKILL');
  }
}
