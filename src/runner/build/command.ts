import { execa } from 'execa';
import type { BuildInput, BuildResult, BuildResults } from './types.ts';

/**
 * Runs the build command of a runner from outside, in the runner's folder, every time: what has changed is for that
 * command (make, cargo, …) to find out. `{folder}` and `{build}` are filled in. One result for all serializers.
 */
export async function buildByCommand(input: BuildInput, command: readonly string[]): Promise<BuildResults> {
  input.progress(`${input.runner.runtime}: ${command.join(' ')}`);
  const places: Record<string, string> = { folder: input.runner.folder, build: input.folder };
  const [program, ...args] = command.map((word) => fillPlaceholders(word, places));
  const result = await execa(program!, args, {
    cwd: input.runner.folder,
    all: true,
    reject: false,
    stdin: 'ignore',
    ...(input.signal && { cancelSignal: input.signal }),
  });
  input.signal?.throwIfAborted();
  const outcome: BuildResult =
    result.exitCode === 0
      ? { ok: true, placeholders: {} }
      : {
          ok: false,
          reason: `"${command.join(' ')}" failed: ${result.all?.trim().split('\n').slice(-3).join(' | ') || result.shortMessage}`,
          cure: `run it by hand in ${input.runner.folder}`,
        };
  return new Map(input.serializers.map(({ id }) => [id, outcome]));
}

/** Fills `{name}` from `values`; an unknown name stays as it is, to be seen in the error of whoever gets it. */
export function fillPlaceholders(word: string, values: Readonly<Record<string, string>>): string {
  return word.replace(/\{([a-z]+)\}/g, (whole, name: string) => values[name] ?? whole);
}
