/** Globs over names (`*`, `?`, `{a,b}`), ignoring case. */
import { MOST } from './bounds.ts';
import { type Named, rowName, runtimeName } from './names.ts';
import { suggestion } from './nearest.ts';

export function matchesAny(patterns: readonly string[], ...names: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const globs = GLOBS.get(pattern) ?? alternativesOf(pattern.toLowerCase());
    GLOBS.set(pattern, globs);
    return names.some((name) => globs.some((glob) => fits(glob, name.toLowerCase())));
  });
}

/** Cache of expanded patterns, since each is tried on many names. */
const GLOBS = new Map<string, readonly string[]>();

/** Expands braces (`{a,b}/c` is `a/c` and `b/c`), up to one more than the limit. */
export function alternativesOf(pattern: string): string[] {
  const found: string[] = [];
  const open = [pattern];
  for (let one = open.pop(); one !== undefined && found.length <= MOST.alternatives; one = open.pop()) {
    const [before, inner, after] = one.split(/\{([^{}]*)\}(.*)/s);
    if (inner === undefined) found.push(one);
    else for (const part of inner.split(',')) open.push(`${before}${part}${after}`);
  }
  return found;
}

/** Matches in at most the product of both lengths steps; a regular expression could take exponentially many. */
function fits(glob: string, name: string): boolean {
  let [g, n] = [0, 0];
  let star = { g: -1, n: 0 };
  while (n < name.length) {
    if (glob[g] === '*') star = { g: ++g, n };
    else if (glob[g] === name[n] || (glob[g] === '?' && name[n] !== '/')) [g, n] = [g + 1, n + 1];
    else if (star.g >= 0 && name[star.n] !== '/') [g, n] = [star.g, ++star.n];
    else return false;
  }
  return /^\**$/.test(glob.slice(g));
}

/** Whether a pattern asks for variants: its runtime part has a `+`, as in `ark+*` or `ark+zgc/*`. */
export function asksForVariants(pattern: string): boolean {
  const end = pattern.lastIndexOf('/');
  return (end < 0 ? pattern : pattern.slice(0, end)).includes('+');
}

/** Whether a pattern over `runtime/serializer` selects a row. Variants need a pattern that asks for them. */
export function selectsRow(pattern: string, row: Named): boolean {
  return (row.variant === null || asksForVariants(pattern)) && matchesAny([pattern], rowName(row));
}

/** Like `selectsRow`, but a pattern without a runtime matches the serializer in every variant. */
export function meansRow(pattern: string, row: Named): boolean {
  return selectsRow(pattern, row) || matchesAny([pattern], row.serializer);
}

/** Like `selectsRow`, for a pattern over runtimes. */
export function selectsRuntime(pattern: string, row: Pick<Named, 'runtime' | 'variant'>): boolean {
  return (row.variant === null || asksForVariants(pattern)) && matchesAny([pattern], runtimeName(row));
}

/**
 * Finds a pattern's mistake if it asks for a variant that doesn't exist.
 *
 * @param rows all rows to select from
 * @returns the message; null if there is no mistake
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
