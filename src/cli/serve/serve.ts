import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { runsFolder } from '../../store/locate.ts';
import { startServer } from '../../web/server/serve.ts';
import { explain, UsageError } from '../errors.ts';
import { isSystemError, type SystemError } from '../faults.ts';
import { placeOfRun, placesOfRuns } from '../open-run.ts';
import { calledAs } from '../own-command.ts';
import type { ExitCode, Place } from '../place.ts';
import type { ServeOptions } from './command.ts';

/**
 * `wiremark serve`: serves pages of all runs until Ctrl-C, which is its usual end: the exit code is 0.
 */
export async function serve(place: Place, runs: readonly string[], options: ServeOptions): Promise<ExitCode> {
  const root = process.cwd();
  const also = [];
  for (const one of (await Promise.all(runs.map(placesOfRuns))).flat())
    also.push(await realpath(await placeOfRun(one)));
  const server = await startServer({
    ...options,
    root,
    also,
    home: place.home,
    command: calledAs(),
    failed: (error: unknown) => explain(error, place),
  }).catch((error: unknown) => {
    throw isSystemError(error) ? new UsageError(listenAdvice(error, options), { cause: error }) : error;
  });
  // Before the address is printed: its reader may stop the server at once.
  const ended = Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => once(process, name)));
  if (!server.loopback) process.stderr.write(warning(options.host));
  process.stdout.write(`${server.url}\n`);
  process.stderr.write(`wiremark: serving the runs in ${runsFolder(root)}; Ctrl-C stops it\n`);
  await ended;
  await server.close();
  return 0;
}

function listenAdvice({ code, message }: SystemError, { port, host }: ServeOptions): string {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is taken, perhaps by another "wiremark serve". --port 0 is any free port, --port N another.`;
    case 'EACCES':
      return `port ${port} may not be used by this user. Use a port from 1024 on, or --port 0 for any free port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `"${host}" is not a name or address of this machine. Without --host it is 127.0.0.1.`;
    default:
      return `can't listen on ${host}, port ${port}: ${message}`;
  }
}

function warning(host: string): string {
  return [
    `wiremark: WARNING: listening on ${host}, not only on this machine's loopback. Anyone who can reach it, as`,
    `wiremark: ${hostname()} or by address, can read all runs in this folder, machine facts included; there is no password.`,
    '',
  ].join('\n');
}
