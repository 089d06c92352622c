import type { Command } from '@commander-js/extra-typings';
import { type OptionsOf, wholeNumber } from '../options.ts';
import type { Does } from '../place.ts';

const PORT = 8417;

export function addServe(program: Command, does: Does): void {
  serveCommand(program).action(does(async () => (await import('./serve.ts')).serve));
}

export type ServeOptions = OptionsOf<ReturnType<typeof serveCommand>>;

function serveCommand(program: Command) {
  return program
    .command('serve')
    .description('show all recorded runs as pages, and how their rows changed over time')
    .argument('[runs...]', 'more runs beside those of this folder: exported runs, runs, or folders of runs')
    .addHelpText('after', HELP)
    .option('--port <n>', 'listen on this port; 0 is any free port', wholeNumber(0, 65535), PORT)
    .option('--host <name>', 'listen on this host; any but loopback lets others read', '127.0.0.1');
}

const HELP = `
Prints an address and serves the runs in .wiremark/runs of this folder until Ctrl-C: a list with the fastest row of
each, the page of each run (as "wiremark report --html" writes it), and the history of a case. A history
shows the ratios of its rows from run to run, and where a row got slower or faster. A run is compared with the one
before on a comparable machine: same CPU, cores, memory, architecture, system and governor. Reload a page to see new
runs. A run that is being measured shows its progress.

It listens on this machine only, answers only to its own names, changes nothing, and sends nothing from outside the
folder of runs. There is no password: think twice before you use --host.

  wiremark serve
  wiremark serve --port 0
  wiremark serve from-anna.wiremark

Exit codes: 0 stopped by Ctrl-C; 2 it can't listen there.`;
