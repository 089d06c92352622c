/** Processes that keep at something beside a measurement, until it is over or wiremark has gone. */
import { execa } from 'execa';
import { endGroup, watchGroup } from './group.ts';

export interface Companions {
  readonly pids: readonly number[];
  /** Why one could not be started: then none is left. Null: all are at it. */
  readonly failure: string | null;
  /** Ends them; returns when every one is gone. Never throws. */
  stop(): Promise<void>;
}

/** Starts them, and waits until each has said that it is ready: whatever it prints first. */
export async function startCompanions(commands: readonly (readonly string[])[]): Promise<Companions> {
  const companions = commands.map(start);
  const stop = async () => {
    for (const { pid } of companions) if (pid !== undefined) endGroup(pid);
    await Promise.all(companions);
  };
  const failures = await Promise.all(companions.map(failureOf));
  const failure = failures.find((one) => one !== null) ?? null;
  if (failure !== null) await stop();
  return { pids: companions.flatMap(({ pid }) => pid ?? []), failure, stop };
}

function start(command: readonly string[]) {
  const [program, ...args] = command;
  const companion = execa(program!, args, {
    // Like a runner it leads a group of its own, which goes when wiremark exits.
    detached: process.platform !== 'win32',
    buffer: false,
    reject: false,
    // Its end tells a companion that wiremark is gone, by whatever way.
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'ignore',
  });
  if (companion.pid !== undefined) watchGroup(companion.pid);
  return companion;
}

/** Null when it says that it is ready; what is wrong when it ends without. */
function failureOf(companion: ReturnType<typeof start>): Promise<string | null> {
  return new Promise((resolve) => {
    companion.stdout.once('data', () => resolve(null));
    void companion.then(({ code, exitCode, signal, command }) => {
      const program = command.split(' ')[0];
      const how =
        code === 'ENOENT' ? 'is not installed' : `ended with ${signal ?? exitCode} before it was ready`;
      resolve(`${program} ${how}`);
    });
  });
}
