import type { Command } from '@commander-js/extra-typings';
import { addReading } from '../data/flags.ts';
import type { Does } from '../place.ts';

export function addNew(program: Command, does: Does): void {
  const command = program
    .command('new')
    .description('create your own serializer, runner, dataset or suite from a template')
    .addHelpText('after', HELP);
  command
    .command('serializer')
    .description('create a row: NAME/row.toml and its file')
    .argument('<name>')
    .requiredOption('--runtime <runtime>', 'use this runtime, one of "list"')
    .option('--folder <folder>', 'write to this folder (default: a folder of its name)')
    .action(does(async () => (await import('./beginning.ts')).newSerializer));
  command
    .command('runner')
    .description('create a runtime: runners/NAME/, a program that speaks the protocol (docs/PROTOCOL.md)')
    .argument('<name>')
    .action(does(async () => (await import('./beginning.ts')).newRunner));
  command
    .command('suite')
    .description('create a suite: suites/NAME.toml')
    .argument('<name>')
    .option('--dataset <name>', 'use this dataset, or one of its sizes', 'record')
    .action(does(async () => (await import('./beginning.ts')).newSuite));
  const dataset = command
    .command('dataset')
    .description('create a dataset: datasets/NAME/, generated from a schema, or your own documents')
    .argument('<name>')
    .option('--from <file>', 'keep these documents, read as "run --data" reads them');
  addReading(dataset).action(does(async () => (await import('./beginning.ts')).newDataset));
}

const HELP = `
A new definition passes "wiremark check" as it is; its comments say what to
edit. Nothing is overwritten. wiremark finds definitions in the working folder
and its parents (docs/SUITES.md).

  wiremark new serializer my-json --runtime RUNTIME
  wiremark new dataset orders --from orders.ndjson
  wiremark new suite mine`;
