/** What a reader has to know about the tables of a case, in sentences. */
import { runtimeName } from '../../define/names.ts';
import type { Deviation } from '../../define/types.ts';
import type { VerdictName } from '../../plan/verdict.ts';
import { counted, grouped, percent } from '../text/numbers.ts';
import type { ColumnId } from '../view/columns.ts';
import type { LimitRow, RankedRow } from '../view/rows.ts';
import { isStruck } from '../view/unverified.ts';
import { allRows, type CaseView, type RunView } from '../view/view.ts';
import { DEVIATION_MARK, LIKELY_MARK } from './columns.ts';
import { priceNotes } from './prices.ts';
import { type COMPARED, isMixed } from './ranking.ts';
import { memoryNotes } from './start.ts';

const DEVIATION_MEANING: Record<Deviation, string> = {
  'negative-zero-as-zero': '−0 arrives as 0',
  'null-omitted': 'a field that is null is left out',
  'enum-as-number': 'an enum is written as a number',
  'int64-as-string': 'an int64 is written as a string',
  'date-time-as-number': 'an instant is written as a number',
  'uuid-as-bytes': 'a uuid is written as 16 bytes',
};

/** What the table is about: the document, the baseline, how often it was measured. */
export function caseSummary(view: CaseView): string {
  const bytes = [...view.documentBytes].map(([format, size]) => `${grouped(size)} bytes as ${format}`);
  const parts = bytes.length > 0 ? [`One document: ${bytes.join(', ')}.`] : [];
  if (view.baseline === null) return [...parts, 'No row is ranked.'].join(' ');
  parts.push(`Ratio: time relative to ${view.baseline}.`);
  parts.push(`${roundsText(view)}.`);
  return parts.join(' ');
}

/** `10 rounds of 12 blocks`; a round that was cut short is none of them. */
function roundsText({ rounds, blocks, cutShort }: CaseView): string {
  const whole = `${counted(rounds - cutShort.length, 'round')} of ${counted(blocks, 'block')}`;
  if (cutShort.length === 0) return whole;
  return `${whole}, and ${cutShort.length} cut short after ${cutShort.join(', ')}`;
}

/** A sentence below a table. */
export interface Note {
  readonly text: string;
  /** Whether the table would be misread without it; the others are for who asks (`--notes`), and for pages. */
  readonly needed: boolean;
  /** The column that it explains: without that, it isn't said. */
  readonly about?: NotedColumn;
}

type NotedColumn = ColumnId | typeof COMPARED;

/** Below the table, most important first. */
export function caseNotes(view: CaseView, settings: RunView['settings']): Note[] {
  return [
    ...needed(baselineNote(view)),
    ...busyNotes(view.ranked),
    ...needed(kindNote(view.ranked)),
    ...needed(likelyNote(view)),
    ...needed(preliminaryNote(view.ranked)),
    ...more(targetNote(view.ranked, settings.target)),
    ...needed(tieNote(view), 'rank'),
    ...roundNotes(view),
    ...boundNotes(view),
    ...more(steadyNote([...view.ranked, ...view.limits])),
    ...more(disturbanceNotes(view)),
    ...more(memoryNotes(view.ranked)),
    ...needed(priceNotes(view), 'cost'),
    ...needed(deviationNotes(view)),
    ...needed(allRows(view).flatMap(({ name, beyond }) => (beyond === null ? [] : [`${name}: ${beyond}.`]))),
    ...more(variesNote(view.ranked)),
    ...needed(verdictNotes(view)),
    ...needed(struckNote(view.unranked)),
  ];
}

function needed(texts: readonly string[], about?: NotedColumn): Note[] {
  return texts.map((text) => ({ text, needed: true, ...(about && { about }) }));
}

function more(texts: readonly string[], about?: NotedColumn): Note[] {
  return texts.map((text) => ({ text, needed: false, ...(about && { about }) }));
}

