/** Why a published row has another place here, or none, as far as it is known: never a guess. */
import type { PublishedFigure } from '../../define/published-figure.ts';
import { markOf, saidPlain } from '../text/said.ts';
import type { RankedRow } from '../view/rows.ts';
import { allRows, type CaseView, type RunView } from '../view/view.ts';
import { VERSION } from './place.ts';

/** A published row, and the ranked row here that did the same work. */
export interface Pair {
  readonly figure: PublishedFigure;
  readonly here: RankedRow | null;
}

/**
 * @param one the case of the table
 * @param reference the row that both sides' ratios are relative to, if it is ranked here
 */
export function causesOf(one: CaseView, { figure, here }: Pair, reference: RankedRow | null) {
  const { work, task, note } = figure;
  if (work === task) return notesOf(note);
  const did = here === null ? `the page's row did ${work}` : `${work} on both sides`;
  const wrote = `the page's row ${note || 'wrote no valid document'}`;
  return [`${work === 'invalid' ? wrote : did}${wholeTask(one, figure, reference)}`];
}

/** What a published figure's note says, one by one. */
export function notesOf(note: string): string[] {
  return note.split('; ').filter((text) => text !== '');
}

/** What the table's task takes here of a row that did other work on the page. */
function wholeTask({ ranked }: CaseView, { task, serializer }: PublishedFigure, reference: RankedRow | null) {
  const own = ranked.find(({ name }) => name === serializer);
  if (own === undefined || own.task !== reference?.task) return '';
  const mark = markOf(own.disturbed ? 'likely' : 'established');
  return `; the whole task (${task}) is ${mark}${saidPlain(own.ratio.estimate / reference.ratio.estimate)} here`;
}

/** Why nothing here is compared with a published figure, in a word: the ranking has the whole reason. */
export function absence(view: RunView, figure: PublishedFigure): string {
  const one = findCase(view, figure, figure.work);
  const row = one && allRows(one).find(({ name }) => name === figure.serializer);
  if (figure.work === 'invalid') return 'invalid there';
  if (row === undefined) return 'not in this run';
  if (row.kind === 'ranked' || row.kind === 'limit') return 'not counted here';
  return row.kind === 'failed' ? row.verdict : 'not measured';
}

/** @param task may be what a row did on the page; no case is of `invalid` */
export function findCase(
  { cases }: RunView,
  { dataset, size }: PublishedFigure,
  task: PublishedFigure['work'],
) {
  return cases.find((one) => one.dataset === dataset && one.size === size && one.task === task);
}

/** That the library was another one then; empty where both sides name the same version, and for what is no library. */
export function otherVersion({ figure, here }: Pair): string[] {
  if (here === null || here.version === null || here.bound !== null) return [];
  const then = VERSION.exec(figure.label)?.[0];
  if (then === undefined) return [`the page names no version; ${here.version} here`];
  return then === here.version ? [] : [`version ${then} there, ${here.version} here`];
}
