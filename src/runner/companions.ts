/** Processes that keep at something beside a measurement, until it is over or wiremark has gone. */
import { Child } from './child.ts';
import { NotStarted } from './group.ts';

/**
 * Starts them, and waits until each has said that it is ready: whatever it prints first.
 *
 * @returns `failure`, why one could not be started, then none is left; null: all are at it; `stop`, which ends them, returns
 *   when every one is gone and never throws
 * @throws the system's own error when this machine can't start any more processes; none is left then
 */
export async function startCompanions(commands: readonly (readonly string[])[]) {
  const companions: Child[] = [];
  const stop = async () => {
    for (const companion of companions) companion.kill();
    await Promise.all(companions.map(({ ended }) => ended));
  };
  let failure: string | null = null;
  try {
    for (const command of commands) {
      const child = await Child.start({ command, folder: '.' });
      if (child instanceof NotStarted) failure = child.reason;
      else companions.push(child);
    }
    for (const one of companions) failure ??= await failureOf(one);
    if (failure !== null) await stop();
  } catch (error) {
    await stop();
    throw error;
  }
  return { pids: companions.map(({ pid }) => pid), failure, stop };
}

/** Null when it says that it is ready; what is wrong when it ends without. */
function failureOf(companion: Child): Promise<string | null> {
  return new Promise((resolve) => {
    companion.stdout.once('data', () => resolve(null)).on('error', () => {});
    void companion.ended.then(async () => resolve(await companion.lastWords('getting ready')));
  });
}
