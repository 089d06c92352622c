import { once } from 'node:events';
import { acrossPages } from '../../fleet/report.ts';
import { runsFolder } from '../../store/locate.ts';
import { startServer } from '../../web/server/serve.ts';
import { explain, isSystemError, UsageError } from '../errors.ts';
import { placeOfRun, placesOfRuns } from '../open-run.ts';
import { calledAs } from '../own-command.ts';
import type { ExitCode, Place } from '../place.ts';

export async function serve(
  place: Place,
  runs: readonly string[],
  { port }: { port: number },
): Promise<ExitCode> {
  const root = process.cwd();
  const folders = (await Promise.all(runs.map(placesOfRuns))).flat();
  const server = await startServer({
    port,
    root,
    also: await Promise.all(folders.map(placeOfRun)),
    home: place.home,
    command: calledAs(),
    across: acrossPages,
    failed: (error: unknown) => explain(error, place),
  }).catch((error: unknown) => {
    if (!isSystemError(error)) throw error;
    throw new UsageError(`can't listen on port ${port} (${error.code}): --port 0 is any free port`);
  });
  // Signals are awaited before the address is printed: a program that reads the address may stop the server at once.
  const ended = Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => once(process, name)));
  process.stdout.write(`${server.url}\n`);
  process.stderr.write(`wiremark: serving the runs in ${runsFolder(root)}; Ctrl-C stops it\n`);
  await ended;
  await server.close();
  return 0;
}
