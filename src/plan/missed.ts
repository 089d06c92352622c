import { FixableError } from '../define/error.ts';
import { documentsName, rowName, runtimeName } from '../define/names.ts';
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
import { type Candidates, FILTER_FLAGS, type FilterName, type Filters, matches } from './filters.ts';

export class EmptyPlanError extends FixableError {}

export interface Field extends Candidates {
  readonly name: string | null;
  readonly unread?: Unread | undefined;
}

const WORDS: Readonly<Record<FilterName, string>> = {
  serializer: 'serializer',
  runtime: 'runtime',
  dataset: 'dataset or size',
  task: 'task',
  wireFormat: 'format',
};

/**
 * Returns a message for each pattern that matches no row or case. A selecting pattern (`-s`) must match in `field`, usually the
 * suite; an excluding pattern (`-S`) may instead match in `elsewhere`.
 */
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

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' });

function fix(
  name: FilterName,
  pattern: string,
  field: Field,
  elsewhere: readonly Field[],
  unread: Unread | undefined,
): string {
  const places = elsewhere.flatMap((one) => (matches(one, name, pattern) && one.name) || []);
  if (places.length > 0) return ` It matches in ${AND.format(places)}.`;
  const other = FILTER_FLAGS.find(({ key, name }) => key === name && matches(field, name, pattern));
  if (other !== undefined) return ` Did you mean -${other.letter} ${pattern}?`;
  // Wildcards at the ends would prevent the suggestion of a similar name.
  const word = pattern.replaceAll(/^[*?]+|[*?]+$/g, '');
  const exists = elsewhere.some((one) => matches(one, name, pattern));
  const kind = exists ? undefined : addedAs(name);
  const hidden = kind ? mayBeUnread(kind, unread) : '';
  const names = namesIn(field, name, word);
  // Advice to add something is for plans of suites, which have `elsewhere`, not for recorded runs, which don't.
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

export function whyEmpty(filters: Filters, { name }: Field): string {
  const flags = FILTER_FLAGS.flatMap(({ key, letter }) => {
    const patterns = filters[key] ?? [];
    return patterns.length === 0 ? [] : [`-${letter} ${patterns.join(',')}`];
  });
  if (flags.length === 0) return `${name} has no serializer that does its cases' tasks`;
  return `${flags.join(' ')} together leave nothing of ${name}`;
}
