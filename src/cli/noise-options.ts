import { type Command, Option } from 'commander';
import { duration, wholeNumber } from './options.ts';

/** Rounds of a comparison: with fewer than six there is no interval of 95 %. */
const LEAST_ROUNDS = 6;

/** The flags of `wiremark noise`. Those that other verbs have too mean the same. */
export function addNoiseOptions(command: Command): Command {
  const add = (option: Option) => command.addOption(option);
  add(new Option('-s, --serializer <name>', 'compare this one with itself').default('node/json'));
  add(new Option('-d, --dataset <dataset/size>', 'on these documents').default('record/single'));
  add(new Option('-t, --task <task>', 'in this task').default('serialize'));
  add(
    new Option('--comparisons <n>', 'so many, with and without load each').argParser(wholeNumber(1, 100_000)),
  );
  add(
    new Option(
      '--budget <time>',
      'stop after about this time (default: 3m, none with --comparisons)',
    ).argParser(duration),
  );
  add(
    new Option('--load <n>', 'processes of the load; 0: measure without (default: cores less one)').argParser(
      wholeNumber(0, 1024),
    ),
  );
  add(
    new Option('--rounds <n>', 'of a comparison, at least six')
      .argParser(wholeNumber(LEAST_ROUNDS, 1000))
      .default(6),
  );
  add(new Option('--blocks <n>', 'of a round').argParser(wholeNumber(1, 1000)).default(4));
  add(new Option('--seed <n>', 'seed of the orders and of the load').argParser(wholeNumber(0, 2 ** 32 - 1)));
  add(new Option('--format <format>', 'what to print').choices(['terminal', 'json']).default('terminal'));
  return command;
}
