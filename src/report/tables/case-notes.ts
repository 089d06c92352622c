/** What a reader has to know about the tables of a case, in sentences. */

import { type AnalyzedCase, type AnalyzedRun, allRows } from '../../analysis/analyze.ts';
import { resultColumn, type ShownId } from '../../analysis/columns.ts';
import { documentSize, isStruck, type LimitRow, type RankedRow } from '../../analysis/rows.ts';
import type { Deviation } from '../../define/types.ts';
import { groupBy } from '../../stats/group-by.ts';
import { counted, grouped, LIKELY_MEANING, percent, RANGE_MEANING, singleTime } from '../numbers.ts';
import { type Paragraph, paragraph, type Table } from '../text/document.ts';
import { BOUND_MARK, DEVIATION_MARK } from './columns.ts';
import { rowsNote, said } from './notes.ts';
import { isMixed } from './ranking.ts';
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
export function caseSummary(view: AnalyzedCase): string {
  const { ranked, baseline, rounds, blocks } = view;
  const bytes = [...groupBy(ranked, ({ format }) => format)].flatMap(([format, rows]) => {
    const sizes = rows.flatMap((row) => documentSize(row, view) ?? []);
    const ends = new Set([Math.min(...sizes), Math.max(...sizes)].map((size) => grouped(size)));
    return sizes.length === 0 ? [] : [`${[...ends].join(' to ')} bytes as ${format}`];
  });
  const document = bytes.length > 0 ? [`Mean document: ${bytes.join(', ')}.`] : [];
  const measured =
    baseline === null
      ? 'No row is ranked.'
      : `Ratio: time relative to ${baseline}. ${counted(rounds, 'round')} of ${counted(blocks, 'block')}.`;
  return [...document, measured, ...objectsText(view)].join(' ');
}

/** Nothing where objects are plain, and no row is given others anywhere. */
function objectsText({ objects, otherObjects }: AnalyzedCase): string[] {
  const others = otherObjects.map(
    ({ objects, runtime, suite }) =>
      `on ${objects} objects ${runtime}'s rows can rank differently (run ${suite})`,
  );
  const own = objects === null ? 'plain ones of each language' : `those of ${objects}`;
  return objects === null && others.length === 0 ? [] : [`Objects: ${[own, ...others].join('; ')}.`];
}

/** A sentence below a table. */
export interface Note {
  readonly text: string;
  /** Whether the table would be misread without it; the others are for `--notes` and for pages. */
  readonly needed: boolean;
  /** The column that it explains: without that, it isn't said. */
  readonly about?: ShownId;
}

/** Below the table, most important first. */
export function caseNotes(view: AnalyzedCase, settings: AnalyzedRun['settings']): Note[] {
  const { ranked, limits, unranked } = view;
  const areKindsMixed = isMixed(ranked, ({ outputKind }) => outputKind);
  const isRanged = ranked.some(({ rank, rankLast }) => rankLast > rank);
  const isWalked = ranked.some(({ bounds }) => bounds.timesWalk !== null);
  const isByHand = ranked.some(({ bounds }) => bounds.handWritten !== null);
  const hasLimits = limits.some(({ limit }) => limit !== null);
  const isLikely = ranked.some(({ grade, rankLikely }) => grade === 'likely' || rankLikely);
  const handWritten = ranked.filter(({ bound }) => bound !== null);
  const varying = ranked.filter(({ varies }) => varies);
  const reusing = ranked.filter(({ reuses }) => reuses);
  return [
    ...needed(baselineNote(view)),
    ...needed(rowsNote(HAND_WRITTEN, handWritten)),
    ...needed(prefilledNote(limits)),
    ...busyNote(ranked),
    ...needed(said(KINDS, areKindsMixed)),
    ...needed(said(LIKELY_MEANING, isLikely)),
    ...more(targetNote(ranked, settings.target)),
    ...needed(said(RANGE_MEANING, isRanged), 'rank'),
    ...more(said(WALK, isWalked), 'times_walk'),
    ...more(said(HAND, isByHand), 'percent_of_hand_written'),
    ...more(said(LIMITS, hasLimits)),
    ...more(steadyNote([...ranked, ...limits])),
    ...more(disturbanceNotes(view)),
    ...more(memoryNotes(ranked)),
    ...needed(deviationNotes(view)),
    ...more(rowsNote(VARIES, varying)),
    ...needed(rowsNote(REUSES, reusing)),
    ...needed(said(STRUCK, unranked.some(isStruck))),
  ];
}

/** Once for all tables, below the first: what rows break by that no document has. */
export function beyondNotes(cases: readonly AnalyzedCase[]): Note[] {
  const rows = cases.flatMap(allRows).filter(({ beyond }) => beyond !== null);
  const texts = [...groupBy(rows, ({ beyond }) => beyond)].map(([beyond, same]) => {
    const names = new Set(same.map(({ name }) => name));
    return `${[...names].join(', ')}: ${beyond}.`;
  });
  return needed(texts);
}

