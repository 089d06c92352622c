import type { AnalyzedRun } from '../../analysis/analyze.ts';
import type { Grade } from '../../analysis/finding.ts';
import { caseName } from '../../define/names.ts';
import { groupBy } from '../../stats/group-by.ts';
import {
  counted,
  grouped,
  interval,
  listed,
  marked,
  percent,
  rankText,
  saidNear,
  threeFigures,
} from '../numbers.ts';
import { runFacts, runWarnings } from '../tables/notes.ts';
import {
  type Block,
  type ColumnOf,
  cell,
  figureColumn,
  filled,
  heading,
  list,
  paragraph,
  pointColumn,
  proseColumn,
  type Table,
  tableOf,
  wordColumn,
} from '../text/document.ts';
import type { ChosenEdition, PublishedAmount, PublishedRow, PublishedTable } from './published.ts';
import { hasOtherRank, rankChange } from './rank-change.ts';

const HOW_COMPARED =
  'The page was measured on another machine: only ratios and ranks are compared. Ratios are times relative to the row with 1.00. "Then" and "now" are ranks among the rows that did the same work on both sides. Ratios between two tasks are rough. "?" marks changes whose measured interval includes the published ratio.';

export function summarizePublished(tables: readonly PublishedTable[], report: string): Block[] {
  if (tables.length === 0) return [];
  const held = tables.filter(({ elsewhere }) => elsewhere.length === 0);
  const items = held.map((table) => `${tableTitle(table)}: ${tableSentence(table)}`);
  const more = paragraph(`Row by row, with reasons: ${report} --against published`);
  return [...composePage(tables), ...(items.length === 0 ? [] : [list(items), more])];
}

function composePage(tables: readonly PublishedTable[]): Block[] {
  const edition = tables[0]?.edition;
  const others = tables.filter(({ elsewhere }) => elsewhere.length > 0);
  const names = [...new Set(others.flatMap(({ elsewhere }) => elsewhere))];
  const count = `${others.length === tables.length ? 'All' : `${others.length} of`} ${counted(tables.length, 'table')}`;
  const apart = `${count} of the page are of ${listed(names)}, not in this run: measure with -r ${names.join(',')}.`;
  return [
    heading(2, 'Published and measured'),
    ...(edition ? [paragraph(editionText(edition))] : []),
    ...(others.length > 0 ? [paragraph(apart)] : []),
  ];
}

function editionText({ name, date, commit, runtime, machine, note, others }: ChosenEdition): string {
  const facts = [commit && `commit ${commit.slice(0, 8)}`, date, runtime, machine, note].filter(Boolean);
  const text = `The page's edition ${name}${facts.length === 0 ? '' : `: ${facts.join('; ')}`}.`;
  if (others.length === 0) return text;
  return `${text} For others: report --against published --edition ${others.join(' or ')}.`;
}

function tableTitle(table: PublishedTable): string {
  const edition = table.edition ? `, edition ${table.edition.name}` : '';
  return `${table.title}${edition} (${caseName(table)})`;
}

export function tableSentence(table: PublishedTable): string {
  const { rows, amounts } = table;
  const parts = [...(rows.length > 0 ? [placesText(table)] : []), ...summarizeAmounts(amounts)];
  return `${parts.join('; ') || 'nothing can be compared'}.`;
}

function placesText({ rows }: PublishedTable): string {
  const compared = rows.filter(isCompared);
  const rest = rows.length - compared.length;
  if (compared.length === 0) return `${counted(rest, 'row')} can't be compared`;
  const places = compared
    .filter(hasOtherRank)
    .map(({ name, published, measured }) => `${name} from ${published.common} to ${rankText(measured)}`);
  return [
    ranksText(compared, `: ${places.join(', ')}`),
    ...(rest > 0 ? [`${rest} more can't be compared`] : []),
  ].join('; ');
}

type Compared = PublishedRow & { readonly measured: NonNullable<PublishedRow['measured']> };

function isCompared(row: PublishedRow): row is Compared {
  return row.measured !== null;
}

function ranksText(compared: readonly Compared[], places = ''): string {
  const all = compared.length;
  const moved = compared.filter(hasOtherRank);
  const unclear = compared.filter((row) => rankChange(row) === 'unclear').length;
  const same = all - moved.length - unclear;
  if (all === 1) return '1 row compared';
  if (unclear === all) return `all ${all} compared rows are too uncertain to tell a rank change`;
  const named = moved.length > 0 ? moved : compared;
  const probably = named.some(({ measured }) => measured.rankLikely) ? 'probably ' : '';
  const which = same === all ? `all ${all}` : `${moved.length || same} of the ${all}`;
  const what = moved.length > 0 ? `changed rank${places}` : 'kept their rank';
  const more = unclear > 0 ? `; ${unclear} more too uncertain to tell` : '';
  return `${which} compared rows ${probably}${what}${more}`;
}

export function publishedSentence(tables: readonly PublishedTable[]): string | null {
  const ofEach = tables.map(({ rows }) => rows.filter(isCompared));
  const compared = ofEach.filter(({ length }) => length > 1).flat();
  return compared.length === 0 ? null : `Published: ${ranksText(compared)}.`;
}

