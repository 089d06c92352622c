import { type Command, InvalidArgumentError, Option } from 'commander';
import { MARKER_NAME } from '../report/text/splice.ts';
import { addOutput, type OutputOptions } from './options.ts';

export interface ReportOptions extends OutputOptions {
  readonly against?: 'published';
  /** A Markdown file with markers. */
  readonly splice?: string;
  /** Absent: the suite's name. */
  readonly marker?: string;
  readonly check?: boolean;
  /** A folder. */
  readonly charts?: string;
  readonly png?: boolean;
  /** A file. */
  readonly html?: string;
}

/** The flags of `wiremark report`. */
export function addReportOptions(command: Command): Command {
  addOutput(command).addOption(
    new Option('--against <what>', "row by row beside the suite's published table")
      .choices(['published'])
      .helpGroup('Output:'),
  );
  const add = (option: Option) => command.addOption(option.helpGroup('Into a file of yours:'));
  add(new Option('--splice <file>', 'put the report in short between two markers of a Markdown file'));
  add(new Option('--marker <name>', "name of the markers (default: the suite's name)").argParser(markerName));
  add(new Option('--check', 'write nothing; exit with 1 if the file is not up to date'));
  const draw = (option: Option) => command.addOption(option.helpGroup('Charts:'));
  draw(
    new Option(
      '--charts <folder>',
      'write all charts as SVG into a folder; docs/CHARTS.md explains them',
    ).conflicts(['format', 'out', 'style', 'against', 'splice']),
  );
  draw(new Option('--png', 'with --charts: as PNG too, light and dark'));
  command.addOption(
    new Option(
      '--html <file>',
      'write a page to share: one file to sort, filter and compare in, with no network',
    )
      .conflicts(['format', 'out', 'against', 'splice', 'charts'])
      .helpGroup('Page:'),
  );
  return command;
}

function markerName(text: string): string {
  if (MARKER_NAME.test(text)) return text;
  throw new InvalidArgumentError('It takes letters, digits, "-", "_", "." and "+".');
}

export const REPORT_HELP = `
Styles put the tables of the page or tool that they are named after first in each case; ranking, verdicts, limits and
notes follow whatever the style. A suite has a style of its own, and --style goes over it:
  ips            the comparison blocks of benchmark-ips and benchmark-memory
  transmutation  IPS ± %, comparison, allocations, comparison
  jmh            score ± error at 99.9 %, count
  playground     average, minimum, maximum, spread; sizes and compression
  bdn            BenchmarkDotNet's mean, error, deviation, extremes, ratio, collections, allocated

--splice replaces what stands between these two lines, wherever you put them, and nothing else of the file:
  <!-- wiremark:begin NAME -->
  <!-- wiremark:end NAME -->

  wiremark report                                    the last run, as it was printed
  wiremark report --style bdn --format md
  wiremark report last --against published
  wiremark report --html run.html
  wiremark report --splice README.md --marker speed
  wiremark report last --charts charts --png
  wiremark report --format summary >> "$GITHUB_STEP_SUMMARY"

Exit code: that of the run, 1 when a row failed. With --splice 0, and with --check 1 when the file is not up to date.`;
