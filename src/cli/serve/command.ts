import type { Command } from '@commander-js/extra-typings';
import { type OptionsOf, wholeNumber } from '../options.ts';
import type { Does } from '../place.ts';

/** Where `wiremark serve` listens unless told. Any free number that browsers allow would do. */
const PORT = 8417;

export type ServeOptions = OptionsOf<ReturnType<typeof serveFlags>>;

/** `wiremark serve`. */
export function addServe(program: Command, does: Does): void {
  const command = program
    .command('serve')
    .description('show all recorded runs as pages, and how their rows changed over time')
    .argument('[runs...]', 'further runs beside those of this folder: exported ones, or folders')
    .addHelpText('after', HELP);
  serveFlags(command).action(does(async () => (await import('./serve.ts')).serve));
}

function serveFlags(command: Command<[string[]]>) {
  return command
    .option('--port <n>', 'listen on this port; 0 takes any that is free', wholeNumber(0, 65535), PORT)
    .option(
      '--host <name>',
      'listen on this name or address; other than loopback lets others read',
      '127.0.0.1',
    );
}

const HELP = `
Prints its address and serves, until Ctrl-C, the runs in .wiremark/runs of this folder: a list with the fastest row
of each, the page of each run (as "wiremark report --html" writes it), comparisons, and the history of a case: the
ratios of its rows from run to run, and where a row got slower or faster. A run is compared with the one before on a
comparable machine, by CPU, cores, memory, architecture, system and governor. A new run is there when the page is
loaded again; one that is being measured says how far it is, without being disturbed.

It listens on this machine alone, answers only to its own names, changes nothing, and sends nothing from outside the
folder of runs. There is no password: think twice before --host.

  wiremark serve
  wiremark serve --port 0
  wiremark serve from-anna.wiremark

Exit codes: 0 stopped by Ctrl-C; 2 it can't listen there.`;
