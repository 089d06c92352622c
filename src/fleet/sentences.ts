/** Sentences above the tables of kinds or versions: leaders, rows that change places, cautions, and missing runs of a fleet. */
import { cellParts, documentsName } from '../define/names.ts';
import { counted, grouped, listed } from '../report/numbers.ts';
import { said } from '../report/tables/notes.ts';
import { groupBy } from '../stats/group-by.ts';
import { type AcrossCase, type Column, figureOf, leaderOf, type Swap, swapsOf } from './across.ts';
import type { FleetRuns } from './folder.ts';

const MOST_SWAPS = 5;

export function completeness(found: FleetRuns) {
  const kindsOf = (cells: Iterable<string>) => [...new Set([...cells].map((cell) => cellParts(cell).kind))];
  const missing = [...found].filter((one): one is [string, string] => typeof one[1] === 'string');
  const kinds = kindsOf(found.keys());
  const lacking = kindsOf(missing.map(([cell]) => cell));
  const complete = kinds.filter((kind) => !lacking.includes(kind));
  const why = listed(missing.map(([cell, reason]) => `${cell}: ${reason}`));
  const text = `${complete.length} of ${counted(kinds.length, 'kind')}. Missing: ${why}.`;
  return { texts: said(text, missing.length > 0), kinds, complete, missing: Object.fromEntries(missing) };
}

const labelsOf = (all: readonly { readonly label: string }[]) => [...new Set(all.map(({ label }) => label))];

const unclearText = (labels: readonly string[]): string =>
  labels.length === 0 ? '' : `; unclear on ${labels.length} (${listed(labels)})`;

export function caseSentences({ columns }: AcrossCase, by: string): string[] {
  const measured = columns.filter(({ cases }) => cases.some(({ ranked }) => ranked.length > 1));
  if (measured.length === 0) return [];
  const swaps = swapsOf(columns);
  const more = swaps.length - MOST_SWAPS;
  return [
    leadText(measured, by),
    ...swaps.slice(0, MOST_SWAPS).map(swapText),
    ...(more > 0 ? [`${more} more pairs swap places`] : []),
    ...(swaps.length === 0 && measured.length > 1 ? ['No change of order is established'] : []),
  ];
}

function leadText(columns: readonly Column[], by: string): string {
  const leaders = columns.map((column) => ({ label: column.label, ...leaderOf(column) }));
  const groups = groupBy(leaders, ({ name }) => name);
  const unclear = labelsOf(groups.get(undefined) ?? []);
  groups.delete(undefined);
  if (groups.size === 0) return `No library leads alone on any ${by}`;
  const texts = [...groups].map(([name, own], i) => {
    const labels = listed(labelsOf(own));
    const likely = labelsOf(own.filter(({ grade }) => grade === 'likely'));
    const all = ['', `on ${labels}`, `on both ${by}s`][columns.length] ?? `on all ${columns.length} ${by}s`;
    const some = groups.size > 1 ? `on ${labels}` : `on ${own.length} of ${columns.length} ${by}s`;
    const probably = likely.length === own.length ? ' (probably)' : ` (probably on ${listed(likely)})`;
    const where = own.length === columns.length ? all : some;
    return `${name}${i === 0 ? ' leads' : ''} ${where}${likely.length > 0 ? probably : ''}`;
  });
  return texts.join(', ') + unclearText(unclear);
}

function swapText({ names: [a, b], first, second, unclear }: Swap): string {
  const fewer = listed(first.length < second.length ? first : second);
  const sides = `${a} is faster than ${b} on ${listed(first)}, and slower on ${listed(second)}`;
  const text = first.length === second.length ? sides : `${a} and ${b} swap places on ${fewer}`;
  return text + unclearText(unclear);
}

export function cautionsOf({ columns, names }: AcrossCase, by: string): string[] {
  const digests = columns.map(({ runs, cases }) => runs.at(-1)!.datasets[documentsName(cases[0]!)]);
  const shared = columns.flatMap(({ label, runs }) => {
    const signs = [...new Set(runs.flatMap(({ machine }) => machine.shared ?? []))].join(', ');
    return said(`${label} was shared (${signs}), so its claims are at most likely`, signs !== '');
  });
  if (new Set(digests).size > 1)
    return [...shared, `The documents differ between ${by}s, so ratios can't be compared`];
  const differing = names.flatMap((name) => {
    const sizes = columns.flatMap((column) => {
      const { bytes } = figureOf(column, name);
      return bytes === null ? [] : [{ value: grouped(bytes, bytes % 1 === 0 ? 0 : 1), label: column.label }];
    });
    const groups = [...groupBy(sizes, ({ value }) => value)];
    const texts = groups.map(([value, own]) => `${value} on ${listed(labelsOf(own))}`);
    return said(`${name} (${texts.join(' and ')})`, texts.length > 1);
  });
  return [
    ...shared,
    ...said(`Output bytes differ between ${by}s: ${listed(differing)}`, differing.length > 0),
  ];
}
