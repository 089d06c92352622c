/** How a runner's process is started. */
import type { RunnerDefinition } from '../define/types.ts';

export interface Start {
  /** The program and its arguments, with placeholders. */
  readonly words: readonly string[];
  /** Variables beside those that wiremark has itself. */
  readonly environment: Readonly<Record<string, string>>;
  /** MiB that the process may hold. */
  readonly memory: number;
}

/**
 * As the manifest says, or as one of its variants changes that.
 *
 * @param variant id; null for the plain start
 */
export function startOf(
  { runtime, start, memory, variants }: Pick<RunnerDefinition, 'runtime' | 'start' | 'memory' | 'variants'>,
  variant: string | null,
): Start {
  if (variant === null) return { words: start, environment: {}, memory };
  const found = variants.find(({ id }) => id === variant);
  // Plans are made of what manifests have.
  if (found === undefined) throw new Error(`${runtime} has no variant "${variant}"`);
  const { replace, add, environment } = found;
  const [program, ...others] = start.map((word) => (Object.hasOwn(replace, word) ? replace[word]! : word));
  return { words: [program!, ...add, ...others], environment, memory: found.memory ?? memory };
}
