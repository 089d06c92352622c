import { type AnalyzedCase, type AnalyzedRun, allRows } from '../../analysis/analyze.ts';
import { conversionShare, resultColumn, type ShownId } from '../../analysis/columns.ts';
import { isStruck, type LimitRow, type RankedRow } from '../../analysis/rows.ts';
import { documentsName, runtimeName } from '../../define/names.ts';
import type { Deviation } from '../../define/types.ts';
import { isReading } from '../../plan/case.ts';
import { groupBy } from '../../stats/group-by.ts';
import { counted, grouped, LIKELY_MEANING, listed, percent, RANGE_MEANING, singleTime } from '../numbers.ts';
import { type Paragraph, paragraph, type Table } from '../text/document.ts';
import { BOUND_MARK, DEVIATION_MARK } from './columns.ts';
import { rowsNote, said } from './notes.ts';
import { memoryNotes } from './ranking.ts';

const DEVIATION_MEANING: Record<Deviation, string> = {
  'negative-zero-as-zero': '−0 arrives as 0',
  'null-omitted': 'null fields are left out',
  'absent-as-null': 'absent fields are written as null',
  'enum-as-number': 'enums are written as numbers',
  'int64-as-string': 'int64 are written as strings',
  'date-time-as-number': 'instants are written as numbers',
  'uuid-as-bytes': 'uuids are written as 16 bytes',
};

/** A user's documents may be larger than those that a row writes: they may be indented. */
export function caseSummary(
  view: AnalyzedCase,
  { cases, own }: Pick<AnalyzedRun, 'cases' | 'own'> = { cases: [] },
): string {
  const { ranked, baseline, rounds, blocks } = view;
  const row = ranked.find(({ name }) => name === baseline) ?? ranked[0];
  const bytes = row?.sizes?.raw;
  const writing = cases.find(
    ({ task, ...one }) => task === 'serialize' && documentsName(one) === documentsName(view),
  );
  const written = writing?.ranked.find(({ name }) => name === row?.name)?.sizes?.raw;
  const compact = written && bytes! > 1.1 * written ? ` (${grouped(written)} as ${row!.name} writes it)` : '';
  const document =
    bytes === undefined
      ? []
      : [
          `${own?.documents === 1 ? 'Document' : 'Mean document'}: ${counted(Math.round(bytes), 'byte')} as ${row!.format}${compact}.`,
        ];
  const measured =
    baseline === null
      ? 'No row is ranked.'
      : `Ratio: time relative to ${baseline}. ${counted(rounds, 'round')} of ${counted(blocks, 'block')}.`;
  return [...document, measured, ...objectsText(view)].join(' ');
}

function objectsText({ ranked, objects }: AnalyzedCase): string[] {
  const plain = ranked.filter((row) => row.plain);
  const typed = ranked.filter((row) => !row.plain);
  if (plain.length === 0 && objects !== null) return [`Objects: those of ${objects}.`];
  if (plain.length === 0 && typed.every((row) => row.objects === undefined)) return [];
  const kinds = [...groupBy(typed, ({ objects: kind = 'classes or dates' }) => kind)];
  if (plain.length === 0) {
    const words = kinds.map(
      ([kind, rows]) => `${kind}${kinds.length > 1 ? ` (${namedApart(rows, [])})` : ''}`,
    );
    return [`Objects: ${words.join('; ')}.`];
  }
  const words = kinds.map(([kind, rows]) => `; typed (${kind}) for ${namedApart(rows, plain)}`);
  return [`Objects: plain, as a JSON parser returns them, for ${namedApart(plain, typed)}${words.join('')}.`];
}

/** Names rows for a sentence. A runtime is named instead of its rows, unless it also has rows in `others`. */
function namedApart(rows: readonly RankedRow[], others: readonly RankedRow[]): string {
  const mixed = new Set(others.map(runtimeName));
  return listed([...new Set(rows.map((row) => (mixed.has(runtimeName(row)) ? row.name : runtimeName(row))))]);
}

export interface Note {
  readonly text: string;
  /** True for a note without which the table misleads. Other notes are shown only by `--notes` and on pages. */
  readonly needed: boolean;
  /** Column that the note explains. If no table shows this column, the note is left out. */
  readonly about?: ShownId;
}