const HAND_WRITTEN = `${BOUND_MARK} Not a library: hand-written for this schema to show what is possible`;
const PREFILLED = 'Not ranked: its objects are filled before the clock starts';
const KINDS = 'Text and bytes are ranked together: text rows still need UTF-8 encoding before I/O.';
const WALK = '× walk: time as a multiple of walking the objects in the same runtime.';
const HAND = '% of hand: speed relative to the fastest hand-written row of the same runtime and format.';
const LIMITS =
  'Limits: no-op is what the harness itself takes; copy and write put out a JSON document that is ready.';
const VARIES = 'Outputs that differ from call to call, as declared';
const REUSES = 'Outputs that are valid until the next call alone, as declared';
const STRUCK =
  'Struck out, or void: timed on request though it failed verification (--time-unverified). That is the time of work that was not done.';

function needed(texts: readonly string[], about?: ShownId): Note[] {
  return texts.map((text) => ({ text, needed: true, ...(about && { about }) }));
}

function more(texts: readonly string[], about?: ShownId): Note[] {
  return needed(texts, about).map((note) => ({ ...note, needed: false }));
}

function baselineNote({ baseline, plannedBaseline: planned }: AnalyzedCase): string[] {
  const text = `The baseline ${planned} is not ranked here: ${baseline} is used instead.`;
  return said(text, baseline !== null && baseline !== planned);
}

/** Of a core: a collector may take so much, and more than half is no housekeeping any more. */
const BUSY = { noted: 0.1, alarming: 0.5 } as const;

function busyNote(rows: readonly RankedRow[]): Note[] {
  const busy = rows.filter(({ idleCores }) => idleCores !== null && idleCores > BUSY.noted);
  const alarming = busy.some(({ idleCores }) => idleCores! > BUSY.alarming);
  const what = 'Cores were used while others were timed, by processes of these rows';
  const cores = ({ idleCores }: RankedRow) => grouped(idleCores!, 2);
  return alarming
    ? needed(rowsNote(`WARNING: times in this table may be wrong. ${what}`, busy, cores))
    : more(rowsNote(what, busy, cores));
}

function prefilledNote(limits: readonly LimitRow[]): string[] {
  const rows = limits.filter(({ bound }) => bound === 'prefilled');
  return rowsNote(PREFILLED, rows, ({ nsPerOp }) => singleTime(nsPerOp.estimate));
}

function targetNote(rows: readonly RankedRow[], target: number): string[] {
  const missed = rows.filter(({ targetMissed, preliminary }) => targetMissed && !preliminary);
  const width = ({ halfWidth }: RankedRow) =>
    halfWidth === null ? 'no interval' : `± ${percent(halfWidth)}`;
  return rowsNote(`Target of ± ${percent(target)} not reached`, missed, width);
}

function steadyNote(rows: readonly (RankedRow | LimitRow)[]): string[] {
  const unsteady = rows.filter(({ steadiness: { steady, launches } }) => steady < launches);
  const share = ({ steadiness: { steady, launches } }: RankedRow | LimitRow) =>
    `${launches - steady} of ${launches}`;
  return rowsNote('Launches that were timed before they became steady', unsteady, share);
}

function disturbanceNotes({ disturbances, ranked, limits }: AnalyzedCase): string[] {
  const { known, disturbed, waited } = disturbances;
  const untold = [...ranked, ...limits].filter(({ name }) => disturbances.untold.includes(name));
  const text = `Other programs disturbed ${percent(disturbed / known)} of the comparisons; slices waited for a core for ${percent(waited ?? 0)} of their time.`;
  return [
    ...said(text, disturbed > 0),
    ...rowsNote("Rows of which the system doesn't report how long they waited for a core", untold),
  ];
}

function deviationNotes(view: AnalyzedCase): string[] {
  const declared = allRows(view).flatMap(({ name, deviations }) =>
    deviations.map((deviation) => ({ deviation, name })),
  );
  return [...groupBy(declared, ({ deviation }) => deviation)].flatMap(([deviation, same]) =>
    rowsNote(`${DEVIATION_MARK} Declared deviation ${deviation} (${DEVIATION_MEANING[deviation]})`, same),
  );
}

/** Of those whose head needs other words than the column of the data, or that show several. */
const OWN: Partial<Record<ShownId, string>> = {
  rank: 'place, from 1; a range where it may be any of several',
  name: 'runtime and serializer',
  interval: 'where the ratio lies, with that confidence',
  compared: "speed compared with the baseline's; unclear where the rounds differ too much to tell",
};

/** A line for each column that has an id. @param said notes, of which some explain a column */
export function columnMeanings(tables: readonly (Table | null)[], said: readonly Note[]): Paragraph[] {
  const heads = new Map<string, string>();
  for (const { id, head } of tables.flatMap((table) => table?.columns ?? []))
    if (id !== undefined && !said.some(({ text }) => text.startsWith(`${head}: `))) heads.set(id, head);
  return [...heads].map(([about, head]) => ({ ...paragraph(`${head}: ${meaning(about)}`), about }));
}

function meaning(id: string): string | undefined {
  // The data has null where a table is blank.
  return OWN[id as ShownId] ?? resultColumn(id)?.what.replaceAll(/\bnull\b/g, 'blank');
}
