/** Tables of rows by kind of machine or by version of a runtime, with sentences on rows that change places. */
import { type AnalyzedRun, analyze } from '../analysis/analyze.ts';
import type { Report } from '../report/formats.ts';
import { machineName } from '../report/machine.ts';
import { interval, LIKELY_MEANING, RANGE_MEANING, rankText, ratio } from '../report/numbers.ts';
import { namedRun } from '../report/tables/notes.ts';
import { type Block, cell, heading, list, paragraph, tableOf, wordColumn } from '../report/text/document.ts';
import { groupBy } from '../stats/group-by.ts';
import type { StoredRun } from '../store/folder/reader.ts';
import { type AcrossCase, acrossKinds, acrossVersions, type Column, figureOf } from './across.ts';
import { type FleetRuns, usableRuns } from './folder.ts';
import { caseSentences, cautionsOf, completeness } from './sentences.ts';

export function fleetReport(name: string, found: FleetRuns, note: readonly Block[] = []): Report<never> {
  const { texts, ...facts } = completeness(found);
  const runs = [...found.values()].filter((run) => typeof run !== 'string');
  const head = [heading(1, `Fleet ${name}`), ...note, ...texts.map((one) => paragraph(one, 'bad'))];
  return acrossReport(acrossKinds(runs), 'kind', head, { fleet: name, ...facts });
}

export function versionsReport(run: AnalyzedRun): Report<never> {
  const title = heading(1, `Versions of runtimes in run ${namedRun(run)}`);
  return acrossReport(acrossVersions(run), 'version', [title], { run: run.id });
}

/** Pages for `serve`, whose runs may belong to several fleets. */
export const acrossPages = {
  kinds(cells: readonly string[], read: (cell: string) => StoredRun): readonly Block[] {
    const note = paragraph('The newest run of each cell counts.', 'dim');
    return fleetReport('runs', usableRuns(cells, read), [note]).blocks();
  },
  versions: (run: StoredRun): readonly Block[] => versionsReport(analyze(run)).blocks(),
};

/** @param by what each column stands for @param json further properties of the JSON report */
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
      ...(cases.length > 0 ? closingBlocks(cases, by) : []),
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

/** Explains table cells, and describes the machines of all columns, with labels for kinds; versions share a machine. */
function closingBlocks(cases: readonly AcrossCase[], by: 'kind' | 'version'): Block[] {
  const all = cases.flatMap(({ columns }) => columns);
  const texts = all.flatMap(({ label, runs }) =>
    runs.map((run) => {
      const versions = Object.entries({ ...run.runtimes, wiremark: run.tool }).flat();
      const partial = run.partialReason ? ` (partial: ${run.partialReason.text})` : '';
      return `${by === 'kind' ? `${label}: ` : ''}${machineName(run.machine)}; ${versions.join(' ')}; run ${namedRun(run)}${partial}`;
    }),
  );
  const meaning = paragraph(`${MEANINGS[by]} ${RANGE_MEANING} ${LIKELY_MEANING}`, 'dim');
  return [meaning, heading(2, 'Machines'), list([...new Set(texts)])];
}
