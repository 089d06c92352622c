/** Why a published row stands elsewhere here, as far as it is known: never a guess. */

import type { PublishedFigure } from '../../define/published-figure.ts';
import type { RankedRow, Row } from '../view/rows.ts';
import { allRows, type CaseView, type RunView } from '../view/view.ts';

/** A published row and what it is held against. */
export interface Held {
  readonly view: RunView;
  readonly one: CaseView;
  readonly figure: PublishedFigure;
  /** The row here, if it is ranked. */
  readonly own: RankedRow | undefined;
  /** The row that both sides' ratios are relative to, if it is ranked here. */
  readonly reference: RankedRow | undefined;
  /** Time of the row here as a multiple of the reference's. */
  readonly ratio: number | null;
}

/** What the page's row did instead of the task, and why there is no figure here; empty where it did the same work. */
export function differentWork(held: Held): string[] {
  const absent = held.ratio === null ? [absence(held.one, held.figure.serializer)] : [];
  return [...otherWork(held), ...absent];
}

/** Why a published row has no measured figure. */
export function absence(one: CaseView, name: string): string {
  const row: Row | undefined = allRows(one).find((row) => row.name === name);
  if (row === undefined) return 'not in this run';
  if (row.kind === 'ranked' || row.kind === 'limit') return 'here there is nothing to compare it with';
  // The ranking has the whole reason, which may be a page of stack trace.
  return `${row.verdict ?? 'not measured'} here: ${row.reason.split('\n')[0]}`;
}

/** What the published row did instead of the task, and what that costs here beside the whole task. */
function otherWork({ view, figure, reference, ratio }: Held): string[] {
  const { work, task, dataset, size, serializer, note } = figure;
  if (work === task) return [];
  if (work === 'invalid') return [`published ${note || 'output was no valid document'}`];
  const did = `published ${work === 'to-tree' ? 'stopped at the tree' : `did ${work}`}`;
  const row = findCase(view, { dataset, size, task: work })?.ranked.find(({ name }) => name === serializer);
  if (!row || !reference) return [`${did}; ${work} was not measured here`];
  // Two cases are not measured in the same minutes, so that this ratio is a rough one.
  const rough = row.nsPerOp.estimate / reference.nsPerOp.estimate;
  const whole = ratio === null ? '' : `, the whole task ${ratio.toFixed(2)}`;
  return [`${did}; here ${work} is about ${rough.toFixed(2)}${whole}`];
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
export function otherVersion({ figure, own }: Held): string[] {
  if (own === undefined || own.version === null || own.bound !== null) return [];
  const then = VERSION.exec(figure.label)?.[0];
  if (then === undefined) return [`the page names no version; ${own.version} here`];
  return then === own.version ? [] : [`version ${then} there, ${own.version} here`];
}
