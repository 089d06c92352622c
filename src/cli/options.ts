/** Flags that mean the same in every verb that has them. Their types follow from how they are declared. */
import { extname } from 'node:path';
import {
  type Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
  type OptionValues,
} from '@commander-js/extra-typings';
import { MOST } from '../define/bounds.ts';
import { suggestion } from '../define/nearest.ts';
import { FORMATS, TABLE_STYLES, TASKS, type TableStyle } from '../define/types.ts';
import { FILTER_LETTERS, FILTER_NAMES, type FilterName, type Filters, skipName } from '../plan/filters.ts';
import { REPORT_FORMATS, type ReportFormat } from '../report/formats.ts';
import type { WantedColumn } from '../report/tables/ranking.ts';
import type { Order } from '../report/view/choice.ts';
import { columnCalled, columnWords, resultColumn, type ShownId } from '../report/view/columns.ts';
import { priceOf } from '../report/view/prices.ts';

/** A command with arguments A and options O so far. */
type With<A extends unknown[], O extends OptionValues> = Command<A, O, OptionValues>;

/** What the flags of a command leave. */
export type OptionsOf<C extends { opts(): unknown }> = ReturnType<C['opts']>;

/** For a flag that may be given several times: all its words. */
export const repeatable = (word: string, before: readonly string[] = []): string[] => [...before, word];

/** The same, and several with commas between. */
const collect = (value: string, before: readonly string[] = []): string[] => {
  const parts = value.split(',').filter((part) => part !== '');
  if (parts.length <= MOST.entries && parts.every((part) => part.length <= MOST.word))
    return [...before, ...parts];
  throw new InvalidArgumentError(`It takes patterns of at most ${MOST.word} characters.`);
};

/** `wireFormat` → `wire-format`. */
const dashed = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const FILTER_WORDS: Readonly<Record<FilterName, string>> = {
  serializer:
    'only these serializers: circe, jvm/circe, jackson*, jvm+*/jackson (a variant), oj@3.16.0 (a version)',
  runtime: 'only these runtimes: node, jvm; or variants: jvm+parallel-gc',
  dataset: 'only these datasets or sizes: users, users/small',
  task: `only these tasks: ${TASKS.join(', ')}`,
  wireFormat: `only serializers of these formats: ${FORMATS.join(', ')}`,
};

/** Lower case selects, upper case takes away. */
export function addFilters<A extends unknown[], O extends OptionValues>(command: With<A, O>) {
  const flag = (letter: string, name: string, what: string) =>
    new Option(`-${letter}, --${dashed(name)} <pattern>`, what)
      .argParser(collect)
      .helpGroup('Filters (globs; repeatable):');
  const wanted = FILTER_NAMES.map((name) => flag(FILTER_LETTERS[name], name, FILTER_WORDS[name]));
  const [first, ...others] = FILTER_NAMES.map((name) =>
    flag(FILTER_LETTERS[name].toUpperCase(), skipName(name), 'all but these; so with -R, -D, -T and -F'),
  );
  for (const one of [...wanted, first!, ...others.map((other) => other.hideHelp())]) command.addOption(one);
  return command as unknown as With<A, O & Filters>;
}

/** Of rows from outside; called `rows` where they are planned. */
export function addRows<A extends unknown[], O extends OptionValues>(command: With<A, O>) {
  return command.option(
    '--add <file>',
    'also measure the row of this row.toml, as the baseline ("help bench"); repeatable',
    repeatable,
  );
}

export function addRunners<A extends unknown[], O extends OptionValues>(command: With<A, O>) {
  return command.option(
    '--runner <file>',
    'also use the runner of this runner.toml (docs/PROTOCOL.md); repeatable',
    repeatable,
  );
}

/** What `addPatience` leaves. */
export interface PatienceOptions {
  /** Seconds. */
  readonly patience?: number;
}

export function addPatience<A extends unknown[], O extends OptionValues>(
  command: With<A, O>,
  group?: string,
) {
  const patience = new Option(
    '--patience <time>',
    'give a runner up that takes longer for an answer (default: 2m, 3m for a dump)',
  ).argParser(duration);
  return command.addOption(group === undefined ? patience : patience.helpGroup(group));
}

/** What verbs have that make a plan. */
export interface PlanOptions extends Filters {
  readonly runner?: string[];
  readonly add?: string[];
}

/** What a list can be printed as; one of rows has a line for each, too. */
export const LIST_FORMATS = ['terminal', 'md', 'json'] as const;
export const ROW_FORMATS = ['terminal', 'md', 'csv', 'json'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];
export type RowFormat = (typeof ROW_FORMATS)[number];

/** What `addOutput` leaves. */
export type OutputOptions<F extends string = ReportFormat> = {
  /** Resolved: as `--format` says, else the ending of `--out`, else the first of the verb's formats. */
  readonly format: F;
  /** Absent: standard output. */
  readonly out?: string;
};

/** How files are called that hold a format. `summary` has no ending of its own. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  terminal: ['.txt'],
  md: ['.md', '.markdown'],
  csv: ['.csv'],
  json: ['.json'],
};

/**
 * `--format` and `--out`, which refuses an ending that names none of the formats before anything else is done.
 *
 * @param formats what the verb can print; the first unless told
 */
