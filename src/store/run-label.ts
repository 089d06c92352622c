/** What a run is called where people read of it. Its id is for machines. */
import { quoteWord } from '../files/shell-word.ts';
import type { RunRecord } from './record.ts';

export type NamedRun = Pick<RunRecord, 'id' | 'startedAt'> & {
  readonly name?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly suite: Pick<RunRecord['suite'], 'name'>;
};

/** A run's name, else its first tag, else its suite and when it began: `quickstart, 2026-11-22 23:59`. */
export function runLabel({ name, tags = [], suite, startedAt }: NamedRun): string {
  return name ?? tags[0] ?? `${suite.name}, ${spelledTime(startedAt)}`;
}

/** Of runs that are told apart: those of one label get their time, and those of one minute their id. */
export function runLabels(runs: readonly NamedRun[]): string[] {
  const ways = [
    runLabel,
    (run: NamedRun) => `${run.name ?? run.tags?.[0] ?? run.suite.name}, ${spelledTime(run.startedAt)}`,
  ];
  const spelled = ways.map((way) => runs.map(way));
  const isAlone = (label: string, labels: readonly string[]) =>
    labels.indexOf(label) === labels.lastIndexOf(label);
  return runs.map(
    ({ id }, i) => spelled.find((labels) => isAlone(labels[i]!, labels))?.[i] ?? `${spelled[0]![i]} (${id})`,
  );
}

/** The label as a part of a file's name: `quickstart-2026-11-22-2359`. */
export function runSlug(run: NamedRun): string {
  const slug = runLabel(run)
    .replaceAll(':', '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  return slug || run.id;
}

/** What a command takes for the run, as it can be typed: its name in quotes where a shell needs them, else its id. */
export function typedRun({ name, id }: NamedRun): string {
  return quoteWord(name ?? id);
}

/** `2025-01-31 09:45`, in the time of this machine. */
export function spelledTime(iso: string): string {
  const time = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}
