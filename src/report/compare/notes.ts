/** What a reader has to know about a comparison as a whole, in sentences. */
import { percent } from '../text/numbers.ts';
import { hasMoved } from './pairs/growth.ts';
import {
  type CaseComparison,
  type ComparedRow,
  type CompareMode,
  type CompareRow,
  isFigured,
  type OtherRow,
} from './pairs/rows.ts';
import { type ComparedRun, type CompareView, rowsOf } from './pairs/view.ts';
import { firstLine, hasOtherCode } from './wording.ts';

const PAST: Record<OtherRow['kind'], string> = {
  failing: 'newly failing',
  lost: 'lost',
  mended: 'mended',
  new: 'new',
  unranked: 'ranked in neither',
  incomparable: 'not comparable',
};

/** `12 rows compared: 1 slower, 2 faster, 5 the same within 5 %, 4 undecided; 1 newly failing, 1 lost.` */
export function headline({ cases, within }: CompareView): string {
  const compared = cases.flatMap((one) => one.compared);
  const found = (finding: ComparedRow['finding'], words: string) => {
    const rows = compared.filter((row) => row.finding === finding);
    const early = finding === 'undecided' ? 0 : rows.filter(({ preliminary }) => preliminary).length;
    return counted(rows.length, `${words}${early === 0 ? '' : ` (${early} preliminary)`}`);
  };
  const findings = [
    ...found('slower', 'slower'),
    ...found('faster', 'faster'),
    ...found('same', `the same within ${percent(within)}`),
    ...found('undecided', 'undecided'),
  ];
  const kinds = cases.flatMap((one) => one.others.map(({ kind }) => kind));
  const rest = Object.entries(PAST).flatMap(([kind, words]) =>
    counted(kinds.filter((one) => one === kind).length, words),
  );
  const rows = compared.length === 1 ? '1 row' : `${compared.length} rows`;
  const first = findings.length > 0 ? `${rows} compared: ${findings.join(', ')}` : 'No row compared';
  return `${first}${rest.length > 0 ? `; ${rest.join(', ')}` : ''}.`;
}

function counted(count: number, words: string): string[] {
  return count === 0 ? [] : [`${count} ${words}`];
}

/** What has to be said first: each row that was ok and isn't any more. */
export function shouts({ cases }: CompareView): string[] {
  return cases.flatMap((one) =>
    one.others
      .filter(({ kind }) => kind === 'failing')
      .map(
        ({ name, after, reason }) =>
          `NEWLY FAILING: ${name}, ${one.title}: was ok, now ${after!.verdict}: ${firstLine(reason)}`,
      ),
  );
}

/** Below all tables: what the marks and words mean that occur. */
export function legend(views: readonly CompareView[]): string[] {
  const cases = views.flatMap((view) => view.cases);
  return [...changeLegend(cases, views[0]!.mode), ...codeLegend(cases)];
}

function changeLegend(cases: readonly CaseComparison[], mode: CompareMode): string[] {
  const rows = cases.flatMap((one) => one.compared);
  if (rows.length === 0) return [];
  const of = mode === 'relative' ? 'of the ratios to the baseline' : 'of the times';
  const early = rows.filter(({ preliminary }) => preliminary);
  const fewest = Math.min(...early.flatMap(({ before, after }) => [before.rounds, after.rounds]));
  return [
    `Change: after over before ${of}; above 1 is slower. x % slower takes x % more time, x % faster x % less.`,
    ...(early.length > 0
      ? [
          `~ Preliminary: with ${fewest === 1 ? '1 round' : `${fewest} rounds`} in a run, intervals are of few launches and wide; what is found holds for all rows together even so. A full run takes at least 10.`,
        ]
      : []),
    ...(rows.some(({ finding }) => finding === 'undecided')
      ? [
          'Undecided: the interval allows for a change and for none, or among so many rows the change may be chance. More rounds decide (--rounds, --target).',
        ]
      : []),
  ];
}

function codeLegend(cases: readonly CaseComparison[]): string[] {
  const names = new Set(cases.flatMap(rowsOf).flatMap((row) => (hasOtherCode(row) ? [row.name] : [])));
  if (names.size === 0) return [];
  return [
    `Own code: the kit, the serializer's file or its build options differ between the runs, and a change may come from that: ${[...names].join(', ')}.`,
  ];
}

/**
 * What is said of the later runs, each text once; of several with the numbers of the runs that it is said of:
 * `2, 3 against 1: …`.
 *
 * @param later what there is of each later run
 */
export function said<T>(later: readonly T[], texts: (one: T) => readonly string[]): string[] {
  const items = later.map(texts);
  const each = [...new Set(items.flat())];
  if (later.length === 1) return each;
  return each.map((text) => {
    const runs = items.flatMap((of, i) => (of.includes(text) ? [i + 2] : []));
    return `${runs.join(', ')} against 1: ${text}`;
  });
}