export function addOutput<A extends unknown[], O extends OptionValues, const F extends string = ReportFormat>(
  command: With<A, O>,
  formats: readonly F[] = REPORT_FORMATS as readonly string[] as readonly F[],
) {
  const endings = formats.flatMap((format) => ENDINGS[format] ?? []);
  const short = formats.includes('summary' as F) ? '; summary is Markdown in short' : '';
  const printing = command
    .addOption(new Option('--format <format>', `what to print${short}`).choices(formats).helpGroup('Output:'))
    .addOption(
      new Option(
        '--out <file>',
        `write it to a file; its ending (${endings.join(', ')}) tells the format`,
      ).helpGroup('Output:'),
    )
    .hook('preAction', (_, verb) => {
      const { format, out } = verb.opts() as Partial<OutputOptions<F>>;
      verb.setOptionValue('format', format ?? formatOfFile(verb, out, formats));
    });
  return printing as unknown as With<A, O & OutputOptions<F>>;
}

/** The format that a file's ending names; without file or ending the first. */
function formatOfFile<F extends string>(
  verb: CommandUnknownOpts,
  out: string | undefined,
  formats: readonly F[],
): F {
  const ending = extname(out ?? '').toLowerCase();
  const found = ending === '' ? formats[0] : formats.find((format) => ENDINGS[format]?.includes(ending));
  if (found !== undefined) return found;
  const endings = formats.flatMap((format) => ENDINGS[format] ?? []).join(', ');
  const page = ending === '.html' && verb.options.some(({ long }) => long === '--html');
  const cure = page ? '--html FILE writes a page' : 'or say --format';
  return verb.error(
    `error: ${verb.name()} writes no ${ending} (--out ${out}); it writes ${endings}; ${cure}`,
    { exitCode: 2 },
  );
}

/** What `addStyle` leaves. */
export interface StyleOptions {
  /** Over the suite's own. */
  readonly style?: TableStyle;
}

export function addStyle<A extends unknown[], O extends OptionValues>(command: With<A, O>) {
  return command.addOption(
    new Option('--style <style>', "whose tables stand first (default: the suite's choice)")
      .choices(TABLE_STYLES)
      .helpGroup('Output:'),
  );
}

/** What `addTables` leaves. */
export interface TableOptions {
  /** All notes, and not only those without which a table is misread. */
  readonly notes?: boolean;
  readonly columns?: readonly WantedColumn[];
  readonly sort?: Order;
  readonly priceCore?: number;
  readonly priceGb?: number;
}

/** What the tables of a report have, and in which order. */
export function addTables<A extends unknown[], O extends OptionValues>(command: With<A, O>) {
  const flag = <F extends string>(flags: F, what: string) => new Option(flags, what).helpGroup('Output:');
  const printing = command
    .addOption(flag('--notes', 'all notes below the tables, what the columns mean included'))
    .addOption(
      flag(
        '--columns <names>',
        'of the ranking: time,ratio,ops/s,MB/s; +ops/s beside the usual (all: docs/DATA.md)',
      ).argParser(wantedColumns),
    )
    .addOption(
      flag('--sort <column>', 'order of the rows, -bytes from the greatest down (default: rank)').argParser(
        order,
      ),
    )
    .addOption(flag('--price-core <n>', 'of a core-hour: what a million documents cost').argParser(price))
    .addOption(flag('--price-gb <n>', 'of 10⁹ bytes of documents, for the same').argParser(price));
  return printing as unknown as With<A, O & TableOptions>;
}

function wantedColumns(text: string, before: readonly WantedColumn[] = []): WantedColumn[] {
  const words = text.split(',').filter((word) => word.trim() !== '');
  const found = words.map((word) => ({
    id: columnOf(word.replace(/^\s*\+/, '')),
    more: /^\s*\+/.test(word),
  }));
  return [...before, ...found];
}

function price(text: string): number {
  const value = priceOf(text);
  if (value !== null) return value;
  throw new InvalidArgumentError('It takes a price of 0 or more, like 0.04.');
}

function order(text: string): Order {
  const descending = text.startsWith('-');
  const id = columnOf(descending ? text.slice(1) : text);
  // What shows several figures goes by the first; a finding is of the ratio.
  const by = id === 'interval' ? 'ratio_low' : id === 'compared' ? 'ratio' : id;
  return { column: resultColumn(by), descending };
}

function columnOf(word: string): ShownId {
  const id = columnCalled(word);
  if (id !== undefined) return id;
  throw new InvalidArgumentError(
    `There is no column "${word}".${suggestion(word, columnWords())} docs/DATA.md has all of them.`,
  );
}

export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`);
  };
}

/** A fraction from a percentage: 0.02 from `2` or `2 %`. */
export function percentage(text: string): number {
  const value = Number(text.replace(/\s*%$/, ''));
  if (text.trim() !== '' && value >= 0.01 && value <= 50) return value / 100;
  throw new InvalidArgumentError('It takes a percentage from 0.01 to 50, like 2 or 1.5.');
}

/** What a seed may be. */
export const seed = wholeNumber(0, 2 ** 32 - 1);

const SECONDS = { s: 1, m: 60, h: 3600 };

export function duration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([smh])$/.exec(text);
  const seconds = match ? Number(match[1]) * SECONDS[match[2] as keyof typeof SECONDS] : 0;
  // More than a week of milliseconds is no time that a timer can wait.
  if (seconds >= 0.1 && seconds <= 168 * SECONDS.h) return seconds;
  throw new InvalidArgumentError('It takes a time like 90s, 10m or 2h, from 0.1s to 168h.');
}
