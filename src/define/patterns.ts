/** Matches names with globs (`*`, `?`, `{a,b}`), ignoring case. */

import { type Named, rowName, runtimeName } from './names.ts';
import { suggestion } from './nearest.ts';

export function matchesAny(patterns: readonly string[], ...names: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const glob = GLOBS.get(pattern) ?? globOf(pattern);
    GLOBS.set(pattern, glob);
    return names.some((name) => glob.test(name));
  });
}

const GLOBS = new Map<string, RegExp>();

function globOf(pattern: string): RegExp {
  const escaped = alternativesOf(pattern).map((one) =>
    one
      .replaceAll(/[\\^$.+()|[\]{}]/g, '\\$&')
      .replaceAll(/\*+/g, '[^/]*')
      .replaceAll('?', '[^/]'),
  );
  return new RegExp(`^(?:${escaped.join('|')})$`, 'i');
}

function alternativesOf(pattern: string): string[] {
  const [before, inner, after] = pattern.split(/\{([^{}]*)\}(.*)/s);
  if (inner === undefined) return [pattern];
  return inner.split(',').flatMap((part) => alternativesOf(`${before}${part}${after}`));
}

/** Returns true if the runtime in a pattern has a `+`, as in `ark+*` or `ark+zgc/*`. */
export function asksForVariants(pattern: string): boolean {
  const end = pattern.lastIndexOf('/');
  return (end < 0 ? pattern : pattern.slice(0, end)).includes('+');
}

export function selectsRow(pattern: string, row: Named): boolean {
  return (row.variant === null || asksForVariants(pattern)) && matchesAny([pattern], rowName(row));
}

/** Like `selectsRow`, but a pattern without "/" may also be a serializer's name, in any runtime and variant. */
export function meansRow(pattern: string, row: Named): boolean {
  return selectsRow(pattern, row) || matchesAny([pattern], row.serializer);
}

export function selectsRuntime(pattern: string, row: Pick<Named, 'runtime' | 'variant'>): boolean {
  return (row.variant === null || asksForVariants(pattern)) && matchesAny([pattern], runtimeName(row));
}

export function unknownVariant(pattern: string, rows: readonly Named[]): string | null {
  if (!asksForVariants(pattern)) return null;
  const runtime = pattern.includes('/') ? pattern.slice(0, pattern.lastIndexOf('/')) : pattern;
  const variants = rows.filter(({ variant }) => variant !== null);
  if (variants.some((row) => selectsRuntime(runtime, row) || selectsRow(pattern, row))) return null;
  const names = new Set(variants.map(runtimeName));
  const hint = names.size === 0 ? ' No runtime has any.' : suggestion(runtime, names);
  return `"${pattern}" names no variant of a runtime.${hint}`;
}
