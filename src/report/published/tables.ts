/** Published beside measured, for people: in short below a report, and in full on its own. */

import { caseName } from '../../define/names.ts';
import { runFacts, runWarnings } from '../tables/notes.ts';
import {
  type Block,
  cell,
  figureColumn,
  filled,
  heading,
  paragraph,
  pointColumn,
  proseColumn,
  type Table,
  tableOf,
  wordColumn,
} from '../text/document.ts';
import { grouped, interval, ratio } from '../text/numbers.ts';
import type { RunView } from '../view/view.ts';
import { allocationTable, summarizeAllocations } from './allocations.ts';
import { hasOtherPlace } from './place.ts';
import type { Agreement, PublishedRow, PublishedSizeRow, PublishedTable } from './published.ts';

const OTHER_MACHINE =
  'The page was measured on another machine, with runtimes and documents of its own: only ratios and ranks can be compared.';

/**
 * One line a table, and where to read on; nothing without tables.
 *
 * @param run its id
 */
export function summarizePublished(tables: readonly PublishedTable[], run: string): Block[] {
  if (tables.length === 0) return [];
  return [
    heading(2, 'Published and measured'),
    { kind: 'list', items: tables.map(tableSummary) },
    paragraph(`Row by row, with why: wiremark report ${run} --against published`),
  ];
}

/** `writing (record/single, serialize)`. */
function tableTitle(table: PublishedTable): string {
  return `${table.title} (${caseName(table)})`;
}

function tableSummary(table: PublishedTable): string {
  const { rows, sizes, allocations, agreement } = table;
  const amounts = [
    ...(sizes.length > 0 ? [`sizes of ${grouped(sizes.length)} rows`] : []),
    ...(allocations.length > 0 ? [summarizeAllocations(allocations)] : []),
  ].join('; ');
  if (rows.length === 0) return `${tableTitle(table)}: ${amounts}.`;
  const moved = rows.flatMap((row) =>
    row.measured && hasOtherPlace(row)
      ? [`${row.label} from ${row.published.common} to ${placeText(row.measured)}`]
      : [],
  );
  const open = rows.some(({ measured }) => measured?.tied);
  const places =
    moved.length > 0
      ? `another place: ${moved.join(', ')}`
      : open
        ? 'none of them in another place, as far as this run can tell them apart'
        : 'all of them in the same order';
  const both =
    agreement.rows === 0
      ? 'none is ranked here'
      : `${agreement.rows} ranked here too${agreement.rows < 2 ? '' : `, ${places}${correlations(agreement)}`}`;
  const rest = amounts === '' ? '' : `; ${amounts}`;
  return `${tableTitle(table)}: of ${rows.length} published rows, ${both}${rest}.`;
}

function correlations({ spearman, kendall }: Agreement): string {
  if (spearman === null || kendall === null) return '';
  return `; rank correlation ${signed(spearman)} (Spearman), ${signed(kendall)} (Kendall)`;
}

function signed(correlation: number): string {
  return correlation.toFixed(2).replace('-', '−');
}

/** The whole comparison, as a report of its own. */
export function composeAgainst(view: RunView, tables: readonly PublishedTable[]): Block[] {
  return [
    heading(1, view.suite.title),
    ...runWarnings(view).map((text) => paragraph(text, 'bad')),
    ...composePublished(tables),
    heading(2, 'How this was measured'),
    { kind: 'list', items: runFacts(view) },
  ];
}

/** Every table, row by row, with what is known of why; nothing without tables. */
export function composePublished(tables: readonly PublishedTable[]): Block[] {
  if (tables.length === 0) return [];
  return [
    heading(2, 'Published and measured'),
    paragraph(OTHER_MACHINE, 'dim'),
    ...tables.flatMap(composeTable),
  ];
}

function composeTable(table: PublishedTable): Block[] {
  const blocks: Block[] = [heading(3, tableTitle(table))];
  if (table.rows.length > 0)
    blocks.push(
      paragraph(`Ratio: time relative to ${table.baseline}. ${RANKS}`, 'dim'),
      ratioTable(table.rows),
      paragraph(agreementText(table)),
      ...movedBlocks(table),
    );
  if (table.sizes.length > 0) blocks.push(...sizeBlocks(table.sizes));
  if (table.allocations.length > 0) blocks.push(allocationTable(table.allocations));
  return blocks;
}

const RANKS =
  '"Then" and "now" are ranks among the rows that are ranked on both sides; "2–4" where this run can\'t tell those apart.';

