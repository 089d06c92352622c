import type { Command } from '@commander-js/extra-typings';
import { addReading } from '../data/flags.ts';
import type { Does } from '../place.ts';

/** `wiremark new`: a commented beginning of what can be defined, in the working folder. */
export function addNew(program: Command, does: Does): void {
  const command = program
    .command('new')
    .description('begin a serializer, a runner, a dataset or a suite of your own')
    .addHelpText('after', HELP);
  command
    .command('serializer')
    .description('a row beside those that ship: NAME/row.toml and its file')
    .argument('<name>')
    .requiredOption('--runtime <runtime>', 'the runtime that it is for, such as those of "wiremark list"')
    .option('--folder <folder>', 'where it goes (default: a folder of its name)')
    .action(does(async () => (await import('./beginning.ts')).newSerializer));
  command
    .command('runner')
    .description('a runtime: runners/NAME/, a program that speaks the protocol (docs/PROTOCOL.md)')
    .argument('<name>')
    .action(does(async () => (await import('./beginning.ts')).newRunner));
  command
    .command('suite')
    .description('what is compared: suites/NAME.toml')
    .argument('<name>')
    .option('--dataset <name>', 'the dataset that it is on, or one of its sizes', 'record')
    .action(does(async () => (await import('./beginning.ts')).newSuite));
  addDataset(command, does);
}

function addDataset(command: Command, does: Does): void {
  const dataset = command
    .command('dataset')
    .description('documents: datasets/NAME/, made from a schema, or those that you have')
    .argument('<name>')
    .option('--from <file>', 'keep these documents, taken as "run --data" takes them');
  addReading(dataset).action(does(async () => (await import('./dataset.ts')).newDataset));
}

const HELP = `
What is begun passes "wiremark check" as it is; its comments say what to change. Nothing is overwritten. Datasets,
suites and runners are found in the working folder and its parents (docs/SUITES.md, "Where definitions are found").

  wiremark new serializer my-json --runtime RUNTIME
  wiremark new dataset orders --from orders.ndjson
  wiremark new suite mine`;
