import { type Command, Option } from '@commander-js/extra-typings';
import { duration, type OptionsOf, seed } from '../options.ts';
import type { Does } from '../place.ts';

export type NoiseOptions = OptionsOf<ReturnType<typeof noiseCommand>>;

export function addNoise(program: Command, does: Does): void {
  noiseCommand(program).action(does(async () => (await import('./noise.ts')).noise));
}

function noiseCommand(program: Command) {
  return program
    .command('noise')
    .description('measure a row against itself, to see which differences this machine can show')
    .option('-s, --serializer <name>', "measure this one (default: the quick start's baseline)")
    .option('-d, --dataset <dataset/size>', 'use these documents', 'record/single')
    .option('-t, --task <task>', 'measure this task', 'serialize')
    .addOption(
      new Option('--budget <time>', 'measure for about this time').argParser(duration).default(180, '3m'),
    )
    .option('--seed <n>', 'order by this seed (default: random)', seed);
}
