import type { Command } from 'commander';
import { wholeNumber } from './options.ts';

/** Where `wiremark serve` listens unless told. Any free number that browsers allow would do. */
const PORT = 8417;

/** The flags of `wiremark serve`. */
export function addServeOptions(command: Command): Command {
  return command
    .option('--port <n>', 'listen on this port; 0 takes any that is free', wholeNumber(0, 65535), PORT)
    .option(
      '--host <name>',
      'listen on this name or address; other than loopback lets others read',
      '127.0.0.1',
    );
}

export const SERVE_HELP = `
Prints its address and serves, until Ctrl-C, the runs in .wiremark/runs of this folder: a list, the page of each
run (as "wiremark report --html" writes it) with its CSV and JSON, and the history of a serializer on a case.
Times are compared only between runs whose machines are comparable by what they recorded: CPU, cores, memory,
architecture, system, governor. New runs appear by themselves; one that is being measured shows how far it is,
without disturbing it.

It listens on this machine alone, answers only to its own names, changes nothing, and sends nothing that doesn't
lie in the folder of runs. There is no password: think twice before --host.

  wiremark serve
  wiremark serve --port 0

Exit codes: 0 stopped by Ctrl-C; 2 it can't listen there.`;
