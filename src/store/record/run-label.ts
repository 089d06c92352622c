import { quoteWord } from '../../define/names.ts';
import type { RunRecord } from './record.ts';

type NamedRun = Pick<RunRecord, 'id' | 'startedAt'> & {
  readonly name?: string | null | undefined;
  readonly suite: Pick<RunRecord['suite'], 'name'>;
};

export function runLabel({ name, suite, startedAt }: NamedRun): string {
  return name ?? `${suite.name}, ${spelledTime(startedAt)}`;
}

export function runLabels(runs: readonly NamedRun[]): string[] {
  const labels = runs.map(runLabel);
  const isAlone = (label: string) => labels.indexOf(label) === labels.lastIndexOf(label);
  return runs.map(({ id }, i) => (isAlone(labels[i]!) ? labels[i]! : `${labels[i]} (${shortId(id)})`));
}

export function shortId(id: string): string {
  return id.split('-').at(-1)!;
}

export function runSlug(run: NamedRun): string {
  const slug = runLabel(run)
    .replaceAll(':', '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  return slug || run.id;
}

export function typedRun({ name, id }: NamedRun): string {
  return quoteWord(name ?? id);
}

/** Formats a time as `2025-01-31 09:45`, local time. */
export function spelledTime(iso: string): string {
  return new Date(iso).toLocaleString('sv').slice(0, 16);
}

/** Shortens all paths to their last N parts: the smallest N for which different paths stay different. */
export function lastNames(paths: readonly string[]): string[] {
  const parts = paths.map((path) => path.split(/[\\/]/));
  const deepest = Math.max(1, ...parts.map(({ length }) => length));
  for (let count = 1; ; count++) {
    const names = parts.map((all) => all.slice(-count).join('/'));
    if (count >= deepest || new Set(names).size === new Set(paths).size) return names;
  }
}
