import { extname } from 'node:path';
import {
  type Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
  type OptionValues,
} from '@commander-js/extra-typings';
import type { Order } from '../analysis/choose.ts';
import { columnCalled, columnWords, resultColumn, type ShownId } from '../analysis/columns.ts';
import { suggestion } from '../define/nearest.ts';
import { FORMATS, TABLE_STYLES, TASKS } from '../define/types.ts';
import { FILTER_FLAGS, type FilterName, type Filters } from '../plan/filters.ts';
import { REPORT_FORMATS, type ReportFormat } from '../report/formats.ts';
import type { WantedColumn } from '../report/tables/ranking.ts';

export type With<A extends unknown[], O extends OptionValues> = Command<A, O, OptionValues>;

export const OTHERS = 'Options:';
export const OUTPUT = 'Output:';

export type OptionsOf<C extends { opts(): unknown }> = ReturnType<C['opts']>;

export const repeatable = (word: string, before: readonly string[] = []): string[] => [...before, word];

const collect = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  ...value.split(',').filter((part) => part !== ''),
];

/** Parses formats of serializers. For a format of reports, such as `csv`, the error suggests `--format`. */
function wireFormats(value: string, before?: readonly string[]): string[] {
  const words = collect(value, before);
  const word = words.find((one) => one !== 'json' && [...REPORT_FORMATS, 'html'].includes(one));
  if (word === undefined) return words;
  const flag = word === 'html' ? '--out run.html' : `--format ${word}`;
  throw new InvalidArgumentError(`"${word}" is no serializer's format. Did you mean ${flag}?`);
}

const FILTER_WORDS: Readonly<Record<FilterName, string>> = {
  serializer:
    'only these serializers: circe, RUNTIME/json, jackson*, RUNTIME+*/jackson (a variant), oj@3.16.0 (a version)',
  runtime:
    'only these runtimes (see "list"), variants (RUNTIME+VARIANT) or installed versions (RUNTIME@VERSION)',
  dataset: 'only these datasets or sizes: users, users/small',
  task: `only these tasks: ${TASKS.join(', ')}`,
  wireFormat: `only serializers of these formats: ${FORMATS.join(', ')}`,
};

export function addFilters<A extends unknown[], O extends OptionValues>(command: With<A, O>) {
  command.optionsGroup('Filters (globs; repeatable):');
  for (const { name, key, letter } of FILTER_FLAGS) {
    const excludes = key !== name;
    const what = excludes ? 'exclude these; likewise -R, -D, -T and -F' : FILTER_WORDS[name];
    const long = key.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
    const one = new Option(`-${letter}, --${long} <pattern>`, what).argParser(
      key === 'wireFormat' ? wireFormats : collect,
    );
    command.addOption(one.hideHelp(excludes && name !== 'serializer'));
  }
  return command as unknown as With<A, O & Filters>;
}

const ROW_HELP = 'also use the row of this row.toml, as the baseline (see "help bench"); repeatable';
const RUNNER_HELP = 'also use the runner of this runner.toml (docs/PROTOCOL.md); repeatable';

export const rowFlag = new Option('--add <file>', ROW_HELP).argParser(repeatable).helpGroup(OTHERS);
export const runnerFlag = new Option('--runner <file>', RUNNER_HELP).argParser(repeatable).helpGroup(OTHERS);

export function addBaseline<A extends unknown[], O extends OptionValues>(command: With<A, O>, other: string) {
  return command
    .optionsGroup(OTHERS)
    .option('--baseline <row>', `show ratios to this row, RUNTIME/ID (default: ${other})`);
}

export type PatienceOptions = OptionsOf<ReturnType<typeof addPatience<[], Record<never, never>>>>;

export function addPatience<A extends unknown[], O extends OptionValues>(
  command: With<A, O>,
  group = OTHERS,
) {
  const what = 'abandon a runner after this time without an answer: 90s, 10m (default: 2m, 3m for documents)';
  const accepting = 'accept the license of this row (exact name) if it must be accepted; repeatable';
  return command
    .optionsGroup(group)
    .option('--patience <time>', what, duration)
    .option('--rebuild', 'try failed builds again')
    .option('--accept-license <row>', accepting, repeatable);
}

export interface PlanOptions extends Filters {
  readonly runner?: string[];
  readonly add?: string[];
  readonly acceptLicense?: string[];
}

export const LIST_FORMATS = ['terminal', 'md', 'json'] as const;
export const ROW_FORMATS = ['terminal', 'md', 'csv', 'json'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];
export type RowFormat = (typeof ROW_FORMATS)[number];

export type OutputOptions<F extends string = ReportFormat> = {
  readonly format: F;
  readonly out?: string;
};

const ENDINGS: Readonly<Record<string, string>> = {
  '.txt': 'terminal',
  '.md': 'md',
  '.csv': 'csv',
  '.json': 'json',
};

const PAGE = '.html';

/** Returns the file of `--out` if it ends in `.html`, unless `--format` asks for another format. */
export function pageFile({ format, out }: OutputOptions<string>): string | undefined {
  return format === 'terminal' && out?.toLowerCase().endsWith(PAGE) ? out : undefined;
}

