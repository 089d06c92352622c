/**
 * The builds of one runtime on disk. A unit's folder is named by its key, appears whole by a rename and never changes, so
 * that what is measured from it stays as it is whatever else is built meanwhile:
 *
 * ```
 * <unit>-<key>/            what the build program wrote, and the file `built`: its placeholders and needs
 * <unit>-<key>.failed      why it couldn't be built, and until when that stands
 * <unit>-<key>.lock        of who is building it now (lock.ts)
 * .making-…                what isn't whole yet
 * shared/                  the build program's own
 * ```
 *
 * The time of change of a unit's folder, and of what units use of `shared`, is that of the last use.
 */
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import { lockHolder, takeLock } from '../lock.ts';
import { fillPlaceholders } from '../placeholders.ts';
import { escapeValue, splitLine, unescapeValue } from '../protocol.ts';
import type { BuildAnswer, BuildResult, Unit } from './types.ts';

const BUILT = 'built';
const DAY = 24 * 3600 * 1000;
/** Unused for so long, a build is removed; what was left unfinished, after a day. */
const KEPT = 30 * DAY;

export class BuildCache {
  /** The build program's own folder, for what units share. */
  readonly shared: string;
  readonly #folder: string;

  /** @param folder made if missing */
  constructor(folder: string) {
    this.#folder = folder;
    this.shared = join(folder, 'shared');
    mkdirSync(this.shared, { recursive: true });
  }

  /**
   * What is known of a unit without building it; null for nothing.
   *
   * @param since a failure that came after this moment stands in any case (milliseconds since 1970): somebody else has
   *   just tried
   */
  find(unit: Unit, since = Number.POSITIVE_INFINITY): BuildResult | null {
    const folder = this.#folderOf(unit);
    // Touched before it is read: from then on nobody removes it.
    if (!touch(folder)) return this.#failure(unit, since);
    const lines = linesOf(join(folder, BUILT));
    if (lines === null) return null;
    const needs = lines.flatMap(([key, value]) => (key === 'needs' ? [value] : []));
    if (!needs.every((path) => existsSync(path))) return null;
    for (const path of needs) this.#touchShared(path);
    const placeholders = lines.flatMap(([key, value]) => (key === 'placeholder' ? [splitLine(value)] : []));
    const filled = placeholders.map(([name, value]) => [name, fillPlaceholders(value, { target: folder })]);
    return { ok: true, placeholders: { ...Object.fromEntries(filled), build: folder } };
  }

  /** Makes this process the one that builds a unit; null while another is. */
  lock(unit: Unit): (() => void) | null {
    const taken = takeLock(`${this.#folderOf(unit)}.lock`);
    return typeof taken === 'function' ? taken : null;
  }

  /** An empty folder to build in. */
  makeAside(): string {
    const aside = join(this.#folder, `.making-${process.pid}-${randomBytes(6).toString('hex')}`);
    mkdirSync(aside);
    return aside;
  }

  /** Keeps what was built aside, or why it couldn't be. @throws Error with the reason for what can't be kept */
  keep(unit: Unit, aside: string, answer: BuildAnswer): void {
    const folder = this.#folderOf(unit);
    if (!answer.ok) {
      const until = Date.now() + answer.retry * 1000;
      const lines = [
        ['until', String(until)],
        ['cure', answer.cure ?? ''],
        [answer.verdict, answer.reason],
      ];
      // A file in a folder that is there anyway, so that it can be renamed over the one before.
      writeLines(join(aside, 'failed'), lines);
      renameSync(join(aside, 'failed'), `${folder}.failed`);
      return;
    }
    const lost = answer.needs.find((path) => !existsSync(path));
    if (lost !== undefined) throw new Error(`needs ${lost}, which isn't there`);
    const placeholders = [...answer.placeholders].map(([name, value]) => ['placeholder', `${name} ${value}`]);
    writeLines(join(aside, BUILT), [...placeholders, ...answer.needs.map((path) => ['needs', path])]);
    // One whose needs have gone stands in the way; whatever ran from it couldn't any more.
    this.#remove(folder);
    renameSync(aside, folder);
    rmSync(`${folder}.failed`, { force: true });
  }

  /** Removes what nobody has used for long. */
  removeOld(now = Date.now()): void {
    for (const folder of [this.#folder, this.shared])
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        if (path === this.shared || lockHolder(path) !== null) continue;
        const longest = name.startsWith('.making-') ? DAY : KEPT;
        if (now - lastUse(path) > longest) this.#remove(path, now - longest);
      }
  }

  /** @param unusedSince if it was used after that, by somebody who was faster, it stays */
  #remove(path: string, unusedSince = Number.POSITIVE_INFINITY): void {
    const aside = join(this.#folder, `.making-gone-${randomBytes(6).toString('hex')}`);
    try {
      renameSync(path, aside);
      if (lastUse(aside) > unusedSince) renameSync(aside, path);
      rmSync(aside, { recursive: true, force: true });
    } catch {
      // Gone already, or somebody else's: what matters is found out by who wants the place.
    }
  }

  #folderOf({ id, key }: Unit): string {
    return join(this.#folder, `${id.replaceAll('/', '+')}-${key}`);
  }

  #failure(unit: Unit, since: number): BuildResult | null {
    const file = `${this.#folderOf(unit)}.failed`;
    const lines = linesOf(file);
    if (lines === null) return null;
    const facts = Object.fromEntries(lines);
    if (Date.now() > Number(facts.until) && lastUse(file) < since) return null;
    const verdict = facts.unsupported === undefined ? 'unavailable' : 'unsupported';
    return { ok: false, verdict, reason: facts[verdict] ?? '', ...(facts.cure && { cure: facts.cure }) };
  }

  #touchShared(path: string): void {
    const [entry = '..'] = relative(this.shared, path).split(sep);
    if (entry !== '..') touch(join(this.shared, entry));
  }
}

/** @returns whether it is there */
function touch(path: string): boolean {
  const now = new Date();
  try {
    utimesSync(path, now, now);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function lastUse(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
}

/** Keys and values of a file in the protocol's grammar; null if there is none. */
function linesOf(file: string): [key: string, value: string][] | null {
  try {
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    return lines.map(splitLine).map(([key, value]) => [key, unescapeValue(value)]);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function writeLines(file: string, lines: readonly (readonly string[])[]): void {
  writeFileSync(file, lines.map(([key, value]) => `${key} ${escapeValue(value!)}\n`).join(''));
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
