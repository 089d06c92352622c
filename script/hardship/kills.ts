/** Kills runs at random moments and finishes them: no sample on disk may be lost. */
import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../../src/stats/random.ts';
import { PLAIN } from '../../test/contract/shipped.ts';
import { cantFinish } from './finishing.ts';
import { badEnd } from './judging.ts';
import type { Practice } from './practice.ts';
import { RUN } from './verbs.ts';
import { World } from './world.ts';

/** A run with a build and packages, which takes about six seconds. */
const SHIPPED = [
  'run',
  'quickstart',
  '-s',
  PLAIN,
  '-t',
  'serialize',
  '--rounds',
  '3',
  '--quick',
  '--no-limits',
];
const WORDS = [RUN, SHIPPED];
/** Maximum milliseconds before the signal. */
const LONGEST = 7_000;

export const kills: Practice = {
  name: 'kills',
  async *attempts({ scratch, seed }) {
    const world = new World(scratch, 'kills');
    world.store('empty');
    for (let turn = 0; ; turn++) {
      const random = new Random(seed, turn);
      const words = WORDS[random.below(WORDS.length)]!;
      const how = (['SIGKILL', 'SIGINT', 'SIGTERM', 'SIGHUP'] as const)[Math.max(0, random.below(8) - 4)]!;
      const after = random.below(LONGEST);
      world.restore('empty');
      const outcome = await world.wiremark(words, null, async (_, signal) => {
        await pause(after);
        signal(how);
      });
      const find =
        badEnd(outcome, outcome.signal === how ? 'killed' : 'interrupt') ?? (await cantFinish(world));
      const what = `${words.slice(0, 2).join(' ')}, ${how} after ${after} ms`;
      yield {
        what,
        find,
        again: `node --import tsx script/hardship.ts --only kills --seed ${seed} --count ${turn + 1}`,
      };
    }
  },
};
