/** Published beside measured, for people: in short below a report, and in full on its own. */
import { caseName } from '../../define/names.ts';
import { runFacts, runWarnings } from '../tables/notes.ts';
import {
  type Block,
  cell,
  filled,
  heading,
  paragraph,
  pointColumn,
  type Table,
  tableOf,
  wordColumn,
} from '../text/document.ts';
import { counted, interval, ratio } from '../text/numbers.ts';
import { saidPlain } from '../text/said.ts';
import type { RunView } from '../view/view.ts';
import { amountTable, summarizeAmounts } from './amounts.ts';
import { hasOtherPlace, placeText } from './place.ts';
import type { PublishedRow, PublishedTable } from './published.ts';

/** For all tables. */
export const HOW_COMPARED =
  'The page was measured on another machine, with runtimes and documents of its own: only ratios and ranks are compared. Ratios are times relative to the row with 1.00. "Then" and "now" are ranks among the rows that did the same work on both sides; "2–4" where this run can\'t tell those apart. Ratios between two tasks are rough: they were not measured in the same minutes.';

/**
 * A sentence for each table, and where to read on; nothing without tables.
 *
 * @param run its id
 */
export function summarizePublished(tables: readonly PublishedTable[], run: string): Block[] {
  if (tables.length === 0) return [];
  const items = tables.map((table) => `${tableTitle(table)}: ${tableSentence(table)}`);
  return [
    heading(2, 'Published and measured'),
    { kind: 'list', items },
    paragraph(`Row by row, with reasons: wiremark report ${run} --against published`),
  ];
}

/** `writing (record/single, serialize)`. */
export function tableTitle(table: PublishedTable): string {
  return `${table.title} (${caseName(table)})`;
}

/** `2 of 5 rows changed rank: Circe from 2 to 1, Argonaut from 4 to 5; 2 more can't be compared.` */
export function tableSentence({ rows, amounts }: PublishedTable): string {
  return `${[...(rows.length > 0 ? placesTexts(rows) : []), ...summarizeAmounts(amounts)].join('; ')}.`;
}

function placesTexts(rows: readonly PublishedRow[]): string[] {
  const compared = rows.filter(({ measured }) => measured !== null);
  const moved = compared.filter(hasOtherPlace);
  const open = compared.filter(({ measured }) => measured!.tied).length;
  const changes = moved.map(
    ({ label, published, measured }) => `${label} from ${published.common} to ${placeText(measured!)}`,
  );
  const rest = rows.length - compared.length;
  const more = rest === 0 ? [] : [`${rest}${compared.length > 0 ? ' more' : ''} can't be compared`];
  if (compared.length === 0) return more;
  const found =
    moved.length > 0
      ? `${moved.length} of ${counted(compared.length, 'row')} changed rank: ${changes.join(', ')}`
      : open > 0
        ? `no rank change detected (${open} of ${compared.length} too uncertain)`
        : compared.length > 1
          ? `all ${compared.length} rows have the same rank`
          : '1 row compared';
  return [found, ...more];
}

/** The whole comparison, as a report of its own. */
export function composeAgainst(view: RunView, tables: readonly PublishedTable[]): Block[] {
  return [
    heading(1, view.suite.title),
    ...runWarnings(view).map((text) => paragraph(text, 'bad')),
    heading(2, 'Published and measured'),
    ...tables.flatMap((table) => [heading(3, tableTitle(table)), ...composeTable(table)]),
    paragraph(HOW_COMPARED, 'dim'),
    heading(2, 'How this was measured'),
    { kind: 'list', items: runFacts(view) },
  ];
}

/** What a table comes to, in a sentence, row by row, and what is known of why. */
export function composeTable(table: PublishedTable): Block[] {
  const { rows, amounts } = table;
  return [
    paragraph(
      tableSentence(table).replace(/^./, (first) => first.toUpperCase()),
      'strong',
    ),
    ...(rows.length === 0 ? [] : [ratioTable(rows), paragraph(agreementText(table)), ...causesBlocks(rows)]),
    ...(amounts.length > 0 ? [amountTable(amounts)] : []),
  ];
}

function agreementText({ agreement: { rows, kendall } }: PublishedTable): string {
  const over = `over the ${counted(rows, 'row')} compared`;
  if (kendall === null) return `Rank correlation is not defined ${over}.`;
  return `Rank correlation ${over}: ${kendall.toFixed(2).replace('-', '−')} (Kendall).`;
}

/** What is known of the rows that moved, and of those that can't be compared. */
function causesBlocks(rows: readonly PublishedRow[]): Block[] {
  const told = rows.filter(({ moved, causes }) => moved || causes.length > 0);
  if (told.length === 0) return [];
  const items = told.map(({ label, causes }) => `${label}: ${causes.join('; ') || 'no known reason'}.`);
  return [paragraph('Why, as far as it is known:', 'strong'), { kind: 'list', items }];
}

/** A ratio without an interval of its own. */
function plainRatio(estimate: number): string {
  return ratio({ estimate, low: null, high: null, confidence: null });
}

function intervalOf({ measured }: PublishedRow): string {
  return measured?.interval ? interval(measured.interval) : '';
}

function ratioTable(rows: readonly PublishedRow[]): Table {
  return tableOf<PublishedRow>(
    [
      wordColumn('published as', ({ label }) => label, 1),
      wordColumn('here', ({ name }) => name),
      wordColumn('page #', ({ published }) => `${published.rank}`, 2),
      wordColumn('then', ({ published }) => `${published.common ?? ''}`),
      wordColumn('now', ({ measured }) => (measured ? placeText(measured) : '')),
      ...filled([wordColumn<PublishedRow>('work', ({ work }) => work ?? '')], rows),
      pointColumn('published', ({ published }) => plainRatio(published.ratio)),
      pointColumn('measured', ({ measured }) =>
        measured ? cell(plainRatio(measured.ratio), 'strong') : cell('—', 'dim'),
      ),
      ...filled([wordColumn('interval', intervalOf, 3)], rows),
      // How far the ratio is from the published one, or why there is none.
      wordColumn('change', ({ published, measured, absent }) =>
        measured === null ? absent! : saidPlain(measured.ratio / published.ratio),
      ),
    ],
    rows,
  );
}
