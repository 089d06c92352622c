/** Patterns over names: globs (`*`, `?`, `{a,b}`), whatever the case of letters. */
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

/** By pattern: each is tried on many names. */
const GLOBS = new Map<string, readonly string[]>();

/** What the braces of a pattern stand for, up to one too many: `{a,b}/c` is `a/c` and `b/c`. */
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

/** In steps that are at most the product of both lengths, which no regular expression promises. */
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

/** Whether a pattern asks for variants: it has a `+` in what it says of the runtime, such as `ark+*` or `ark+zgc/*`. */
export function asksForVariants(pattern: string): boolean {
  const end = pattern.lastIndexOf('/');
  return (end < 0 ? pattern : pattern.slice(0, end)).includes('+');
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