/** All runs by how people call them: two are before and after, several have numbers. @param views with one first run */
function runsOf(views: readonly CompareView[]): (readonly [name: string, run: ComparedRun])[] {
  const runs = [views[0]!.before, ...views.map(({ after }) => after)];
  return runs.map((run, i) => [runs.length > 2 ? `Run ${i + 1}` : i === 0 ? 'Before' : 'After', run]);
}

/** What holds for the whole comparison and has to be known before its tables are read. */
export function cautions(views: readonly CompareView[]): string[] {
  const runs = runsOf(views);
  const askedAlike = new Set(runs.map(([, { asked }]) => asked)).size === 1;
  return [
    ...said(views, differences),
    ...runs.flatMap(([name, { asked, partialReason, warnings }]) => [
      ...(asked === '' || askedAlike ? [] : [`${name}: only a part of its suite was asked for: ${asked}.`]),
      ...(partialReason ? [`${name}: partial (${partialReason.text}): rows and rounds are missing.`] : []),
      ...warnings.map((text) => `${name}: ${text}`),
    ]),
    ...said(views, ({ machines, mode }) => {
      if (mode === 'absolute') return [TIMES_DRIFT];
      return machines.comparable ? [] : machines.words;
    }),
  ];
}

const TIMES_DRIFT =
  'Times of two runs differ by whatever the machine did meanwhile, 5 % between quiet days and more: without --absolute, ratios are compared, in which that cancels.';

function differences({ before, after }: CompareView): string[] {
  const [first, then] = [before, after].map(({ settings }) => (settings.quick ? 'quick' : 'full'));
  return [
    ...(before.id === after.id ? ['Both are the same run: nothing can have changed.'] : []),
    ...(before.suite.name === after.suite.name
      ? []
      : [`The suites differ: ${before.suite.name}, then ${after.suite.name}.`]),
    ...(first === then
      ? []
      : [`A ${first} run is compared with a ${then} one: the quick one's warm-ups are shorter.`]),
  ];
}

/** `v1 (20260102T…-library-be40), wiremark 0.1.0, 2026-01-02T…`, an item for each run. */
export function runFacts(views: readonly CompareView[]): string[] {
  return runsOf(views).map(
    ([which, { id, name, tool, startedAt }]) =>
      `${which}: ${name === null ? id : `${name} (${id})`}, wiremark ${tool}, ${startedAt}`,
  );
}

/** How it was compared, one fact an item: on which machines, what, and by which test. */
export function compareFacts(views: readonly CompareView[]): string[] {
  const count = views.flatMap(({ cases }) => cases.flatMap((one) => one.compared)).length;
  return [
    ...said(views, ({ machines }) => (machines.comparable ? machines.words : [])),
    views[0]!.mode === 'relative'
      ? "Compared: each round's ratio to the baseline of its own run, in which the machine's speed cancels. A change of the baseline itself can't be seen in them."
      : "Compared: each round's time.",
    `Welch's test of the rounds of both runs, each with the error of its own; Holm's adjustment for ${count === 1 ? '1 row' : `all ${count} rows`}; intervals of 95 %`,
  ];
}

/** Why a case isn't compared, with the rows that nothing else is to be said of; nothing where it is. */
export function obstacleText(one: CaseComparison): string[] {
  if (one.obstacle === null) return [];
  const names = hasOneSide(one) ? ` (${one.others.map(({ name }) => name).join(', ')})` : '';
  return [`Not compared: ${one.obstacle}${names}.`];
}

/** Whether only one run has the case, and its rows were all ok there. */
export function hasOneSide({ obstacle, others }: CaseComparison): boolean {
  const alone = ({ before, after, reason }: OtherRow) =>
    (before === null) !== (after === null) && reason === '';
  return obstacle !== null && others.every(alone);
}

/** From so many rows on, moving alike is no accident. */
const ALIKE_FROM = 3;

/** Where all rows changed the same way, it may be the baseline that changed the other way. */
export function movedAlike({ compared, baseline }: CaseComparison): string[] {
  const [first] = compared;
  const alike = compared.every(({ sure, finding }) => sure && finding === first?.finding);
  if (baseline === null || compared.length < ALIKE_FROM || !alike) return [];
  const other = first?.finding === 'slower' ? 'faster' : 'slower';
  return [
    `All ${compared.length} rows are ${first?.finding} relative to ${baseline.name}: that is also what they show if only ${baseline.name} itself has become ${other}. Look at its own time and versions.`,
  ];
}

/** Every row that a reader of a summary has to see: all but those that are the same. */
export function notable(view: CompareView): CompareRow[] {
  return view.cases
    .filter((one) => !hasOneSide(one))
    .flatMap(rowsOf)
    .filter((row) => {
      if (!isFigured(row)) return row.kind !== 'unranked' && row.kind !== 'incomparable';
      const moved = [row.bytes, row.allocated].some((growth) => growth !== null && hasMoved(growth));
      return moved || (row.kind === 'compared' && row.finding !== 'same');
    });
}
