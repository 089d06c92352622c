import { type Command, InvalidArgumentError, Option } from 'commander';
import { FORMATS, TABLE_STYLES, TASKS, type TableStyle } from '../define/types.ts';
import { type FilterName, type Filters, skipName } from '../plan/filters.ts';
import { REPORT_FORMATS, type ReportFormat } from '../report/formats.ts';

/** What the filter flags leave in commander's options. */
export type FilterOptions = Filters;

/** For a flag that may be given several times: all its words. */
export const repeatable = (word: string, before: readonly string[] = []): string[] => [...before, word];

/** The same, and several with commas between. */
const collect = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  ...value.split(',').filter((part) => part !== ''),
];

/** `wireFormat` → `wire-format`. */
const dashed = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const FILTER_FLAGS: readonly (readonly [name: FilterName, letter: string, what: string])[] = [
  ['serializer', 's', 'only these serializers: circe, jvm/circe, jackson*, jvm+*/jackson (a variant)'],
  ['runtime', 'r', 'only these runtimes: node, jvm; or variants: jvm+parallel-gc'],
  ['dataset', 'd', 'only these datasets or sizes: users, users/small'],
  ['task', 't', `only these tasks: ${TASKS.join(', ')}`],
  ['wireFormat', 'f', `only serializers of these formats: ${FORMATS.join(', ')}`],
];

/** The filters mean the same in every verb: lower case selects, upper case takes away. */
function filterFlags(): Option[] {
  const flag = (letter: string, name: string, what: string) =>
    new Option(`-${letter}, --${dashed(name)} <pattern>`, what)
      .argParser(collect)
      .helpGroup('Filters (globs; repeatable):');
  const wanted = FILTER_FLAGS.map(([name, letter, what]) => flag(letter, name, what));
  const [first, ...others] = FILTER_FLAGS.map(([name, letter]) =>
    flag(letter.toUpperCase(), skipName(name), 'all but these; so with -R, -D, -T and -F'),
  );
  return [...wanted, first!, ...others.map((one) => one.hideHelp())];
}

export function addFilters(command: Command): Command {
  return addAll(command, filterFlags());
}

function addAll(command: Command, flags: readonly Option[]): Command {
  for (const flag of flags) command.addOption(flag);
  return command;
}

export interface RunnerOptions {
  readonly runner?: readonly string[];
}

export function addRunners(command: Command): Command {
  return command.option(
    '--runner <file>',
    'also use the runner of this runner.toml (docs/PROTOCOL.md); repeatable',
    repeatable,
  );
}

export interface MeasuringOptions {
  readonly quick?: boolean;
  readonly full?: boolean;
  readonly rounds?: number;
  /** A fraction: 0.02 for `--target 2`. */
  readonly target?: number;
  /** Seconds. */
  readonly budget?: number;
  readonly seed?: number;
  readonly limits?: boolean;
  /** Absent: as the settings have it, not when quick. */
  readonly memory?: boolean;
  /** Seconds. */
  readonly patience?: number;
}

/** The flags that a run keeps: one that goes on takes them from itself. */
function measuringFlags(): Option[] {
  return [
    new Option('--quick', 'three short rounds: a first reading, called preliminary').conflicts('full'),
    new Option('--full', '10 to 30 rounds until every interval is narrow enough'),
    new Option('--rounds <n>', 'just as many rounds').argParser(wholeNumber(1, 1000)),
    new Option(
      '--target <percent>',
      "half-width of the intervals at which it's enough (default: 2)",
    ).argParser(percentage),
    new Option('--budget <time>', 'stop after about this time: 90s, 10m, 2h').argParser(duration),
    new Option('--seed <n>', 'seed of the order; printed with every result, reproduces it').argParser(
      wholeNumber(0, 2 ** 32 - 1),
    ),
    new Option('--limits', 'beside the rows, what the runtimes can do at best (default: unless quick)'),
    new Option('--no-limits', 'leave those out'),
    new Option('--memory', 'count allocations in a pass of its own (default: unless quick)'),
    new Option('--no-memory', 'leave that pass out'),
  ];
}

export function addMeasuring(command: Command): Command {
  const patience = new Option(
    '--patience <time>',
    'give a runner up that takes longer for an answer (default: 2m, 3m for a dump)',
  ).argParser(duration);
  const flags = [...measuringFlags(), patience];
  return addAll(
    command,
    flags.map((flag) => flag.helpGroup('Measuring:')),
  );
}

/** Of the flags that say what a run is, those that were given: `--seed`, `--no-limits`. */
export function givenFlags(options: FilterOptions & RunnerOptions & MeasuringOptions): string[] {
  const names = [...filterFlags(), ...measuringFlags()].map((flag) => flag.attributeName());
  const given = Object.entries(options).filter(([name]) => name === 'runner' || names.includes(name));
  return given.map(([name, value]) => `--${value === false ? 'no-' : ''}${dashed(name)}`);
}

export const OUTPUT_FORMATS = REPORT_FORMATS;
export type OutputFormat = ReportFormat;

export interface OutputOptions {
  readonly format?: OutputFormat;
  readonly out?: string;
  /** Over the suite's own. */
  readonly style?: TableStyle;
}

export function addOutput(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'what to print; summary is Markdown in short')
        .choices(OUTPUT_FORMATS)
        .helpGroup('Output:'),
    )
    .addOption(
      new Option('--style <style>', "whose tables stand first (default: the suite's choice)")
        .choices(TABLE_STYLES)
        .helpGroup('Output:'),
    )
    .addOption(
      new Option(
        '--out <file>',
        'write it to a file; its ending (.md, .csv, .json) tells the format',
      ).helpGroup('Output:'),
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
  if (text.trim() !== '' && value > 0 && value <= 50) return value / 100;
  throw new InvalidArgumentError('It takes a percentage above 0 and up to 50, like 2 or 1.5.');
}

const SECONDS = { s: 1, m: 60, h: 3600 };

export function duration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([smh])$/.exec(text);
  const seconds = match ? Number(match[1]) * SECONDS[match[2] as keyof typeof SECONDS] : 0;
  if (seconds > 0) return seconds;
  throw new InvalidArgumentError('It takes a time like 90s, 10m or 2h.');
}
