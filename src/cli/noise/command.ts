import { type Command, Option } from '@commander-js/extra-typings';
import { addOutput, duration, type OptionsOf, seed } from '../options.ts';
import type { Does } from '../place.ts';

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
    .addOption(
      new Option('--budget <time>', 'measure for about this time').argParser(duration).default(180, '3m'),
    )
    .option('--seed <n>', 'order by this seed (default: random)', seed);
  return addOutput(noise, ['terminal', 'json']);
}

const HELP = `
Both contenders are the same serializer, measured as in every run, so every difference is noise: how far rounds
scatter, what short runs would have said, and which --target a run can reach here. A longer --budget makes the
answer more precise.

  wiremark noise
  wiremark noise --budget 20m --format json > noise.json
  wiremark noise -s jackson -d users/small --budget 10m`;
