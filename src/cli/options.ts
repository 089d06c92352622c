import { type Command, InvalidArgumentError, Option } from 'commander';
import { TABLE_STYLES, type TableStyle } from '../define/types.ts';
import type { Filters } from '../plan/filters.ts';
import { REPORT_FORMATS, type ReportFormat } from '../report/formats.ts';

/** What the filter flags leave in commander's options. */
export interface FilterOptions extends Partial<Filters> {}

/** For a flag that may be given several times: all its words. */
export const repeatable = (word: string, before: readonly string[] = []): string[] => [...before, word];

const collect = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  ...value.split(',').filter((part) => part !== ''),
];

/** The filters mean the same in every verb: lower case selects, upper case takes away. */
export function addFilters(command: Command): Command {
  const add = (flags: string, what: string) =>
    command.addOption(new Option(flags, what).argParser(collect).helpGroup('Filters (globs; repeatable):'));
  add('-s, --serializer <pattern>', 'only these serializers: circe, jvm/circe, jackson*');
  add('-r, --runtime <pattern>', 'only these runtimes: node, jvm');
  add('-d, --dataset <pattern>', 'only these datasets or sizes: users, users/small');
  add('-t, --task <pattern>', 'only these tasks: serialize, deserialize, to-tree, parse-tree');
  add(
    '-f, --wire-format <pattern>',
    'only serializers of these formats: json, protobuf, avro, msgpack, cbor, bson',
  );
  add('-S, --skip-serializer <pattern>', 'all but these; so with -R, -D, -T and -F');
  for (const flags of [
    '-R, --skip-runtime',
    '-D, --skip-dataset',
    '-T, --skip-task',
    '-F, --skip-wire-format',
  ])
    command.addOption(new Option(`${flags} <pattern>`).argParser(collect).hideHelp());
  return command;
}

/** The filters as the plan wants them: no flag means an empty list. */
export function filtersFrom(options: FilterOptions): Filters {
  return {
    serializer: options.serializer ?? [],
    skipSerializer: options.skipSerializer ?? [],
    runtime: options.runtime ?? [],
    skipRuntime: options.skipRuntime ?? [],
    dataset: options.dataset ?? [],
    skipDataset: options.skipDataset ?? [],
    task: options.task ?? [],
    skipTask: options.skipTask ?? [],
    wireFormat: options.wireFormat ?? [],
    skipWireFormat: options.skipWireFormat ?? [],
  };
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

export function addMeasuring(command: Command): Command {
  const add = (option: Option) => command.addOption(option.helpGroup('Measuring:'));
  add(new Option('--quick', 'three short rounds: a first reading, called preliminary').conflicts('full'));
  add(new Option('--full', '10 to 30 rounds until every interval is narrow enough'));
  add(new Option('--rounds <n>', 'just as many rounds').argParser(wholeNumber(1, 1000)));
  add(
    new Option(
      '--target <percent>',
      "half-width of the intervals at which it's enough (default: 2)",
    ).argParser(percentage),
  );
  add(new Option('--budget <time>', 'stop after about this time: 90s, 10m, 2h').argParser(duration));
  add(
    new Option('--seed <n>', 'seed of the order; printed with every result, reproduces it').argParser(
      wholeNumber(0, 2 ** 32 - 1),
    ),
  );
  add(new Option('--limits', 'beside the rows, what the runtimes can do at best (default: unless quick)'));
  add(new Option('--no-limits', 'leave those out'));
  add(new Option('--memory', 'count allocations in a pass of its own (default: unless quick)'));
  add(new Option('--no-memory', 'leave that pass out'));
  add(
    new Option(
      '--patience <time>',
      'give a runner up that takes longer for an answer (default: 2m, 3m for a dump)',
    ).argParser(duration),
  );
  return command;
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
