/** Explains filters that match nothing: suggests the nearest name, or says where the pattern would match. */
import { FixableError } from '../define/error.ts';
import { caseName, documentsName, rowName, runtimeName } from '../define/names.ts';
import {
  type Addable,
  howToAdd,
  mayBeUnread,
  nearestName,
  suggestion,
  type Unread,
  unreadCalled,
} from '../define/nearest.ts';
import { asksForVariants } from '../define/patterns.ts';
import {
  asksForWay,
  type Candidates,
  FILTER_FLAGS,
  type FilterName,
  type Filters,
  matches,
  selectsCase,
  selectsSerializer,
} from './filters.ts';

/** Filters or arguments select no row or case; the message says which. */
export class EmptyPlanError extends FixableError {
  override readonly name = 'EmptyPlanError';
}

/** Rows and cases to filter: those of a suite, of a run, or of all definitions. */
export interface Field extends Candidates {
  /** Name in messages, such as `suite league`; null if messages don't name it. */
  readonly name: string | null;
  /** Definitions that couldn't be read, and could be what a pattern names. */
  readonly unread?: Unread | undefined;
}

const WORDS: Readonly<Record<FilterName, string>> = {
  serializer: 'serializer',
  runtime: 'runtime',
  dataset: 'dataset or size',
  task: 'task',
  wireFormat: 'format',
};

/** One message for each pattern without a match. A selecting pattern must match in the field, an excluding one anywhere. */
export function missedPatterns(filters: Filters, field: Field, elsewhere: readonly Field[] = []): string[] {
  const everywhere = [field, ...elsewhere];
  const unread = everywhere.find((one) => one.unread)?.unread;
  return FILTER_FLAGS.flatMap(({ name, key, letter }) => {
    const of = key === name ? [field] : everywhere;
    const missed = (filters[key] ?? []).filter((pattern) => !of.some((one) => matches(one, name, pattern)));
    const kind = addedAs(name);
    return missed.map(
      (pattern) =>
        (kind && unreadCalled(unread, kind, pattern)?.message) ??
        `-${letter} ${pattern} matches no ${WORDS[name]} of ${field.name}.${fix(name, pattern, field, elsewhere, unread)}`,
    );
  });
}

function fix(
  name: FilterName,
  pattern: string,
  field: Field,
  elsewhere: readonly Field[],
  unread: Unread | undefined,
): string {
  const named = elsewhere.filter((one) => one.name !== null);
  const places = named.filter((one) => matches(one, name, pattern)).map((one) => one.name);
  if (places.length > 0) return ` It matches in ${spelled(places, 'and')}.`;
  const others = FILTER_FLAGS.filter(
    (other) => other.key === other.name && matches(field, other.name, pattern),
  );
  const flags = others.map(({ letter }) => `-${letter} ${pattern}`);
  if (flags.length > 0) return ` Did you mean ${spelled(flags, 'or')}?`;
  // Wildcards at the ends of a glob would hide the nearest name.
  const word = pattern.replaceAll(/^[*?]+|[*?]+$/g, '');
  const exists = elsewhere.some((one) => matches(one, name, pattern));
  const kind = exists ? undefined : addedAs(name);
  const hidden = kind ? mayBeUnread(kind, unread) : '';
  const names = namesIn(field, name, word);
  // A recorded run has no `elsewhere`, and nothing can be added to it.
  const isAddable = kind !== undefined && elsewhere.length > 0 && nearestName(word, names) === undefined;
  return `${suggestion(word, names)}${hidden || (isAddable ? howToAdd(kind, pattern) : '')}`;
}

const addedAs = (name: FilterName): Addable | undefined =>
  name === 'task' || name === 'wireFormat' ? undefined : name;

function namesIn({ rows, cases }: Field, name: FilterName, word: string): Set<string> {
  const isPath = word.includes('/');
  const variants = asksForVariants(word);
  const own = rows.filter(({ variant }) => variants || variant === null);
  switch (name) {
    case 'serializer':
      return new Set(own.map((row) => (isPath ? rowName(row) : row.serializer)));
    case 'runtime':
      return new Set(own.map(runtimeName));
    case 'wireFormat':
      return new Set(rows.map(({ format }) => format));
    case 'dataset':
      return new Set(cases.map((one) => (isPath ? documentsName(one) : one.dataset)));
    case 'task':
      return new Set(cases.map(({ task }) => task));
  }
}

/** `a`, `a and b`, `a, b and c`. */
function spelled(words: readonly (string | null)[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** Message for filters that match something each, but nothing together: lists what each filter alone selects. */
export function whyEmpty(filters: Filters, { name, rows, cases }: Field): string {
  const leaves = FILTER_FLAGS.flatMap(({ name, key, letter }) => {
    const patterns = filters[key] ?? [];
    const alone = { [key]: patterns };
    const isLeft = (row: Field['rows'][number]) =>
      (row.variant === null || asksForWay(alone, row)) && selectsSerializer(alone, row);
    const left =
      name === 'dataset' || name === 'task'
        ? cases.filter((one) => selectsCase(alone, one)).map(caseName)
        : rows.filter(isLeft).map(rowName);
    return patterns.length === 0 ? [] : [`\n  -${letter} ${patterns.join(',')} leaves ${shortList(left)}`];
  });
  if (leaves.length === 0) return `${name} has no serializer that does its cases' tasks`;
  return `the filters together leave nothing of ${name}:${leaves.join('')}`;
}

function shortList(names: readonly string[]): string {
  if (names.length === 0) return 'nothing';
  return names.length < 6
    ? names.join('; ')
    : `${names.slice(0, 4).join('; ')}; and ${names.length - 4} more`;
}
