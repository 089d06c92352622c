/**
 * The builds of one runtime on disk. A unit's folder is named by its key, appears whole by a rename and never changes, so
 * that what is measured from it stays as it is whatever else is built meanwhile:
 *
 * ```
 * <unit>-<key>/            what the build program wrote, and the file `built`: its placeholders and needs, and the
 *                          digest of each file that it and its needs consist of
 * <unit>-<key>.failed      why it couldn't be built, and until when that stands
 * build.lock               of the process that builds now (lock.ts)
 * .making-…                what isn't complete yet
 * shared/                  the build program's own
 * ```
 *
 * The time of change of a unit's folder, and of what units use of `shared`, is that of the last use. A unit with a file
 * that isn't as it was is no build, and is made again; what came later (a language may keep compiled code beside the
 * source) is left aside.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';
import { takeLock } from '../../machine/lock.ts';
import { fillPlaceholders } from '../placeholders.ts';
import { Contents, type FileState, readRecord, writeRecord } from './contents.ts';
import type { BuildAnswer, BuildFailure, BuildResult, Unit } from './types.ts';

const BUILT = 'built';
const DAY = 24 * 3600 * 1000;
/** Unused for so long, a build is removed; what was left unfinished, after a day. */
const KEPT = 30 * DAY;

export class BuildCache {
  /** The build program's own folder, for what units share. */
  readonly shared: string;
  readonly #folder: string;
  readonly #lock: string;
  readonly #forgets: boolean;
  #contents = new Contents();

