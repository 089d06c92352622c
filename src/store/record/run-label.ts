/** What a run is called where people read of it. Its id is for machines. */
import { quoteWord } from '../../files/shell-word.ts';
import type { RunRecord } from './record.ts';

type NamedRun = Pick<RunRecord, 'id' | 'startedAt'> & {
  readonly name?: string | null | undefined;
  readonly suite: Pick<RunRecord['suite'], 'name'>;
};

/** A run's name, else its suite and when it began: `quickstart, 2026-11-22 23:59`. */
export function runLabel({ name, suite, startedAt }: NamedRun): string {
  return name ?? `${suite.name}, ${spelledTime(startedAt)}`;
}

const timed = (spell: typeof spelledTime) => (run: NamedRun) =>
  `${run.name ?? run.suite.name}, ${spell(run.startedAt)}`;

/** A run's labels, each of which tells more runs apart than the one before: its time, the seconds, its id's end, its id. */
const LABELS: readonly ((run: NamedRun) => string)[] = [
  runLabel,
  timed(spelledTime),
  timed(spelledSecond),
  (run) => `${runLabel(run)} (${shortId(run.id)})`,
  ({ id }) => id,
];

/** Of runs that are told apart: the shortest label that no other of them has. */
export function runLabels(runs: readonly NamedRun[]): string[] {
  const spelled = LABELS.map((label) => runs.map(label));
  return runs.map(({ id }, i) => {
    const isAlone = (labels: readonly string[]) =>
      labels.indexOf(labels[i]!) === labels.lastIndexOf(labels[i]!);
    return spelled.find(isAlone)?.[i] ?? id;
  });
}

/** Whether the run may be listed so, beside whichever others. */
export function isLabelOf(run: NamedRun, text: string): boolean {
  return LABELS.some((label) => label(run) === text);
}

/** How its id ends, which a command takes for the run where no other ends so: `29bc`. */
export function shortId(id: string): string {
  return id.split('-').at(-1)!;
}

/** Its label among others as a part of a file's name: `quickstart-2026-11-22-2359`. */
export function runSlug(run: NamedRun, others: readonly NamedRun[]): string {
  const slug = runLabels([run, ...others.filter(({ id }) => id !== run.id)])[0]!
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

function spelledSecond(iso: string): string {
  return `${spelledTime(iso)}:${String(new Date(iso).getSeconds()).padStart(2, '0')}`;
}
