/** Tables of rows by kind of machine or by version of a runtime, with sentences on rows that change places. */
import { type AnalyzedRun, analyze } from '../analysis/analyze.ts';
import { documentsName } from '../define/names.ts';
import type { Report } from '../report/formats.ts';
import { machineName } from '../report/machine.ts';
import {
  counted,
  grouped,
  interval,
  LIKELY_MEANING,
  listed,
  RANGE_MEANING,
  rankText,
  ratio,
} from '../report/numbers.ts';
import { namedRun, said } from '../report/tables/notes.ts';
import { type Block, cell, heading, list, paragraph, tableOf, wordColumn } from '../report/text/document.ts';
import { groupBy } from '../stats/group-by.ts';
import type { StoredRun } from '../store/folder/reader.ts';
import {
  type AcrossCase,
  acrossKinds,
  acrossVersions,
  type Column,
  figureOf,
  leaderOf,
  type Swap,
  swapsOf,
} from './across.ts';
import { completeKinds, type FleetPlan, type FleetRuns, usableRuns } from './folder.ts';

const MOST_SWAPS = 5;

export function fleetReport(plan: Pick<FleetPlan, 'name' | 'cells'>, found: FleetRuns): Report<never> {
  const missing = missingText(plan, found).map((one) => paragraph(one, 'bad'));
  const head = [heading(1, `Fleet ${plan.name}`), ...missing];
  return acrossReport(acrossKinds(found.runs.values()), 'kind', head, {
    fleet: plan.name,
    ...completeKinds(plan, found.runs),
    missing: Object.fromEntries(found.missing),
  });
}

export function versionsReport(run: AnalyzedRun): Report<never> {
  const title = heading(1, `Versions of runtimes in run ${namedRun(run)}`);
  return acrossReport(acrossVersions(run), 'version', [title], { run: run.id });
}

/** Pages for `serve`, whose runs may belong to several fleets. */
export const acrossPages = {
  kinds(cells: readonly string[], read: (cell: string) => StoredRun): readonly Block[] {
    const report = fleetReport({ name: 'runs', cells }, usableRuns(cells, read));
    const [title, ...blocks] = report.blocks();
    return [title!, paragraph('The newest run of each cell counts.', 'dim'), ...blocks];
  },
  versions: (run: StoredRun): readonly Block[] => versionsReport(analyze(run)).blocks(),
};

/** @param by what each column stands for @param json the report's own values in JSON */
function acrossReport(
  cases: readonly AcrossCase[],
  by: 'kind' | 'version',
  head: readonly Block[],
  json: Readonly<Record<string, unknown>>,
): Report<never> {
  const sentences = together(cases, (one) => caseSentences(one, by));
  const cautions = together(cases, (one) => cautionsOf(one, by));
  return {
    blocks: () => [
      ...head,
      ...sentences.map((one) => paragraph(one, 'strong')),
      ...cautions.map((one) => paragraph(one)),
      ...cases.flatMap((one) => caseBlocks(one, titleOf(one, cases))),
      ...(cases.length > 0
        ? [
            paragraph([MEANINGS[by], RANGE_MEANING, LIKELY_MEANING].join(' '), 'dim'),
            heading(2, 'Machines'),
            list(machineTexts(cases, by)),
          ]
        : []),
    ],
    json: () => ({
      schema: 1,
      ...json,
      ...{ sentences, cautions },
      rows: cases.flatMap(({ work, title, columns, names }) =>
        columns.flatMap((column) => {
          const where = { work, case: title, [by]: column.label, baseline: column.baseline };
          return names.map((name) => ({ ...where, name, ...figureOf(column, name) }));
        }),
      ),
    }),
  };
}

export function missingText(plan: Pick<FleetPlan, 'cells'>, { runs, missing }: FleetRuns): string[] {
  if (missing.size === 0) return [];
  const { kinds, complete } = completeKinds(plan, runs);
  const why = [...missing].map(([id, reason]) => `${id}: ${reason}`);
  return [`${complete.length} of ${counted(kinds.length, 'kind')}. Missing: ${listed(why)}.`];
}

/** A sentence that several cases share is returned once, with the names of the cases. */
function together(cases: readonly AcrossCase[], sentencesOf: (one: AcrossCase) => string[]): string[] {
  const said = cases.flatMap((one) => sentencesOf(one).map((sentence) => ({ sentence, one })));
  return [...groupBy(said, ({ sentence }) => sentence)].map(([sentence, own]) => {
    const names = own.map(({ one }) => titleOf(one, cases)).join('; ');
    const where = own.length === cases.length ? `All ${cases.length} cases` : names;
    return `${cases.length === 1 ? '' : `${where}: `}${sentence}.`;
  });
}

const titleOf = ({ work, title }: AcrossCase, cases: readonly AcrossCase[]): string =>
  cases.every((one) => one.work === work) ? title : `${work}: ${title}`;

const labelsOf = (all: readonly { readonly label: string }[]) => [...new Set(all.map(({ label }) => label))];

const unclearText = (labels: readonly string[]): string =>
  labels.length === 0 ? '' : `; unclear on ${labels.length} (${listed(labels)})`;

function caseSentences({ columns }: AcrossCase, by: string): string[] {
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

function cautionsOf({ columns, names }: AcrossCase, by: string): string[] {
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

const MEANINGS = {
  kind: "A cell has the time relative to the baseline of the same run, its interval, and the rank. Times of different machines aren't compared.",
  version:
    'A cell has the time relative to the baseline, its interval, and the rank among the rows of all versions, which were measured in the same rounds.',
};

function caseBlocks({ columns, names }: AcrossCase, title: string): Block[] {
  const baselines = new Set(columns.flatMap(({ baseline }) => baseline ?? []));
  const isOne = baselines.size === 1;
  const headOf = ({ label, baseline }: Column) => (isOne ? label : `${label} (to ${baseline ?? 'none'})`);
  const cells = columns.map((one) => wordColumn<string>(headOf(one), (name) => figureCell(one, name)));
  const relative = isOne ? [paragraph(`Ratios are times relative to ${[...baselines][0]}.`, 'dim')] : [];
  const table = tableOf([wordColumn<string>('serializer', (name) => name), ...cells], names);
  return [heading(2, title), ...relative, table];
}

function figureCell(column: Column, name: string) {
  const { verdict, place } = figureOf(column, name);
  if (place === null) return cell(verdict, 'bad');
  const { low, high } = place.ratio;
  const range = low === high ? '' : `${interval(place.ratio)} `;
  return cell(`${ratio(place.ratio)} ${range}#${rankText(place)}`, place.rankLast === 1 ? 'strong' : 'plain');
}

/** Describes the machines of all columns. Versions share a machine, so their texts have no labels. */
function machineTexts(cases: readonly AcrossCase[], by: 'kind' | 'version'): string[] {
  const all = cases.flatMap(({ columns }) => columns);
  const texts = all.flatMap(({ label, runs }) =>
    runs.map((run) => {
      const versions = Object.entries({ ...run.runtimes, wiremark: run.tool })
        .flat()
        .join(' ');
      const partial = run.partialReason ? ` (partial: ${run.partialReason.text})` : '';
      return `${by === 'kind' ? `${label}: ` : ''}${machineName(run.machine)}; ${versions}; run ${namedRun(run)}${partial}`;
    }),
  );
  return [...new Set(texts)];
}
