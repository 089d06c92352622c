import type { RunnerDefinition, VariantDefinition } from '../define/types.ts';

/**
 * As the manifest says, or as one of its variants changes that.
 *
 * @param id of the variant; null for the plain start
 * @returns `words`, the program and its arguments, with placeholders; `environment`, variables beside those that wiremark has
 *   itself; `memory`, MiB that the process may hold
 */
export function startOf(runner: Pick<RunnerDefinition, 'start' | 'memory' | 'variants'>, id: string | null) {
  const { start, memory } = runner;
  const variant = variantOf(runner, id);
  if (variant === null) return { words: start, environment: {}, memory };
  const { replace, add, environment } = variant;
  const [program, ...others] = start.map((word) => (Object.hasOwn(replace, word) ? replace[word]! : word));
  return { words: [program!, ...add, ...others], environment, memory: variant.memory ?? memory };
}

export function variantOf(
  { variants }: Pick<RunnerDefinition, 'variants'>,
  id: string | null,
): VariantDefinition | null {
  // Plans are made of what manifests have.
  return id === null ? null : variants.find((one) => one.id === id)!;
}
