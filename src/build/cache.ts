/**
 * The builds of one runtime on disk. A unit is a serializer, or a serializer for one dataset. Its folder is named after
 * a digest of its inputs, and gets this name only when it is complete:
 *
 *     <unit>-<key>/         what the build program wrote, and the file `built`: placeholders, needs and licenses
 *     <unit>-<key>.failed   why it couldn't be built, and when to try again
 *     shared/               files of the build program that units share
 *
 * The modification time of a unit's folder, and of an entry of `shared`, is the time of last use.
 */
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import { keep, makeFolder } from '../machine/files/write.ts';
import { takeLock } from '../machine/lock.ts';
import { fillPlaceholders } from './start.ts';
import type { BuildAnswer, BuildFailure, BuildResult, Unit } from './types.ts';

const BUILT = 'built';
const DAY = 24 * 3600 * 1000;
const KEPT = 30 * DAY;

interface Failed {
  readonly until: number;
  readonly failure: BuildFailure;
}

type Built = Omit<BuildAnswer & { ok: true }, 'ok'>;

export class BuildCache {
  readonly shared: string;
  readonly #folder: string;
  readonly #forgets: boolean;

  /** @param forgets whether to ignore failures of earlier runs (`--rebuild`) */
  constructor(folder: string, forgets = false) {
    this.#folder = folder;
    this.#forgets = forgets;
    this.shared = join(folder, 'shared');
    makeFolder(this.shared);
  }

  /**
   * Returns a unit's stored result; null if it must be built. A failure stored after `since` (ms since 1970) is never ignored,
   * because another wiremark has just tried.
   */
  find(unit: Unit, since = Number.POSITIVE_INFINITY): BuildResult | null {
    const folder = this.#folderOf(unit);
    const built = read<Built>(join(folder, BUILT));
    if (built === null) return this.#failure(unit, since);
    if (!built.needs.every((path) => existsSync(path))) return null;
    for (const path of [folder, ...built.needs.flatMap((need) => this.#entryOf(need))]) touch(path);
    const named = Object.entries(built.placeholders);
    const filled = named.map(([name, value]) => [name, fillPlaceholders(value, { target: folder })]);
    const placeholders = { ...Object.fromEntries(filled), build: folder };
    return { ok: true, placeholders, licenses: built.licenses };
  }

  lock(): (() => void) | null {
    const taken = takeLock(join(this.#folder, 'build.lock'));
    return typeof taken === 'function' ? taken : null;
  }

  makeAside(): string {
    const aside = join(this.#folder, `.making-${process.pid}-${randomBytes(6).toString('hex')}`);
    mkdirSync(aside);
    return aside;
  }

  keep(unit: Unit, aside: string, answer: BuildAnswer): void {
    const folder = this.#folderOf(unit);
    if (!answer.ok) {
      const { retry, ...failure } = answer;
      keep(`${folder}.failed`, JSON.stringify({ until: Date.now() + retry * 1000, failure }));
      return;
    }
    const { ok: _, ...built } = answer;
    keep(join(aside, BUILT), JSON.stringify(built));
    // An earlier build is still there if files that it needs are gone.
    remove(folder);
    renameSync(aside, folder);
    remove(`${folder}.failed`);
  }

  removeOld(): void {
    for (const folder of [this.#folder, this.shared])
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        const longest = name.startsWith('.making-') ? DAY : KEPT;
        if (path !== this.shared && Date.now() - lastUse(path) > longest) remove(path);
      }
  }

  #folderOf({ id, key }: Unit): string {
    return join(this.#folder, `${id.replaceAll('/', '+')}-${key}`);
  }

  #failure(unit: Unit, since: number): BuildResult | null {
    const file = `${this.#folderOf(unit)}.failed`;
    const failed = read<Failed>(file);
    if (failed === null) return null;
    const { until, failure } = failed;
    if (lastUse(file) >= since) return failure;
    if (this.#forgets || Date.now() > until) return null;
    const time = new Date(until).toLocaleString('sv').slice(0, 16);
    return { ...failure, reason: `${failure.reason} (remembered until ${time}; --rebuild tries now)` };
  }

  #entryOf(path: string): string[] {
    const [entry = '..'] = relative(this.shared, path).split(sep);
    return entry === '..' || entry === '' ? [] : [join(this.shared, entry)];
  }
}

function read<Facts>(file: string): Facts | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Facts;
  } catch {
    return null;
  }
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

function touch(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {}
}

function lastUse(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
}