function agreementText({ rows, agreement, sameWork }: PublishedTable): string {
  const over = (which: Agreement, what: string) =>
    which.spearman === null || which.kendall === null
      ? `Rank correlation is not defined over ${what}`
      : `Rank correlation over ${what}: Spearman ${signed(which.spearman)}, Kendall ${signed(which.kendall)}`;
  const all = over(
    agreement,
    `the ${agreement.rows} of ${rows.length} published rows that are ranked on both sides`,
  );
  const whole =
    sameWork.rows === agreement.rows
      ? ''
      : sameWork.rows < 2
        ? ` Of them, ${sameWork.rows === 0 ? 'none' : 'only one'} did the whole task on the page.`
        : ` ${over(sameWork, `the ${sameWork.rows} of them that did the whole task on the page`)}.`;
  const few = agreement.rows < FEW ? ' Over so few rows it says little.' : '';
  return `${all}.${whole}${few}`;
}

/** With fewer, half of all orders or more have a correlation of ± 1. */
const FEW = 4;

/** What is known of the rows that moved, and of those that can't be compared. */
function movedBlocks({ rows, baseline }: PublishedTable): Block[] {
  const told = rows.filter(({ moved, causes }) => moved || causes.length > 0);
  if (told.length === 0) return [paragraph('No row moved.')];
  const items = told.map((row) => `${row.label}: ${movement(row, baseline)}${causesText(row)}.`);
  return [paragraph('What is known of why:', 'strong'), { kind: 'list', items }];
}

function movement(row: PublishedRow, baseline: string | null): string {
  const { name, published, measured } = row;
  if (measured === null) return `${published.rank} on the page, no rank here`;
  const place = hasOtherPlace(row)
    ? `${published.common} to ${placeText(measured)}`
    : measured.tied
      ? `place ${published.common}, here ${placeText(measured)}`
      : 'same place';
  const ratios =
    name === baseline
      ? 'the row that the others are relative to'
      : `ratio ${plainRatio(published.ratio)} to ${plainRatio(measured.ratio)}`;
  return `${place}, ${ratios}`;
}

function causesText({ causes }: PublishedRow): string {
  return causes.length === 0 ? '; nothing is known of why' : `; ${causes.join('; ')}`;
}

/** `2`, or `2–4` where this run doesn't tell which. */
function placeText({ rank, last }: NonNullable<PublishedRow['measured']>): string {
  return last > rank ? `${rank}–${last}` : `${rank}`;
}

/** A ratio without an interval of its own. */
function plainRatio(estimate: number): string {
  return ratio({ estimate, low: null, high: null, confidence: null });
}

function ratioTable(rows: readonly PublishedRow[]): Table {
  return tableOf<PublishedRow>(
    [
      wordColumn('published as', ({ label }) => label, 1),
      wordColumn('here', ({ name }) => name),
      wordColumn('page #', ({ published }) => `${published.rank}`, 2),
      wordColumn('then', ({ published }) => `${published.common ?? ''}`),
      wordColumn('now', ({ measured }) => (measured ? placeText(measured) : '')),
      pointColumn('published', ({ published }) => plainRatio(published.ratio)),
      pointColumn('measured', ({ measured }) =>
        measured ? cell(plainRatio(measured.ratio), 'strong') : NONE,
      ),
      wordColumn(
        'interval',
        ({ measured }) => cell(measured?.interval ? interval(measured.interval) : '', 'dim'),
        3,
      ),
      wordColumn('change', changeText),
    ],
    rows,
  );
}

const NONE = cell('—', 'dim');

/** How far the ratio is from the published one: `2.4x slower`. */
function changeText({ published, measured }: PublishedRow): string {
  if (measured === null) return '';
  const change = measured.ratio / published.ratio;
  if (change.toFixed(2) === '1.00' || (1 / change).toFixed(2) === '1.00') return 'same';
  return change > 1 ? `${change.toFixed(2)}x slower` : `${(1 / change).toFixed(2)}x faster`;
}

/** What is to be said of every row alike is said once, below. */
function sizeBlocks(rows: readonly PublishedSizeRow[]): Block[] {
  const [common = '', ...others] = new Set(rows.map(({ explanation }) => explanation));
  if (others.length > 0 || common === '') return [sizeTable(rows)];
  const silent = rows.map((row) => ({ ...row, explanation: '' }));
  return [sizeTable(silent), paragraph(`Every published row: ${common}.`)];
}

function sizeTable(rows: readonly PublishedSizeRow[]): Table {
  const size = (head: string, value: (row: PublishedSizeRow) => number | null) =>
    figureColumn<PublishedSizeRow>(head, (row) => {
      const bytes = value(row);
      return bytes === null ? NONE : grouped(bytes);
    });
  return tableOf<PublishedSizeRow>(
    [
      wordColumn('published as', ({ label }) => label, 1),
      wordColumn('here', ({ name }) => name),
      size('bytes then', ({ bytes }) => bytes),
      size('now', ({ measured }) => measured?.raw ?? null),
      size('gzip then', ({ gzip }) => gzip),
      size('now', ({ measured }) => measured?.gzip ?? null),
      ...filled([proseColumn<PublishedSizeRow>('note', ({ explanation }) => explanation)], rows),
    ],
    rows,
  );
}
