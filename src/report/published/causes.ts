/** Why a published row has another place here, or none, as far as it is known: never a guess. */
import type { PublishedFigure } from '../../define/published-figure.ts';
import { saidPlain } from '../text/said.ts';
import type { RankedRow } from '../view/rows.ts';
import { allRows, type CaseView, type RunView } from '../view/view.ts';

/** A published row and what it is compared with. */
interface Facts {
  readonly view: RunView;
  /** The case of the table. */
  readonly one: CaseView;
  readonly figure: PublishedFigure;
  /** The row here that did the same work, if it is ranked. */
  readonly here: RankedRow | null;
  /** The row that both sides' ratios are relative to, if it is ranked here. */
  readonly reference: RankedRow | null;
  readonly moved: boolean;
}

export function causesOf(facts: Facts): string[] {
  const { one, figure, here, reference, moved } = facts;
  const { work, task, note, serializer } = figure;
  if (work !== task) return [...otherWork(facts), ...(moved ? otherVersion(facts) : [])];
  const absent = here === null || reference === null ? [absence(one, serializer)] : [];
  return [...(note === '' ? [] : [note]), ...absent, ...(moved ? otherVersion(facts) : [])];
}

/** What the page's row did instead of the table's task, and what the whole task takes here. */
function otherWork({ one, figure, here, reference }: Facts): string[] {
  const { work, task, note, serializer } = figure;
  const own = one.ranked.find(({ name }) => name === serializer);
  const whole =
    own && reference && own.task === reference.task
      ? `; the whole task (${task}) is ${saidPlain(own.ratio.estimate / reference.ratio.estimate)} here`
      : '';
  if (work === 'invalid') return [`published ${note || 'output was no valid document'}${whole}`];
  return here === null
    ? [`published did ${work}, which was not measured here${whole}`]
    : [`${work} on both sides${whole}`];
}

/** In a word, why nothing here is compared with a published row. */
export function wordOf(one: CaseView, { work, task, serializer }: PublishedFigure): string {
  if (work === 'invalid') return 'invalid there';
  const row = allRows(one).find(({ name }) => name === serializer);
  return row?.kind === 'failed' && work === task ? row.verdict : 'not measured';
}

/** Why a published row has no measured figure. */
export function absence(one: CaseView, name: string): string {
  const row = allRows(one).find((row) => row.name === name);
  if (row === undefined) return 'not in this run';
  if (row.kind === 'ranked' || row.kind === 'limit') return 'nothing here to compare it with';
  // The ranking has the whole reason, which may be a page of stack trace.
  return `${row.verdict ?? 'not measured'} here: ${row.reason.split('\n')[0]}`;
}

export function findCase(
  view: RunView,
  what: Pick<CaseView, 'dataset' | 'size' | 'task'>,
): CaseView | undefined {
  return view.cases.find(
    ({ dataset, size, task }) => dataset === what.dataset && size === what.size && task === what.task,
  );
}

/** Numbers with points between them, and what is attached: `2.6.0-rc2`. */
const VERSION = /\b\d+(?:\.\d+)+(?:-[\w.]+)?\b/;

/** That the library was another one then; empty where both sides name the same version, and for what is no library. */
function otherVersion({ figure, here }: Facts): string[] {
  if (here === null || here.version === null || here.bound !== null) return [];
  const then = VERSION.exec(figure.label)?.[0];
  if (then === undefined) return [`the page names no version; ${here.version} here`];
  return then === here.version ? [] : [`version ${then} there, ${here.version} here`];
}