/**
 * Adds `--format` and `--out`. Without `--format`, the ending of the file decides the format.
 * @param formats the first is the default
 * @param isPage whether `--out` may also be an HTML page
 */
export function addOutput<A extends unknown[], O extends OptionValues, const F extends string = ReportFormat>(
  command: With<A, O>,
  formats: readonly F[] = REPORT_FORMATS as readonly string[] as readonly F[],
  isPage = false,
) {
  const known = Object.keys(ENDINGS).filter((ending) => formats.includes(ENDINGS[ending] as F));
  const endings = [...known, ...(isPage ? [PAGE] : [])].join(', ');
  const short = formats.includes('summary' as F) ? '; summary is short Markdown' : '';
  const formatOfFile = (verb: CommandUnknownOpts, out = ''): F => {
    const ending = extname(out).toLowerCase();
    const isFirst = ending === '' || (isPage && ending === PAGE);
    const found = isFirst ? formats[0] : formats.find((format) => ENDINGS[ending] === format);
    if (found !== undefined) return found;
    const what = `${verb.name()} writes no ${ending} (--out ${out}); it writes ${endings}; or use --format`;
    return verb.error(`error: ${what}`, { exitCode: 2 });
  };
  const formatCalled = (word: string): F => {
    const found = formats.find((one) => one === word);
    if (found !== undefined) return found;
    const page = isPage ? ' --out run.html writes a page.' : '';
    throw new InvalidArgumentError(`Allowed choices are ${formats.join(', ')}.${page}`);
  };
  const printing = command
    .optionsGroup(OUTPUT)
    .addOption(
      new Option('--format <format>', `print in this format${short}`)
        .choices(formats)
        .argParser(formatCalled),
    )
    .option('--out <file>', `write to a file; its ending (${endings}) sets the format`)
    .hook('preAction', (_, verb) => {
      const { format, out } = verb.opts() as Partial<OutputOptions<F>>;
      verb.setOptionValue('format', format ?? formatOfFile(verb, out));
    });
  return printing as unknown as With<A, O & OutputOptions<F>>;
}

export type TableOptions = OptionsOf<ReturnType<typeof addTables<[], Record<never, never>>>>;

export const OF_TABLES = ['notes', 'columns', 'sort'];

/** Names of flags that only printed reports accept. Pages, charts and spliced blocks always have all rows, in one form. */
export const PRINTED = [
  ...['format', 'out', 'against', 'baseline', ...OF_TABLES],
  ...FILTER_FLAGS.map(({ key }) => key),
];

export function addTables<A extends unknown[], O extends OptionValues>(command: With<A, O>) {
  const style = new Option('--style <style>', "print tables in this style (default: the suite's)");
  return command
    .optionsGroup(OUTPUT)
    .addOption(style.choices(TABLE_STYLES))
    .option('--notes', 'print all notes below the tables, with the meaning of the columns')
    .option(
      '--columns <names>',
      'show these columns: time,ratio,ops/s,MB/s; +ops/s adds one ("sql" lists all)',
      wantedColumns,
    )
    .option('--sort <column>', 'sort rows by this column; -bytes: largest first (default: rank)', order);
}

function wantedColumns(text: string, before: readonly WantedColumn[] = []): readonly WantedColumn[] {
  const words = text.split(',').filter((word) => word.trim() !== '');
  const more = /^\s*\+/;
  return [
    ...before,
    ...words.map((word) => ({ id: columnOf(word.replace(more, '')), more: more.test(word) })),
  ];
}

function order(text: string): Order {
  const descending = text.startsWith('-');
  const id = columnOf(descending ? text.slice(1) : text);
  // The interval's column is sorted by the low end, the finding's column by the ratio.
  const by = id === 'interval' ? 'ratio_low' : id === 'compared' ? 'ratio' : id;
  return { column: resultColumn(by), descending };
}

function columnOf(word: string): ShownId {
  const id = columnCalled(word);
  if (id !== undefined) return id;
  throw new InvalidArgumentError(
    `There is no column "${word}".${suggestion(word, columnWords())} "wiremark sql" lists all.`,
  );
}

export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`);
  };
}

export function percentage(text: string): number {
  const value = Number(text.replace(/\s*%$/, ''));
  if (text.trim() !== '' && value >= 0.01 && value <= 50) return value / 100;
  throw new InvalidArgumentError('It takes a percentage from 0.01 to 50, like 2 or 1.5.');
}

export const seed = wholeNumber(0, 2 ** 32 - 1);

const SECONDS = { s: 1, m: 60, h: 3600 };

export function duration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([smh])$/.exec(text);
  const seconds = match ? Number(match[1]) * SECONDS[match[2] as keyof typeof SECONDS] : 0;
  // At most a week: timers of Node can't be longer than about three weeks.
  if (seconds >= 0.1 && seconds <= 168 * SECONDS.h) return seconds;
  throw new InvalidArgumentError('It takes a time like 90s, 10m or 2h, from 0.1s to 168h.');
}
