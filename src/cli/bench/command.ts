import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { OptionsOf } from '../options.ts';
import type { Does } from '../place.ts';
import { runFlags } from '../run/command.ts';

export function addBench(program: Command, does: Does): void {
  const command = program
    .command('bench')
    .description('measure your own row next to those of suite league')
    .argument('<row...>', 'paths of row.toml files; the first row is the baseline')
    .addHelpText('after', HELP);
  const flags = benchFlags(command).action(does(async () => (await import('./bench.ts')).bench));
  // Hidden from the help, because `bench` refuses this option: `run --resume` also resumes runs of `bench`.
  flags.options.find(({ long }) => long === '--resume')!.hideHelp();
}

export type BenchOptions = OptionsOf<ReturnType<typeof benchFlags>>;

function benchFlags(command: Command<[string[]]>) {
  return runFlags(command).addOption(
    new Option(
      '--versions <revisions>',
      "measure the first row's library at these git revisions, such as main,HEAD: a row each, the first is the baseline",
    ).argParser(listed),
  );
}

/** Parses revisions. Refuses an empty one: with an unset shell variable, the next revision would silently become the baseline. */
function listed(text: string): string[] {
  const revisions = text.split(',').map((one) => one.trim());
  if (revisions.length > 1 && !revisions.includes('')) return revisions;
  throw new InvalidArgumentError('It takes two revisions or more, none of them empty, such as main,HEAD.');
}

const HELP = `
The documents are users/small; -d selects others. The other rows have the same
runtime and format; -s, -r and -f select others. The run is quick unless
--full. A row is a file for the kit of its runtime, and a row.toml like an
entry of its runner.toml:

  runtime = "node"
  id = "my-json"
  format = "json"
  output = "text"
  tasks = ["serialize", "deserialize"]
  file = "my-json.mjs"
  packages = ["my-json@file:.."]

Paths are relative to row.toml. A package is a path, as above, or one of the
runtime's registry. To compare versions:

  wiremark bench row.toml -s my-json@1.2.0 -s my-json@next=../other/folder
  wiremark bench row.toml --versions main,HEAD --fail-if 'slower > 5%'
  wiremark run league -d users/small -s oj@3.16.0 -s oj@3.17.0`;