export function composeAgainst(view: AnalyzedRun, tables: readonly PublishedTable[]): Block[] {
  return [
    heading(1, view.suite.title),
    ...runWarnings(view).map((text) => paragraph(text, 'bad')),
    ...composePublished(tables),
    heading(2, 'How this was measured'),
    list(runFacts(view)),
  ];
}

export function composePublished(tables: readonly PublishedTable[]): Block[] {
  return [...composePage(tables), ...tables.flatMap(composeTable), paragraph(HOW_COMPARED, 'dim')];
}

export function composeTable(table: PublishedTable): Block[] {
  const { rows, amounts, elsewhere } = table;
  if (elsewhere.length > 0) return [];
  return [
    heading(3, tableTitle(table)),
    paragraph(
      tableSentence(table).replace(/^./, (first) => first.toUpperCase()),
      'strong',
    ),
    ...(rows.length === 0 ? [] : [ratioTable(rows), ...notRunList(rows)]),
    ...(amounts.length > 0 ? [amountTable(amounts)] : []),
  ];
}

/** Grade of the claim "the ratio differs from the published one". */
function changeGrade({ published, measured }: Compared): Grade {
  const { low = null, high = null } = measured.interval ?? {};
  if (low === null || high === null) return 'likely';
  if (low <= published.ratio && published.ratio <= high) return 'unclear';
  return measured.disturbed ? 'likely' : 'established';
}

function changeText(row: PublishedRow): string {
  if (!isCompared(row)) return row.absent!;
  const said = saidNear(row.measured.ratio / row.published.ratio);
  return said === 'the same' ? said : marked(said, changeGrade(row));
}

function ratioTable(rows: readonly PublishedRow[]): Table {
  const compared = rows.some(isCompared);
  const columns: ColumnOf<PublishedRow>[] = [
    wordColumn('published as', ({ label }) => label, 4),
    wordColumn('here', ({ name }) => name),
    wordColumn('page #', ({ published }) => `${published.rank}`, 5),
    wordColumn('then', ({ published }) => `${published.common ?? ''}`, 3),
    wordColumn('now', ({ measured }) => (measured ? rankText(measured) : ''), 3),
    wordColumn('work', ({ work }) => work ?? '', 2),
    pointColumn('published', ({ published }) => threeFigures(published.ratio)),
    pointColumn('measured', ({ measured }) => (measured ? cell(threeFigures(measured.ratio), 'strong') : '')),
    wordColumn('interval', ({ measured }) => (measured?.interval ? interval(measured.interval) : ''), 6),
    wordColumn('change', changeText, compared ? 1 : 0),
    proseColumn('why', ({ causes, moved }) => causes.join('; ') || (moved ? 'no known reason' : ''), true),
  ];
  return tableOf(filled(columns, rows), rows);
}

function notRunList(rows: readonly PublishedRow[]): Block[] {
  const absent = rows.filter(({ reason }) => reason !== null);
  const items = [...groupBy(absent, ({ absent, reason }) => `${absent}: ${reason}`)].map(([why, alike]) => {
    const isLeftOut = ['unavailable', 'unsupported'].includes(alike[0]!.absent!);
    const names = alike.map(({ name }) => name).join(', ');
    return `Published, ${isLeftOut ? 'not in the run' : 'not ranked here'}: ${names}: ${why}`;
  });
  return items.length === 0 ? [] : [list(items)];
}

function amountTable(rows: readonly PublishedAmount[]): Table {
  const several = rows.some(({ what }) => what !== rows[0]!.what);
  const none = rows.some(({ measured }) => measured !== null) ? '—' : '';
  const columns: ColumnOf<PublishedAmount>[] = [
    wordColumn('published as', ({ label }) => label, 3),
    wordColumn(several ? 'here' : rows[0]!.what, ({ name }) => name),
    ...(several ? [wordColumn<PublishedAmount>('of', ({ what }) => what)] : []),
    figureColumn('published', ({ published }) => grouped(published)),
    figureColumn('measured', ({ measured }) => (measured === null ? none : grouped(measured))),
    wordColumn('change', amountText, none === '' ? 0 : 1),
    proseColumn('why', ({ causes }) => causes.join('; '), true),
  ];
  return tableOf(filled(columns, rows), rows);
}

function amountText({ published, measured, absent }: PublishedAmount): string {
  if (measured === null) return absent!;
  const ratio = measured / published;
  if (ratio > 2) return `${threeFigures(ratio)}× as much`;
  if (Math.abs(ratio - 1) < 0.0005) return 'the same';
  return `${percent(Math.abs(ratio - 1))} ${ratio > 1 ? 'more' : 'less'}`;
}

const CLOSE = 0.1;

function summarizeAmounts(rows: readonly PublishedAmount[]): string[] {
  const counting = rows.filter(({ measured }) => measured !== null);
  return [...groupBy(counting, ({ what }) => what)].map(([what, found]) => {
    const close = found.filter(({ measured, published }) => Math.abs(measured! / published - 1) <= CLOSE);
    return `${what} of ${close.length} of ${counted(found.length, 'row')} within ${percent(CLOSE)} of the page's`;
  });
}
