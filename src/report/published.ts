/**
 * A suite's published table (`suites/<name>.published.csv`, docs/SUITES.md) held against a run. The page was measured
 * on another machine: only ratios and ranks are compared, and a published row that did other work says so.
 */
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { DefinitionError } from '../define/error.ts';
import { TASKS, type Task } from '../define/types.ts';
import type { Sizes } from '../store/record.ts';
import type { RankedRow, Row } from './rows.ts';
import { allRows, type CaseView, type RunView } from './view.ts';

/** What may stand in the column `work`: the task that was really done, or that the output wasn't a valid document. */
export const WORKS = [...TASKS, 'invalid'] as const;

/** Metrics by which a published table is ranked; each has a time or a rate for its unit. */
const RANKED_METRICS = ['score', 'average', 'mean', 'ips'];
const RATE_UNITS = ['ops/s', 'i/s'];
const TIME_UNITS = ['ns', 'µs', 'us', 'ms', 's'];

const optionalNumber = z.union([z.literal('').transform(() => null), z.coerce.number()]);

const lineSchema = z.strictObject({
  table: z.string().min(1),
  serializer: z.string().regex(/^[^/]+\/[^/]+$/, 'expected runtime/serializer'),
  label: z.string().min(1),
  dataset: z.string().min(1),
  size: z.string().min(1),
  task: z.enum(TASKS),
  work: z.enum(WORKS),
  metric: z.string().min(1),
  value: z.string().min(1).pipe(z.coerce.number()),
  error: optionalNumber,
  unit: z.string().min(1),
  note: z.string(),
});

/** One figure of a published page, as printed there. */
export type PublishedFigure = Readonly<z.infer<typeof lineSchema>>;

/** @throws DefinitionError with the line for what isn't such a table */
export function parsePublished(text: string, file: string): PublishedFigure[] {
  return readLines(text, file).map(({ record, info }) => {
    const result = lineSchema.safeParse(record);
    if (result.success) {
      const problem = unitProblem(result.data);
      if (problem === null) return result.data;
      throw new DefinitionError({ file, line: info.lines, key: 'unit' }, problem);
    }
    const issue = result.error.issues[0]!;
    throw new DefinitionError({ file, line: info.lines, key: issue.path.join('.') || null }, issue.message);
  });
}

function unitProblem({ metric, unit }: PublishedFigure): string | null {
  const units = [...RATE_UNITS, ...TIME_UNITS];
  if (!RANKED_METRICS.includes(metric) || units.includes(unit)) return null;
  return `a ${metric} in ${unit} can't be ranked: expected one of ${units.join(', ')}`;
}

function readLines(text: string, file: string): { record: unknown; info: { lines: number } }[] {
  try {
    return parse(text, { columns: true, info: true, bom: true }) as never;
  } catch (error) {
    const line = (error as { lines?: number }).lines ?? null;
    throw new DefinitionError({ file, line, key: null }, (error as Error).message);
  }
}

export interface PublishedRow {
  readonly label: string;
  readonly name: string;
  /** Ratio of times: above 1 is slower than the row that both sides are held against. */
  readonly published: { readonly rank: number; readonly ratio: number };
  /** Among the rows of this table that are ranked here. Null when this one isn't. */
  readonly measured: { readonly rank: number; readonly tied: boolean; readonly ratio: number } | null;
  readonly explanation: string;
}

export interface PublishedSizeRow {
  readonly label: string;
  readonly name: string;
  readonly bytes: number | null;
  readonly gzip: number | null;
  readonly measured: Sizes | null;
  readonly explanation: string;
}

export interface PublishedTable {
  readonly title: string;
  readonly dataset: string;
  readonly size: string;
  readonly task: Task;
  /** Name of the row that both sides' ratios are relative to; null for a table of sizes. */
  readonly baseline: string | null;
  /** As on the page, fastest first; empty for a table of sizes. */
  readonly rows: readonly PublishedRow[];
  readonly sizes: readonly PublishedSizeRow[];
}

/** Tables whose case isn't in the run are left out: there is nothing to hold them against. */
export function holdAgainst(view: RunView, figures: readonly PublishedFigure[]): PublishedTable[] {
  const titles = [...new Set(figures.map(({ table }) => table))];
  return titles.flatMap((title) => {
    const own = figures.filter(({ table }) => table === title);
    const { dataset, size, task } = own[0]!;
    const found = findCase(view, { dataset, size, task });
    return found ? [holdTable(view, found, title, own)] : [];
  });
}

function findCase(view: RunView, what: Pick<CaseView, 'dataset' | 'size' | 'task'>): CaseView | undefined {
  return view.cases.find(
    ({ dataset, size, task }) => dataset === what.dataset && size === what.size && task === what.task,
  );
}

function holdTable(
  view: RunView,
  one: CaseView,
  title: string,
  figures: readonly PublishedFigure[],
): PublishedTable {
  const timed = figures
    .filter(({ metric }) => RANKED_METRICS.includes(metric))
    .sort((a, b) => cost(a) - cost(b));
  const baseline = commonBaseline(one, timed);
  const { dataset, size, task } = one;
  return {
    title,
    dataset,
    size,
    task,
    baseline: baseline?.serializer ?? null,
    rows: baseline ? holdRows({ view, one, timed, baseline }) : [],
    sizes: holdSizes(one, figures),
  };
}

