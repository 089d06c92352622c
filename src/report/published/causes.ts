/** Why a published row has another place here, or none, as far as it is known: never a guess. */
import type { PublishedFigure } from '../../define/published-figure.ts';
import { markOf, saidPlain } from '../text/said.ts';
import type { RankedRow } from '../view/rows.ts';
import { allRows, type CaseView, type RunView } from '../view/view.ts';
import { VERSION } from './place.ts';

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
  const { view, figure, here, reference, moved } = facts;
  const { work, task, note } = figure;
  const version = moved ? otherVersion(facts) : [];
  if (work !== task) return [...otherWork(facts), ...version];
  const absent = here === null || reference === null ? [absence(view, figure)[1]] : [];
  return [...notesOf(note), ...absent, ...version];
}

/** What a published figure's note says, one by one. */
export function notesOf(note: string): string[] {
  return note.split('; ').filter((text) => text !== '');
}

/** What the page's row did instead of the table's task, and what the whole task takes here. */
function otherWork({ view, one, figure, here, reference }: Facts): string[] {
  const { work, task, note, serializer } = figure;
  const own = one.ranked.find(({ name }) => name === serializer);
  const whole =
    own && reference && own.task === reference.task
      ? `; the whole task (${task}) is ${markOf(own.disturbed ? 'likely' : 'established')}${saidPlain(own.ratio.estimate / reference.ratio.estimate)} here`
      : '';
  if (work === 'invalid') return [`the page's row ${note || 'wrote no valid document'}${whole}`];
  if (here !== null) return [`${work} on both sides${whole}`];
  return [`the page's row did ${work}${whole}`, absence(view, figure)[1]];
}

/** The case here of the work that a published row did. */
export function likeCase(view: RunView, { dataset, size, work }: PublishedFigure): CaseView | undefined {
  return work === 'invalid' ? undefined : findCase(view, { dataset, size, task: work });
}

/** Why nothing here is compared with a published figure: in a word, and whole. */
export function absence(view: RunView, figure: PublishedFigure): readonly [word: string, reason: string] {
  const one = likeCase(view, figure);
  const row = one && allRows(one).find(({ name }) => name === figure.serializer);
  const plain = (text: string) => [text, text] as const;
  if (figure.work === 'invalid') return plain('invalid there');
  if (row === undefined) return plain('not in this run');
  if (row.kind === 'ranked' || row.kind === 'limit') return plain('not counted here');
  const word = row.kind === 'failed' ? row.verdict : 'not measured';
  // The ranking has the whole reason, which may be a page of stack trace.
  return [word, `${word} here: ${row.reason.split('\n')[0]}`];
}

export function findCase(
  view: RunView,
  what: Pick<CaseView, 'dataset' | 'size' | 'task'>,
): CaseView | undefined {
  return view.cases.find(
    ({ dataset, size, task }) => dataset === what.dataset && size === what.size && task === what.task,
  );
}

/** That the library was another one then; empty where both sides name the same version, and for what is no library. */
function otherVersion({ figure, here }: Facts): string[] {
  if (here === null || here.version === null || here.bound !== null) return [];
  const then = VERSION.exec(figure.label)?.[0];
  if (then === undefined) return [`the page names no version; ${here.version} here`];
  return then === here.version ? [] : [`version ${then} there, ${here.version} here`];
}