export function caseNotes(view: AnalyzedCase, run: Pick<AnalyzedRun, 'settings' | 'own'>): Note[] {
  const { ranked, limits, unranked } = view;
  const saidIf = (text: string, is: (row: RankedRow) => unknown) => said(text, ranked.some(is));
  const hasLimits = limits.some(({ limit }) => limit !== null);
  const varying = ranked.filter(({ varies }) => varies);
  const reusing = ranked.filter(({ reuses }) => reuses);
  const notes: readonly (readonly [needed: boolean, texts: readonly string[], about?: ShownId])[] = [
    [true, baselineNote(view)],
    [true, handWrittenNote(ranked.filter(({ bound }) => bound !== null))],
    [true, prefilledNote(limits)],
    [true, unseenNote(ranked)],
    [true, overheadNote(ranked, limits)],
    [true, conversionNote(ranked, run.own !== undefined)],
    [true, textNote(view)],
    [true, saidIf(LIKELY_MEANING, ({ grade, rankLikely }) => grade === 'likely' || rankLikely)],
    [false, targetNote(ranked, run.settings.target)],
    [true, saidIf(RANGE_MEANING, ({ rank, rankLast }) => rankLast > rank), 'rank'],
    [false, saidIf(WALK, ({ bounds }) => bounds.timesWalk), 'times_walk'],
    [false, saidIf(HAND, ({ bounds }) => bounds.handWritten), 'percent_of_hand_written'],
    [false, said(LIMITS, hasLimits)],
    [false, steadyNote([...ranked, ...limits])],
    [false, disturbanceNotes(view)],
    [false, memoryNotes(ranked)],
    [true, deviationNotes(view)],
    [false, rowsNote(VARIES, varying)],
    [true, rowsNote(REUSES, reusing)],
    [true, said(STRUCK, unranked.some(isStruck))],
  ];
  return notes.flatMap(([needed, texts, about]) =>
    texts.map((text) => ({ text, needed, ...(about && { about }) })),
  );
}

export function beyondNotes(cases: readonly AnalyzedCase[]): Note[] {
  const rows = cases.flatMap(allRows).filter(({ beyond }) => beyond !== null);
  return [...groupBy(rows, ({ beyond }) => beyond)].map(([beyond, same]) => {
    const names = new Set(same.map(({ name }) => name));
    return { text: `${[...names].join(', ')}: ${beyond}.`, needed: true };
  });
}

const WALK = '× walk: time as a multiple of walking the objects in the same runtime.';
const HAND = '% of hand: speed relative to the fastest hand-written row of the same runtime and format.';
const LIMITS =
  "Limits: no-op is the harness's own time; copy and write output a JSON document that is ready.";
const VARIES = 'Outputs differ from call to call, as declared';
const REUSES = 'Outputs are valid only until the next call, as declared';
const STRUCK =
  'Struck out, or void: timed on request (--time-unverified) although verification failed. The row did not do the work.';

function baselineNote({ baseline, plannedBaseline: planned }: AnalyzedCase): string[] {
  const text = `${planned} is not ranked here, so ${baseline} is the baseline.`;
  return said(text, baseline !== null && baseline !== planned);
}

function handWrittenNote(rows: readonly RankedRow[]): string[] {
  const names = rows.map(({ name }) => name).join(', ');
  const [are, libraries] = rows.length === 1 ? ['is', 'a library'] : ['are', 'libraries'];
  const text = `${BOUND_MARK} ${names} ${are} reference code written for this schema, not ${libraries}.`;
  return said(text, rows.length > 0);
}

/** Rows that take more than this many times as long on unseen documents get a note. */
const SLOWER_UNSEEN = 3;

export function isSlowUnseen({ firstSight }: RankedRow): boolean {
  return (firstSight?.median ?? 0) > SLOWER_UNSEEN;
}

function unseenNote(rows: readonly RankedRow[]): string[] {
  const what = "Much slower on unseen documents (times of short slices, unlike the table's)";
  const both = ({ firstSight }: RankedRow) =>
    `${singleTime(firstSight!.unseenNs)} instead of ${singleTime(firstSight!.knownNs)}`;
  return rowsNote(what, rows.filter(isSlowUnseen), both);
}

const NOTABLE_OVERHEAD = 0.1;

/** The loop around each operation is timed, too. For very short operations, this pulls ratios toward 1. */
function overheadNote(rows: readonly RankedRow[], limits: readonly LimitRow[]): string[] {
  const loops = new Map(
    limits
      .filter(({ limit }) => limit === 'no-op')
      .map((one) => [runtimeName(one), one.nsPerOp.estimate] as const),
  );
  const loopOf = (row: RankedRow) => loops.get(runtimeName(row)) ?? 0;
  const short = rows.filter((row) => loopOf(row) > NOTABLE_OVERHEAD * row.nsPerOp.estimate);
  const both = (row: RankedRow) => `${singleTime(loopOf(row))} of ${singleTime(row.nsPerOp.estimate)}`;
  const notes = rowsNote("A tenth or more of the time is the runtime's empty loop", short, both);
  return notes.map((note) => `${note} Libraries of one runtime differ by more than these ratios.`);
}

