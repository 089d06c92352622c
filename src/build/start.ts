import { matchesAny } from '../define/patterns.ts';
import type { RunnerDefinition } from '../define/types.ts';

type Start = Pick<RunnerDefinition, 'start' | 'memory' | 'environment' | 'ignoreEnvironment' | 'variants'>;

/**
 * @param id the variant's id; null to start without a variant
 * @returns words of the command, with placeholders; environment variables (undefined: removed); and MiB of memory for the process
 */
export function startOf(runner: Start, id: string | null, inherited: NodeJS.ProcessEnv = process.env) {
  const ignored = Object.keys(inherited).filter((name) => matchesAny(runner.ignoreEnvironment, name));
  const variant = variantOf(runner, id);
  const environment: Record<string, string | undefined> = {
    ...Object.fromEntries(ignored.map((name) => [name, undefined])),
    ...runner.environment,
    ...variant?.environment,
  };
  const { start, memory } = runner;
  if (variant === null) return { words: start, environment, memory };
  const { replace, add } = variant;
  const [program, ...others] = start.map((word) => (Object.hasOwn(replace, word) ? replace[word]! : word));
  return { words: [program!, ...add, ...others], environment, memory: variant.memory ?? memory };
}

export function variantOf({ variants }: Pick<RunnerDefinition, 'variants'>, id: string | null) {
  return id === null ? null : variants.find((one) => one.id === id)!;
}

export const PLACEHOLDER = /\{([a-z]+)\}/g;

/** Replaces `{name}` by its value. An unknown placeholder stays, and shows in a later error. */
export function fillPlaceholders(word: string, values: Readonly<Record<string, string>>): string {
  return word.replace(PLACEHOLDER, (whole, name: string) => values[name] ?? whole);
}