function baselineNote({ baseline, plannedBaseline, recordedBaseline }: CaseView): string[] {
  if (baseline === null || baseline === plannedBaseline) return [];
  const serving = baseline === recordedBaseline ? 'the baseline of the run' : 'the fastest row';
  return [`The baseline ${plannedBaseline} is not ranked here: ${baseline}, ${serving}, is used instead.`];
}

function kindNote(rows: readonly RankedRow[]): string[] {
  if (!isMixed(rows, ({ outputKind }) => outputKind)) return [];
  return [
    'Text and bytes are ranked together: on its way to or from a file or socket, text has yet to be encoded or decoded.',
  ];
}

function likelyNote({ ranked, disturbed }: CaseView): string[] {
  const likely = ranked.some(({ grade }) => grade === 'likely');
  if (!likely && !disturbed) return [];
  const why = disturbed ? 'other programs disturbed more than half of the comparisons' : 'this may be chance';
  return [`${LIKELY_MARK} Probably: ${why}. Of ten such claims at most one has the wrong direction.`];
}

function preliminaryNote(rows: readonly RankedRow[]): string[] {
  const early = rows.filter(({ preliminary }) => preliminary);
  if (early.length === 0) return [];
  const rounds = counted(Math.max(...early.map((row) => row.rounds)), 'round');
  const reach = early.some(({ ratio }) => ratio.low !== null) ? '' : ' One round gives no interval.';
  return [`A first reading, of ${rounds}: a full run takes at least 10 (--full).${reach}`];
}

function targetNote(rows: readonly RankedRow[], target: number): string[] {
  const missed = rows.filter(({ targetMissed, preliminary }) => targetMissed && !preliminary);
  if (missed.length === 0) return [];
  const names = missed.map(({ name, halfWidth }) =>
    halfWidth === null ? name : `${name} (± ${percent(halfWidth)})`,
  );
  return [`Target of ± ${percent(target)} not reached: ${names.join(', ')}.`];
}

function tieNote({ ranked }: CaseView): string[] {
  return ranked.some(({ tied }) => tied) ? ['= Tie: rows of the same rank do not beat each other.'] : [];
}

/** Which rows don't have the rounds that others have, and what became of a round that isn't whole. */
function roundNotes({ ranked, rounds, underWay }: CaseView): Note[] {
  const fewer = ranked.filter((row) => row.rounds < rounds).map((row) => `${row.name} (${row.rounds})`);
  const apart = `Fewer rounds than ${rounds}: ${fewer.join(', ')}. So that all figures go together, such a row's time is the baseline's, over all of its rounds, times the row's ratio.`;
  const lost = 'The round that was under way when the run ended was not verified and does not count.';
  return [...more(fewer.length > 0 ? [apart] : []), ...more(underWay ? [lost] : [])];
}

/** Of a core: a collector may take so much, and more than half is no housekeeping any more. */
const BUSY = { noted: 0.1, alarming: 0.5 } as const;

/** What processes burnt while others were timed; the worst first. */
function busyNotes(rows: readonly RankedRow[]): Note[] {
  const busy = rows.filter(({ idleCores }) => idleCores !== null && idleCores > BUSY.noted);
  const named = (which: readonly RankedRow[]) =>
    which.map(({ name, idleCores }) => `${name} (${grouped(idleCores!, 2)})`).join(', ');
  const alarming = busy.filter(({ idleCores }) => idleCores! > BUSY.alarming);
  const others = busy.filter((row) => !alarming.includes(row));
  const alarm = `BEWARE: processes of these rows kept cores busy while all others were timed, and every figure of this table may be off by it: ${named(alarming)}.`;
  const noted = `Processes of these rows went on computing while others were timed, by so many cores: ${named(others)}.`;
  return [...needed(alarming.length > 0 ? [alarm] : []), ...more(others.length > 0 ? [noted] : [])];
}

