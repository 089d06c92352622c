/** Patterns over names: globs (`*`, `?`, `{a,b}`), whatever the case of letters. */
import picomatch from 'picomatch';
import { type Named, rowName, runtimeName } from './names.ts';
import { suggestion } from './nearest.ts';

/** By pattern: each is held against many names, and making one takes a hundred times as long. */
const MATCHERS = new Map<string, (name: string) => boolean>();

/** Whether any of the names matches any of the patterns. */
export function matchesAny(patterns: readonly string[], ...names: readonly string[]): boolean {
  return patterns.some((pattern) => {
    // A `+` between two parts of a name is itself, also after a brace, where picomatch would repeat what stands before.
    const matches = MATCHERS.get(pattern) ?? picomatch(pattern, { nocase: true, regex: false });
    MATCHERS.set(pattern, matches);
    return names.some((name) => matches(name));
  });
}

/** Whether a pattern asks for variants: it has a `+` in what it says of the runtime, such as `jvm+*` or `jvm+zgc/*`. */
export function asksForVariants(pattern: string): boolean {
  const end = pattern.lastIndexOf('/');
  // Before a parenthesis it is the glob's own.
  return /\+(?!\()/.test(end < 0 ? pattern : pattern.slice(0, end));
}

/** Whether a pattern over `runtime/serializer` selects a row; one that doesn't ask for variants selects none. */
export function selectsRow(pattern: string, row: Named): boolean {
  return (row.variant === null || asksForVariants(pattern)) && matchesAny([pattern], rowName(row));
}

/** The same of a pattern that may also be over serializers alone, which says nothing of variants. */
export function meansRow(pattern: string, row: Named): boolean {
  return selectsRow(pattern, row) || matchesAny([pattern], row.serializer);
}

/** The same of a pattern over runtimes alone. */
export function selectsRuntime(pattern: string, row: Pick<Named, 'runtime' | 'variant'>): boolean {
  return (row.variant === null || asksForVariants(pattern)) && matchesAny([pattern], runtimeName(row));
}

/**
 * Whether a pattern asks for a variant that there isn't.
 *
 * @param rows all that there is to select from
 * @returns what to tell; null when it doesn't
 */
export function unknownVariant(pattern: string, rows: readonly Named[]): string | null {
  if (!asksForVariants(pattern)) return null;
  const runtime = pattern.includes('/') ? pattern.slice(0, pattern.lastIndexOf('/')) : pattern;
  const variants = rows.filter(({ variant }) => variant !== null);
  if (variants.some((row) => selectsRuntime(runtime, row) || selectsRow(pattern, row))) return null;
  const names = new Set(variants.map(runtimeName));
  const hint = names.size === 0 ? ' No runtime has any.' : suggestion(runtime, names);
  return `"${pattern}" names no variant of a runtime.${hint}`;
}
