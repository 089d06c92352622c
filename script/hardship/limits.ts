/** Limits of the system: few handles or processes, little memory, short files, read-only folders, full disks. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../src/stats/random.ts';
import { cantFinish } from './finishing.ts';
import { badEnd } from './judging.ts';
import type { Practice } from './practice.ts';
import { recordRuns } from './recorded.ts';
import { VERBS, type Verb } from './verbs.ts';
import { World } from './world.ts';

/** Options of `ulimit`, with the smallest and largest value. */
const LIMITS = [
  ['-n', 16, 80],
  ['-f', 0, 40],
  ['-v', 700_000, 3_000_000],
  ['-u', 1, 40],
] as const;

export const limits: Practice = {
  name: 'limits',
  async *attempts({ scratch, seed }) {
    const disk = new Disk(join(scratch, 'limits'));
    const world = new World(scratch, 'limits');
    try {
      await recordRuns(world);
      for (let turn = 0; ; turn++) {
        const random = new Random(seed, turn);
        const verbs = VERBS.filter(({ does }) => does !== 'serves');
        const verb = verbs[random.below(verbs.length)]!;
        world.restore(verb.world ?? 'recorded');
        if (verb.isCold) world.chill();
        const kind = random.below(LIMITS.length + 2);
        const limit = LIMITS[kind];
        const room = random.below(40) * 4096;
        const number = limit && limit[1] + random.below(limit[2] - limit[1]);
        const what = limit
          ? `ulimit ${limit[0]} ${number}`
          : kind === LIMITS.length
            ? 'read-only'
            : `${room} bytes`;
        const find = await tried(world, verb, () => {
          if (limit) return { before: `ulimit ${limit[0]} ${number}` };
          if (kind > LIMITS.length) return { undo: disk.fill(room) };
          return { undo: disk.close(world.cwd) };
        });
        const again = `node --import tsx script/hardship.ts --only limits --seed ${seed} --count ${turn + 1}`;
        yield { what: `${verb.name}: ${what}`, find, again };
      }
    } finally {
      disk.leave();
    }
  },
};

interface Hindrance {
  /** A shell command before wiremark's. */
  readonly before?: string;
  readonly undo?: () => void;
}

async function tried(world: World, verb: Verb, hinder: () => Hindrance): Promise<string | null> {
  const { before, undo } = hinder();
  const outcome = await world.wiremark(verb.words, null, undefined, before);
  undo?.();
  // Node itself fails if a limit is too low.
  const isNodes = /^(#|FATAL|Fatal|node|<---|\/|terminate called|\[\d+:)/m.test(outcome.stderr);
  if (outcome.signal !== null || isNodes)
    return outcome.left.length > 0 ? `leaves ${outcome.left.join('; ')}` : null;
  return badEnd(outcome, '') ?? cantFinish(world);
}

/** A small disk if this user may mount one; otherwise a folder, which is never full. */
class Disk {
  readonly place: string;
  readonly #isMounted: boolean;

  constructor(place: string) {
    this.place = place;
    mkdirSync(place, { recursive: true });
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'wiremark-hardship', place]);
    this.#isMounted = status === 0;
    if (this.#isMounted) process.prependListener('exit', () => this.leave());
  }

  /** Fills the disk. @param room bytes that stay free. @returns a function that empties it again */
  fill(room: number): () => void {
    if (!this.#isMounted) return () => {};
    const rest = join(this.place, 'rest');
    spawnSync('sh', [
      '-c',
      'cat /dev/zero > "$1" 2>/dev/null; truncate -s "-$2" "$1"',
      'fill',
      rest,
      String(room),
    ]);
    return () => spawnSync('rm', ['-f', rest]);
  }

  /** Makes the disk read-only by a remount, since root ignores a folder's mode; without a disk, changes the folder's mode. */
  close(folder: string): () => void {
    if (!this.#isMounted) {
      chmodSync(folder, 0o555);
      return () => chmodSync(folder, 0o755);
    }
    const remount = (how: string) => () => spawnSync('mount', ['-o', `remount,${how}`, this.place]);
    remount('ro')();
    return remount('rw');
  }

  leave(): void {
    if (this.#isMounted) spawnSync('umount', ['-l', this.place]);
  }
}