function boundNotes({ ranked, limits }: CaseView): Note[] {
  const walk = ranked.some(({ bounds }) => bounds.timesWalk !== null);
  const hand = ranked.some(({ bounds }) => bounds.percentOfHandWritten !== null);
  const walkText = '× walk: time as a multiple of walking the objects in the same runtime.';
  const limitsText =
    'Limits: no-op is what the harness itself takes; copy and write put out a JSON document that is ready.';
  return [
    ...more(walk ? [walkText] : [], 'times_walk'),
    ...more(hand ? [handNote(ranked)] : [], 'percent_of_hand_written'),
    ...more(limits.length > 0 ? [limitsText] : []),
  ];
}

function handNote(rows: readonly RankedRow[]): string {
  const runtimes = new Set(rows.flatMap((row) => (row.bounds.handWritten ? [runtimeName(row)] : [])));
  const without = rows.filter((row) => runtimes.has(runtimeName(row)) && row.bounds.handWritten === null);
  const formats = [...new Set(without.map(({ format }) => format))];
  const blank = formats.length === 0 ? '' : `; blank for ${formats.join(', ')}, which nobody wrote by hand`;
  return `% of hand: how much of the speed of the fastest hand-written row of the same runtime and format it has${blank}.`;
}

function steadyNote(rows: readonly (RankedRow | LimitRow)[]): string[] {
  const unsteady = rows.filter(({ steadiness }) => steadiness.steady < steadiness.launches);
  if (unsteady.length === 0) return [];
  const names = unsteady.map(
    ({ name, steadiness }) =>
      `${name} (${steadiness.launches - steadiness.steady} of ${steadiness.launches})`,
  );
  return [`Launches that were timed before they became steady: ${names.join(', ')}.`];
}

function disturbanceNotes({ disturbances, ranked, limits }: CaseView): string[] {
  const { known, disturbed, waited } = disturbances;
  const there = [...ranked, ...limits].map(({ name }) => name);
  const untold = there.filter((name) => disturbances.untold.includes(name));
  const which = untold.length === there.length ? 'slices' : `slices of ${untold.join(', ')}`;
  return [
    ...(disturbed > 0
      ? [
          `Other programs disturbed ${percent(disturbed / known)} of the comparisons; slices waited for a core for ${percent(waited!)} of their time.`,
        ]
      : []),
    ...(untold.length > 0 ? [`The system doesn't tell how long ${which} waited for a core.`] : []),
  ];
}

function deviationNotes(view: CaseView): string[] {
  const names = new Map<Deviation, string[]>();
  for (const { name, deviations } of allRows(view))
    for (const deviation of deviations) {
      const rows = names.get(deviation);
      if (rows) rows.push(name);
      else names.set(deviation, [name]);
    }
  return [...names].map(
    ([deviation, rows]) =>
      `${DEVIATION_MARK} Declared deviation ${deviation} (${DEVIATION_MEANING[deviation]}): ${rows.join(', ')}.`,
  );
}

/** What stays of the checks while such rows are timed. */
function variesNote(rows: readonly RankedRow[]): string[] {
  const varying = rows.filter(({ varies }) => varies).map(({ name }) => name);
  if (varying.length === 0) return [];
  return [
    `The outputs of ${varying.join(', ')} differ from call to call, as declared: what was put out while timed was not sampled, only verified afterwards.`,
  ];
}

/** In words that anyone understands, where the name of a verdict needs them. */
const VERDICT_MEANING: Partial<Record<VerdictName, string>> = {
  clock: "the times that the row's own program told can't be true; the reason has both figures",
  remembers:
    'it keeps results instead of making them: its entry declares it, or documents that it had never seen took more than ten times as long',
};

/** What striking out means. */
function struckNote(rows: CaseView['unranked']): string[] {
  if (!rows.some(isStruck)) return [];
  return [
    'Struck out, or void: timed on request though it failed verification (--time-unverified). That is the time of work that was not done; it is not ranked, and nothing is concluded from it.',
  ];
}

function verdictNotes({ unranked }: CaseView): string[] {
  const found = new Set(unranked.map(({ verdict }) => verdict));
  const meanings = Object.entries(VERDICT_MEANING).flatMap(([verdict, meaning]) =>
    found.has(verdict as VerdictName) ? [`${verdict}: ${meaning}.`] : [],
  );
  return meanings;
}
