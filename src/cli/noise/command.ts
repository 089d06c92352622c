import type { Command } from '@commander-js/extra-typings';
import { addOutput, duration, type OptionsOf, seed, wholeNumber } from '../options.ts';
import type { Does } from '../place.ts';

/** Rounds of a comparison: with fewer than six there is no interval of 95 %. */
const LEAST_ROUNDS = 6;

export type NoiseOptions = OptionsOf<ReturnType<typeof noiseFlags>>;

/** `wiremark noise`. */
export function addNoise(program: Command, does: Does): void {
  const command = program
    .command('noise')
    .description('compare a serializer with itself: is this machine fit to measure on?')
    .addHelpText('after', HELP);
  noiseFlags(command).action(does(async () => (await import('./noise.ts')).noise));
}

/** Those that other verbs have too mean the same. */
function noiseFlags(command: Command) {
  const noise = command
    .option('-s, --serializer <name>', "compare this one with itself (default: the quick start's baseline)")
    .option('-d, --dataset <dataset/size>', 'on these documents', 'record/single')
    .option('-t, --task <task>', 'in this task', 'serialize')
    .option('--comparisons <n>', 'so many, with and without load each', wholeNumber(1, 100_000))
    .option('--budget <time>', 'stop after about this time (default: 3m, none with --comparisons)', duration)
    .option(
      '--load <n>',
      'processes of the load; 0: measure without (default: cores less one)',
      wholeNumber(0, 1024),
    )
    .option('--rounds <n>', 'of a comparison, at least six', wholeNumber(LEAST_ROUNDS, 1000), 6)
    .option('--blocks <n>', 'of a round', wholeNumber(1, 1000), 4)
    .option('--seed <n>', 'seed of the orders and of the load', seed);
  return addOutput(noise, ['terminal', 'json']);
}

const HELP = `
Both contenders are the same serializer, so every difference is noise. Comparisons are made with the procedure of
every run, with and without a load that wiremark starts and stops itself, and beside each the naive way: A first,
then B. It takes about three minutes; more comparisons say more.

  wiremark noise
  wiremark noise --comparisons 100 --format json > noise.json
  wiremark noise -s jvm/jackson -d users/small --budget 10m`;
