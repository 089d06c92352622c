import { z } from 'zod';
import { MOST } from './bounds.ts';
import { nearestName, suggestion } from './nearest.ts';
import type { TomlDocument, TomlPath } from './toml.ts';
import { FORMATS } from './types.ts';

/** Names that are safe in paths, patterns and protocol lines. They have no "+", which separates runtime and variant. */
export const nameSchema = z
  .string()
  .max(MOST.name)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, { error: 'expected a name of letters, digits, ".", "_" and "-"' });

export const formatSchema = z.union(
  [z.enum(FORMATS), z.templateLiteral(['own:', z.string().regex(/^[a-z][a-z0-9-]*$/)])],
  { error: `expected one of ${FORMATS.join(', ')}, or own:NAME, a name of small letters, digits and "-"` },
);

export function requireName(document: TomlDocument, name: string, what: string): void {
  if (!nameSchema.safeParse(name).success)
    throw document.error([], `"${name}" can't name a ${what}: use letters, digits, "-", "_" and "."`);
}

export const lineSchema = z.string().regex(/^\P{Cc}*$/u, {
  error: 'expected no control characters, such as a line break',
});

export const wordSchema = lineSchema.min(1);

export function whole(least: number, most: number): z.ZodInt {
  return z.int().min(least).max(most);
}

export const titleSchema = z.string().min(1, { error: 'expected some text' });

export function uniqueList<T extends z.ZodType<string>>(element: T): z.ZodArray<T> {
  return z.array(element).superRefine((values, context) => {
    values.forEach((value, i) => {
      if (values.indexOf(value) === i) return;
      context.addIssue({ code: 'custom', path: [i], message: `"${value}" is listed twice` });
    });
  });
}

export function table<S extends z.core.$ZodLooseShape>(shape: S): z.ZodObject<S, z.core.$strict> {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown key.${suggestion(issue.keys[0]!, Object.keys(shape))}`
        : undefined,
  });
}

export function mapOf<T extends z.ZodType>(value: T, name: z.ZodType<string, string> = z.string()) {
  return z
    .record(name, value)
    .transform((entries): ReadonlyMap<string, z.output<T>> => new Map(Object.entries(entries)));
}

/** Throws a DefinitionError if two entries have the same id. */
export function checkIds(
  toml: TomlDocument,
  what: string,
  entries: readonly { readonly id: string }[],
  pathOf = (i: number): TomlPath => [what, i, 'id'],
): void {
  const seen = new Map<string, number>();
  entries.forEach(({ id }, i) => {
    const path = pathOf(i);
    const line = seen.get(id);
    if (line !== undefined) throw toml.error(path, `"${id}" is already the ${what} of line ${line}`);
    seen.set(id, toml.lineOf(path));
  });
}

export type Read<S extends z.ZodType> = Frozen<z.output<S>>;

type Frozen<T> = T extends ReadonlyMap<string, unknown> ? T : { readonly [K in keyof T]: Frozen<T[K]> };

/** @throws DefinitionError for the first error. Unknown keys come first, because they may be misspelled required keys. */
export function checkToml<S extends z.ZodType>(document: TomlDocument, schema: S): Read<S> {
  const result = schema.safeParse(document.value, { reportInput: true });
  if (result.success) return result.data as Read<S>;
  // Zod reports an unsafe integer twice: as unsafe and as out of range.
  const wrong = result.error.issues.filter((issue) => !('note' in issue));
  const issues = wrong.sort(
    (a, b) =>
      Number(b.code === 'unrecognized_keys') - Number(a.code === 'unrecognized_keys') ||
      document.lineOf(a.path) - document.lineOf(b.path),
  );
  const issue = issues[0]!;
  if (issue.code === 'unrecognized_keys')
    throw document.error([...issue.path, issue.keys[0]!], issue.message);
  throw document.error(issue.path, whatIsWrong(issue, found(issue.input)));
}

function whatIsWrong(issue: z.core.$ZodIssue, found: string): string {
  if (issue.code === 'custom') return issue.message;
  if (issue.code === 'invalid_key') return issue.issues[0]!.message;
  if (issue.input === undefined) return `missing; ${expected(issue)}`;
  const near = typeof issue.input === 'string' ? nearestName(issue.input, namesOf(issue)) : undefined;
  return `${expected(issue)}; found ${found}${near === undefined ? '' : `. Did you mean "${near}"?`}`;
}

function namesOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'invalid_union') return issue.errors.flat().flatMap(namesOf);
  return issue.code === 'invalid_value' ? issue.values.map(String) : [];
}

function expected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${WORDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected one of ${issue.values.join(', ')}`;
    case 'too_small':
      return `expected at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`;
    case 'too_big':
      return `expected at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`;
    default:
      return issue.message;
  }
}

const WORDS: Readonly<Record<string, string>> = {
  object: 'a table',
  record: 'a table',
  array: 'a list',
  int: 'a whole number',
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
};

const UNITS: Readonly<Record<string, string>> = { array: ' of them', string: ' letters' };

function found(input: unknown): string {
  if (Array.isArray(input)) return input.length === 0 ? 'an empty list' : 'a list';
  if (input instanceof Date) return 'a date';
  if (typeof input === 'object' && input !== null) return 'a table';
  return typeof input === 'string' ? JSON.stringify(input) : String(input);
}