/** Names rows that spend a tenth or more of their time on conversion: smaller shares may be noise. */
function conversionNote(rows: readonly RankedRow[], ofUser: boolean): string[] {
  const share = (row: RankedRow) => Math.min(99, Math.round(100 * (conversionShare(row) ?? 0)));
  const converting = rows.filter((row) => share(row) >= 10).sort((a, b) => share(b) - share(a));
  const code = converting.some(({ added }) => added) ? "the row's" : "wiremark's";
  const what = `Share of the time that converts between plain and typed objects, in ${code} code unless the library does it`;
  const [most, least] = [converting[0], converting.at(-1)].map((row) => row && share(row));
  const many = { name: `${converting.length} rows`, about: `${least} to ${most} %; --columns +conversion` };
  const named = converting.map((row) => ({ name: row.name, about: `${share(row)} %` }));
  const notes = rowsNote(what, named.length > 5 ? [many] : named, ({ about }) => `about ${about}`);
  return notes.map((note) => (ofUser ? `${note} --objects plain leaves it out.` : note));
}

function textNote({ ranked, task }: AnalyzedCase): string[] {
  const texts = ranked.filter(({ outputKind }) => outputKind === 'text');
  const others = ranked.filter(({ outputKind }) => outputKind === 'bytes');
  const coding = isReading(task) ? 'decoding after' : 'encoding before';
  const text = `Text and bytes are ranked together: for text (${namedApart(texts, others)}), any UTF-8 ${coding} I/O isn't timed.`;
  return said(text, texts.length * others.length > 0);
}

function prefilledNote(limits: readonly LimitRow[]): string[] {
  const rows = limits.filter(({ bound }) => bound === 'prefilled');
  const named = rows.map(({ name, nsPerOp }) => `${name} (${singleTime(nsPerOp.estimate)})`).join(', ');
  const which = rows.length === 1 ? 'starts' : 'start';
  return said(`Not ranked: ${named}, which ${which} from ready-made objects.`, rows.length > 0);
}

function targetNote(rows: readonly RankedRow[], target: number): string[] {
  const missed = rows.filter(({ targetMissed, preliminary }) => targetMissed && !preliminary);
  const width = ({ halfWidth: half }: RankedRow) => (half === null ? 'no interval' : `± ${percent(half)}`);
  return rowsNote(`Target of ± ${percent(target)} not reached`, missed, width);
}

function steadyNote(rows: readonly (RankedRow | LimitRow)[]): string[] {
  const early = ({ steadiness }: RankedRow | LimitRow) => steadiness.launches - steadiness.steady;
  const unsteady = rows.filter((row) => early(row) > 0);
  const share = (row: RankedRow | LimitRow) => `${early(row)} of ${row.steadiness.launches}`;
  return rowsNote('Launches that were timed before they became steady', unsteady, share);
}

function disturbanceNotes({ disturbances, ranked, limits }: AnalyzedCase): string[] {
  const { known, disturbed, waited } = disturbances;
  const unknown = [...ranked, ...limits].filter(({ name }) => disturbances.untold.includes(name));
  const text = `Other programs disturbed ${percent(disturbed / known)} of the comparisons; slices waited for a core for ${percent(waited ?? 0)} of their time.`;
  return [
    ...said(text, disturbed > 0),
    ...rowsNote("Rows of which the system doesn't report how long they waited for a core", unknown),
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

const MEANINGS: Partial<Record<ShownId, string>> = {
  rank: 'place, from 1; a range where it may be any of several',
  name: 'runtime and serializer',
  interval: 'where the ratio lies, with that confidence',
  compared: "speed compared with the baseline's; unclear where the rounds differ too much to tell",
};

export function columnMeanings(tables: readonly (Table | null)[], notes: readonly Note[]): Paragraph[] {
  const heads = new Map<string, string>();
  for (const { id, head } of tables.flatMap((table) => table?.columns ?? []))
    if (id !== undefined && !notes.some(({ text }) => text.startsWith(`${head}: `))) heads.set(id, head);
  return [...heads].map(([about, head]) => {
    const meaning = MEANINGS[about as ShownId] ?? resultColumn(about)?.what.replaceAll(/\bnull\b/g, 'blank');
    return { ...paragraph(`${head}: ${meaning}`), about };
  });
}
