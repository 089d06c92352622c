import type { Command } from '@commander-js/extra-typings';
import { wholeNumber } from '../options.ts';
import type { Does } from '../place.ts';

const PORT = 8417;

export function addServe(program: Command, does: Does): void {
  program
    .command('serve')
    .description('show all recorded runs as pages, and how their rows changed over time')
    .argument('[runs...]', 'more runs next to those of this folder: exported runs, runs, or folders of runs')
    .addHelpText('after', HELP)
    .option('--port <n>', 'listen on this port; 0 is any free port', wholeNumber(0, 65535), PORT)
    .action(does(async () => (await import('./serve.ts')).serve));
}

const HELP = `
Prints an address and serves the runs in .wiremark/runs of this folder until
Ctrl-C: a list, the page of each run (as "wiremark report --html" writes it),
rows × kinds of machine of a fleet's runs, rows × versions of a run, and the
history of a case: the ratios of its rows from run to run, and where a row got
slower or faster on the same kind of machine. Reload a page to see new runs.

It answers this machine only and changes nothing. From another machine, use an
SSH tunnel.

  wiremark serve --port 0
  wiremark serve from-anna.wiremark

Exit codes: 0 stopped by Ctrl-C; 2 it can't listen.`;