/** Relative time: lower is faster, whatever the unit. Comparable within one table only. */
function cost({ value, unit }: PublishedFigure): number {
  return RATE_UNITS.includes(unit) ? 1 / value : value;
}

/** The run's baseline if the page has it, else the page's fastest row that is ranked here and did the work it claims. */
function commonBaseline(one: CaseView, timed: readonly PublishedFigure[]): PublishedFigure | undefined {
  const ranked = (figure: PublishedFigure) => one.ranked.some(({ name }) => name === figure.serializer);
  return (
    timed.find(({ serializer }) => serializer === one.baseline) ??
    timed.find((figure) => ranked(figure) && figure.work === figure.task) ??
    timed.find(ranked) ??
    timed[0]
  );
}

interface Bench {
  readonly view: RunView;
  readonly one: CaseView;
  /** Fastest first. */
  readonly timed: readonly PublishedFigure[];
  readonly baseline: PublishedFigure;
}

function holdRows(bench: Bench): PublishedRow[] {
  const { one, timed, baseline } = bench;
  const reference = one.ranked.find(({ name }) => name === baseline.serializer);
  const common = one.ranked.filter(({ name }) => timed.some(({ serializer }) => serializer === name));
  return timed.map((figure): PublishedRow => {
    const own = common.find(({ name }) => name === figure.serializer);
    const published = {
      rank: 1 + timed.filter((other) => cost(other) < cost(figure)).length,
      ratio: cost(figure) / cost(baseline),
    };
    const measured =
      own && reference
        ? {
            rank: 1 + common.filter(({ rank }) => rank < own.rank).length,
            tied: common.some((other) => other !== own && other.rank === own.rank),
            ratio: own.ratio.estimate / reference.ratio.estimate,
          }
        : null;
    const explanation = explain(bench, figure, published, measured, reference);
    return { label: figure.label, name: figure.serializer, published, measured, explanation };
  });
}

function explain(
  { view, one }: Bench,
  figure: PublishedFigure,
  published: PublishedRow['published'],
  measured: PublishedRow['measured'],
  reference: RankedRow | undefined,
): string {
  const here = measured === null ? absence(one, figure.serializer) : '';
  const did = otherWork(view, figure, measured, reference);
  if (did !== '' || here !== '') return [did, here].filter((text) => text !== '').join('; ');
  return [figure.note, moved(published, measured!)].filter((text) => text !== '').join('; ');
}

/** Why a published row has no measured figure. */
function absence(one: CaseView, name: string): string {
  const row: Row | undefined = allRows(one).find((row) => row.name === name);
  if (row === undefined) return 'not in this run';
  if (row.kind === 'ranked' || row.kind === 'limit') return 'here there is nothing to compare it with';
  // The ranking has the whole reason, which may be a page of stack trace.
  return `${row.verdict ?? 'not measured'} here: ${row.reason.split('\n')[0]}`;
}

/** What the published row did instead of the task, and what that costs here beside the whole task. */
function otherWork(
  view: RunView,
  figure: PublishedFigure,
  measured: PublishedRow['measured'],
  reference: RankedRow | undefined,
): string {
  const { work, task, dataset, size, serializer, note } = figure;
  if (work === task) return '';
  if (work === 'invalid') return `published ${note || 'output was no valid document'}`;
  const did = `published ${work === 'to-tree' ? 'stopped at the tree' : `did ${work}`}`;
  const other = findCase(view, { dataset, size, task: work });
  const row = other?.ranked.find(({ name }) => name === serializer);
  if (!row || !reference) return `${did}; ${work} was not measured here`;
  // Two cases are not measured in the same minutes, so that this ratio is a rough one.
  const rough = row.nsPerOp.estimate / reference.nsPerOp.estimate;
  const whole = measured === null ? '' : `, the whole task ${measured.ratio.toFixed(2)}`;
  return `${did}; here ${work} is about ${rough.toFixed(2)}${whole}`;
}

/** From a quarter on, a change is worth a word. */
const WORTH_A_WORD = 1.25;

function moved(
  published: PublishedRow['published'],
  measured: NonNullable<PublishedRow['measured']>,
): string {
  const change = measured.ratio / published.ratio;
  if (change < WORTH_A_WORD && change > 1 / WORTH_A_WORD) return '';
  const direction = change > 1 ? `${change.toFixed(1)}x slower` : `${(1 / change).toFixed(1)}x faster`;
  return `same work, ${direction} beside the baseline than published: other versions, machine and data`;
}

function holdSizes(one: CaseView, figures: readonly PublishedFigure[]): PublishedSizeRow[] {
  const sized = figures.filter(({ metric }) => metric === 'bytes' || metric === 'gzip');
  return [...new Set(sized.map(({ serializer }) => serializer))].map((name): PublishedSizeRow => {
    const own = sized.filter(({ serializer }) => serializer === name);
    const value = (metric: string) => own.find((figure) => figure.metric === metric)?.value ?? null;
    const measured = one.ranked.find((row) => row.name === name)?.sizes ?? null;
    const notes = [...new Set(own.map(({ note }) => note).filter((note) => note !== ''))];
    if (measured === null) notes.push(absence(one, name));
    const { label } = own[0]!;
    return {
      label,
      name,
      bytes: value('bytes'),
      gzip: value('gzip'),
      measured,
      explanation: notes.join('; '),
    };
  });
}
