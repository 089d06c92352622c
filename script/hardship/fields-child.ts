/**
 * Does verbs one after the other in one process, as the launcher would each: what is slow about a verb is starting Node.
 * Each job comes as a message; what the verb printed goes out as it is, and a mark behind it.
 */
import { main } from '../../src/cli/main.ts';

interface Job {
  readonly cwd: string;
  readonly home: string;
  readonly cache: string;
  readonly argv: readonly string[];
  readonly mark: string;
}

process.setMaxListeners(0);
process.stdout.setMaxListeners(0);
process.stderr.setMaxListeners(0);
let last: Promise<unknown> = Promise.resolve();
process.on('message', (job: Job) => {
  last = last.then(() => work(job));
});
process.on('disconnect', () => process.exit());

async function work({ cwd, home, cache, argv, mark }: Job): Promise<void> {
  process.chdir(cwd);
  const code = await main(argv, { home, cache });
  await new Promise((resolve) => process.stderr.write(`${mark} ${code}\n`, resolve));
  await new Promise((resolve) => process.stdout.write(`${mark}\n`, resolve));
}
