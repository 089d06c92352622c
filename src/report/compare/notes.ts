/** What a reader has to know about a comparison as a whole, in sentences. */
import { counted } from '../numbers.ts';
import type { CaseComparison } from './pairs/pairing.ts';
import { type ChangedRow, isJudged, onlyIn, type State } from './pairs/rows.ts';
import type { CompareView } from './pairs/view.ts';
import { hasOtherCode } from './wording.ts';

/** Below all tables: what the marks and words mean that occur. */
export function legend(views: readonly CompareView[]): string[] {
  const all = views.flatMap(({ cases }) => cases.flatMap(({ rows }) => rows));
  const rows = all.filter(isJudged);
  const of = views[0]!.mode === 'relative' ? ', each relative to the baseline of its run' : '';
  const own = [...new Set(all.filter(hasOtherCode).map(({ name }) => name))];
  const when = (occurs: boolean, text: string) => (occurs ? [text] : []);
  return [
    ...when(
      rows.length > 0,
      `Change: time after over time before${of}; above 1 is slower. x % slower takes x % more time, x % faster x % less.`,
    ),
    ...when(
      rows.some(({ grade }) => grade === 'likely'),
      '~ Probably: likely, but not established. More rounds or a quieter machine may decide.',
    ),
    ...when(
      rows.some(({ finding }) => finding === 'unclear'),
      `Unclear${views.length > 1 ? ' (?)' : ''}: the interval allows for a change and for none, or with this many rows the change may be chance. More rounds, or both versions in one run (bench --versions), may decide.`,
    ),
    ...when(
      all.some((row) => row.state === 'lost' && onlyIn(row) === null),
      'Lost: ranked in the run before, without figures in the one after; the note says why.',
    ),
    ...when(
      own.length > 0,
      `Code changed: the kit, the serializer's file, its packages or its build options differ between the runs, and a change may come from that: ${own.join(', ')}.`,
    ),
  ];
}

/**
 * What is said of the later runs, each text once; of several, with the names of those that it is said of, if not of all:
 * `v2 and v3: …`.
 *
 * @param views one for each later run
 * @param texts what is said of one of them
 */
export function said(
  views: readonly CompareView[],
  texts: (view: CompareView, i: number) => readonly string[],
): string[] {
  const items = views.map(texts);
  return [...new Set(items.flat())].map((text) => {
    const runs = views.filter((_, i) => items[i]!.includes(text)).map(({ after }) => after.label);
    return runs.length === views.length ? text : `${runs.join(' and ')}: ${text}`;
  });
}

/** What is true of the whole comparison and has to be known before its tables are read. */
export function cautions(views: readonly CompareView[]): string[] {
  return [
    ...said(views, differences),
    ...runsOf(views).flatMap(({ label, partialReason, warnings }) => [
      ...(partialReason ? [`${label}: partial: ${partialReason.text}.`] : []),
      ...warnings.map((text) => `${label}: ${text}`),
    ]),
    ...said(views, ({ machines, mode }) => {
      if (mode === 'absolute') return [TIMES_DRIFT];
      return machines.comparable ? [] : machines.words;
    }),
  ];
}

/** The first, and each that is compared with it. */
export function runsOf(views: readonly CompareView[]) {
  return [views[0]!.before, ...views.map(({ after }) => after)];
}

const TIMES_DRIFT =
  'Times of two runs differ by whatever the machine did meanwhile, 5 % between quiet days and more: without --absolute, ratios are compared, in which that cancels.';

function differences({ before, after }: CompareView): string[] {
  if (before.id === after.id) return ['Both are the same run.'];
  const alike = before.settings.quick === after.settings.quick;
  return alike ? [] : ["A quick run is compared with a full one: the quick one's warm-ups are shorter."];
}

/** How it was compared, one fact an item: which runs, on which machines, what, and by which test. */
export function compareFacts(views: readonly CompareView[]): string[] {
  const rows = views.flatMap(({ cases }) => cases.flatMap((one) => one.rows.filter(isJudged)));
  return [
    ...runsOf(views).map(
      ({ id, label, tool, startedAt }, i) =>
        `${i === 0 ? 'Before' : 'After'}: ${label} (${id}), wiremark ${tool}, ${startedAt}`,
    ),
    ...said(views, ({ machines }) => (machines.comparable ? machines.words : [])),
    views[0]!.mode === 'relative'
      ? "Compared: each round's ratio to the baseline of its own run, in which the machine's speed cancels. A change of the baseline itself can't be seen in them: where its code or version changed, a row that didn't change takes its place."
      : "Compared: each round's time.",
    `Welch's test with the rounds of both runs and what moves between runs; Holm's adjustment for ${counted(rows.length, 'row')}; intervals of 95 %`,
  ];
}

/** The rows that tables show: of both runs, and ranked in one; of a case that isn't compared those that broke or recovered. */
export function shownRows({ obstacle, rows }: CaseComparison): readonly ChangedRow[] {
  const hidden: readonly State[] = obstacle === null ? ['unranked'] : ['unranked', 'incomparable'];
  return rows.filter((row) => onlyIn(row) === null && !hidden.includes(row.state));
}

/** Rows that no table shows; of a case that one run has its obstacle says enough. */
export function hiddenText({ rows }: CaseComparison): string[] {
  if (rows.every(({ before, after }) => before === null || after === null)) return [];
  const told = (what: string, of: (row: ChangedRow) => boolean) => {
    const names = rows.filter(of).map(({ name }) => name);
    return names.length === 0 ? [] : [`${what}: ${names.join(', ')}.`];
  };
  return [
    ...told('Ranked in neither run', ({ state }) => state === 'unranked'),
    ...told('Only in the run before', (row) => onlyIn(row) === 'before'),
    ...told('Only in the run after', (row) => onlyIn(row) === 'after'),
  ];
}