  /**
   * @param folder made if missing
   * @param forgets whether failures are tried again before their time
   */
  constructor(folder: string, forgets = false) {
    this.#folder = folder;
    this.#forgets = forgets;
    this.shared = join(folder, 'shared');
    this.#lock = join(folder, 'build.lock');
    makeFolder(this.shared);
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
    const built = this.#built(folder);
    if (built === null || this.#contents.altered(built.files) !== null) return null;
    if (!built.needs.every((path) => existsSync(path))) return null;
    for (const entry of built.needs.flatMap((path) => this.#entryOf(path) ?? [])) touch(entry);
    const filled = (value: string) => fillPlaceholders(value, { target: folder });
    const named = Object.entries(built.placeholders);
    const placeholders = Object.fromEntries(named.map(([name, value]) => [name, filled(value)]));
    // Of needs outside, the times change with each use.
    const own = built.files.map(({ path }) => path).filter((path) => path.startsWith(folder + sep));
    const changes = own.map(lastChange);
    const altered = () =>
      new Contents().altered(built.files) ??
      own.find((path, index) => lastChange(path) !== changes[index]) ??
      null;
    return { ok: true, placeholders: { ...placeholders, build: folder }, licenses: built.licenses, altered };
  }

  /** Makes this process the one that builds, until it calls what this returns; null while another is. */
  lock(): (() => void) | null {
    const taken = takeLock(this.#lock);
    // Others may have built until now: what was seen before that doesn't count.
    this.#contents = new Contents();
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
      const { retry, ...failure } = answer;
      // A file in a folder that is there anyway, so that it can be renamed over the one before.
      writeRecord<Failed>(join(aside, 'failed'), { until: Date.now() + retry * 1000, failure });
      this.#remove(`${folder}.failed`);
      renameSync(join(aside, 'failed'), `${folder}.failed`);
      return;
    }
    const lost = answer.needs.find((path) => !existsSync(path));
    if (lost !== undefined) throw new Error(`needs ${lost}, which isn't there`);
    this.#contents = new Contents();
    const files = [aside, ...answer.needs].flatMap((path) => this.#contents.of(path));
    writeRecord<Built>(join(aside, BUILT), {
      placeholders: Object.fromEntries(answer.placeholders),
      needs: answer.needs,
      licenses: Object.fromEntries(answer.licenses),
      files: files.map(({ path, state }) => ({ state, path: inTarget(aside, path) })),
    });
    // One whose needs have gone, or that is damaged, stands in the way; whatever ran from it couldn't any more.
    this.#remove(folder);
    renameSync(aside, folder);
    this.#remove(`${folder}.failed`);
  }

  /**
   * Removes of what units share the entries that no unit finds as it was when it was built: a build program takes what is
   * there for whole.
   */
  removeDamaged(): void {
    const intact = new Map<string, boolean>();
    for (const name of readdirSync(this.#folder)) {
      const built = this.#built(join(this.#folder, name));
      const shared = (built?.files ?? []).map((file) => ({ file, entry: this.#entryOf(file.path) }));
      for (const entry of new Set(shared.flatMap((one) => one.entry ?? []))) {
        const files = shared.filter((one) => one.entry === entry).map(({ file }) => file);
        intact.set(entry, intact.get(entry) === true || this.#contents.altered(files) === null);
      }
    }
    for (const [entry, is] of intact) if (!is) this.#remove(entry);
    this.#contents = new Contents();
  }

  /** Removes what nobody has used for long. */
  removeOld(): void {
    const now = Date.now();
    for (const folder of [this.#folder, this.shared])
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        if (path === this.shared || path === this.#lock) continue;
        const longest = name.startsWith('.making-') ? DAY : KEPT;
        if (now - lastUse(path) > longest) this.#remove(path, now - longest);
      }
  }

  /** @param unusedSince if another process used it after that, it stays */
  #remove(path: string, unusedSince = Number.POSITIVE_INFINITY): void {
    const aside = join(this.#folder, `.making-gone-${randomBytes(6).toString('hex')}`);
    try {
      renameSync(path, aside);
      if (lastUse(aside) > unusedSince) renameSync(aside, path);
      rmSync(aside, { recursive: true, force: true });
    } catch {
      // Gone already, or another process's: the next that wants the place finds out.
    }
  }

  #folderOf({ id, key }: Unit): string {
    return join(this.#folder, `${id.replaceAll('/', '+')}-${key}`);
  }

  #failure(unit: Unit, since: number): BuildResult | null {
    const file = `${this.#folderOf(unit)}.failed`;
    const failed = readRecord<Failed>(file);
    if (failed === null) return null;
    const { until, failure } = failed;
    if (lastUse(file) >= since) return failure;
    if (this.#forgets || Date.now() > until) return null;
    const time = new Date(until).toLocaleString('sv').slice(0, 16);
    return { ...failure, reason: `${failure.reason} (remembered until ${time}; --rebuild tries now)` };
  }

  /** The entry of `shared` that a path is, or lies in. */
  #entryOf(path: string): string | null {
    const [entry = '..'] = relative(this.shared, path).split(sep);
    return entry === '..' || entry === '' ? null : join(this.shared, entry);
  }

  #built(folder: string): Built | null {
    const built = readRecord<Built>(join(folder, BUILT));
    if (built === null) return null;
    return {
      ...built,
      files: built.files.map(({ state, path }) => ({ state, path: resolve(folder, path) })),
    };
  }
}

interface Failed {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly failure: BuildFailure;
}

interface Built {
  readonly placeholders: Readonly<Record<string, string>>;
  readonly needs: readonly string[];
  readonly licenses: Readonly<Record<string, string>>;
  readonly files: readonly FileState[];
}

/** Relative where it is in the target, which is renamed. */
function inTarget(target: string, path: string): string {
  const inside = relative(target, path);
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside;
}

/** @returns whether it is there */
function touch(path: string): boolean {
  const now = new Date();
  try {
    utimesSync(path, now, now);
    return true;
  } catch {
    // It may be there all the same, in a cache that can only be read.
    return existsSync(path);
  }
}

/** In ns. Unlike the time of writing, nobody can set it: a file that is put back as it was has changed all the same. */
function lastChange(path: string): bigint | null {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ctimeNs ?? null;
}

function lastUse(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
}
