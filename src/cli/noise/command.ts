import type { Command } from '@commander-js/extra-typings';
import { addOutput, duration, type OptionsOf, seed, wholeNumber } from '../options.ts';
import type { Does } from '../place.ts';

/** Rounds of a comparison: with fewer than six there is no interval of 95 %. */
const LEAST_ROUNDS = 6;

export function addNoise(program: Command, does: Does): void {
  noiseCommand(program).action(does(async () => (await import('./noise.ts')).noise));
}

export type NoiseOptions = OptionsOf<ReturnType<typeof noiseCommand>>;

function noiseCommand(program: Command) {
  const noise = program
    .command('noise')
    .description('compare a serializer with itself, to see if this machine is fit to measure on')
    .addHelpText('after', HELP)
    .option('-s, --serializer <name>', "compare this one with itself (default: the quick start's baseline)")
    .option('-d, --dataset <dataset/size>', 'use these documents', 'record/single')
    .option('-t, --task <task>', 'measure this task', 'serialize')
    .option(
      '--comparisons <N>',
      'make N comparisons without load and N with it (default: as many as --budget allows)',
      wholeNumber(1, 100_000),
    )
    .option('--budget <time>', 'stop after about this time (default: 3m, none with --comparisons)', duration)
    .option(
      '--load <N>',
      'load this machine with N processes; 0: never (default: one fewer than it has cores)',
      wholeNumber(0, 1024),
    )
    .option('--rounds <N>', 'measure N rounds a comparison, at least 6', wholeNumber(LEAST_ROUNDS, 1000), 6)
    .option('--blocks <N>', 'measure N blocks a round', wholeNumber(1, 1000), 4)
    .option('--seed <n>', 'order and load by this seed (default: random)', seed);
  return addOutput(noise, ['terminal', 'json']);
}

const HELP = `
Both contenders are the same serializer, so every difference is noise. Each comparison follows the procedure of
every run, with and without a load that wiremark starts and stops itself. The naive way is measured, too: all of A,
then all of B. It takes about three minutes; more comparisons make the answer more precise.

  wiremark noise
  wiremark noise --comparisons 100 --format json > noise.json
  wiremark noise -s jvm/jackson -d users/small --budget 10m`;
