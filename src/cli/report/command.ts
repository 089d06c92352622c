import { type Command, Option } from '@commander-js/extra-typings';
import { REPORT_FORMATS } from '../../report/formats.ts';
import {
  addBaseline,
  addFilters,
  addOutput,
  addTables,
  OF_TABLES,
  type OptionsOf,
  PRINTED,
} from '../options.ts';
import { type Does, RUN } from '../place.ts';

export function addReport(program: Command, does: Does): void {
  reportCommand(program).action(does(async () => (await import('./report.ts')).report));
}

export type ReportOptions = OptionsOf<ReturnType<typeof reportCommand>>;

/** Names of flags that conflict with `--splice` and `--charts`: these have all rows, in one style. */
const WHOLE = ['style', ...PRINTED];

function reportCommand(program: Command) {
  const command = program
    .command('report')
    .description('print a recorded run again, in any format')
    .argument('[run]', `${RUN}, or a fleet's folder`, 'last')
    .addHelpText('after', HELP);
  return addTables(addOutput(addBaseline(addFilters(command), "the run's"), REPORT_FORMATS, true))
    .addOption(
      new Option('--against <what>', "compare each row with the suite's published table")
        .choices(['published'] as const)
        .conflicts(['style', 'baseline', ...OF_TABLES]),
    )
    .option('--edition <name>', "with --against: the page's edition (default: the newest)")
    .addOption(
      new Option(
        '--by-version',
        'print rows × versions of a run with several versions of a runtime',
      ).conflicts([...['style', 'baseline', 'against', 'splice', 'charts', ...OF_TABLES]]),
    )
    .optionsGroup('Into your own file:')
    .addOption(
      new Option('--splice <file>', 'put the short report between two markers of a Markdown file').conflicts(
        WHOLE,
      ),
    )
    .option('--check', 'write nothing; exit with 1 if the file is out of date')
    .optionsGroup('Charts:')
    .addOption(
      new Option('--charts <folder>', 'write all charts as SVG into a folder').conflicts([
        ...['splice', ...WHOLE],
      ]),
    )
    .optionsGroup('Page:')
    .addOption(
      new Option('--html <file>', 'write a page to share: one file to sort and filter in').conflicts([
        ...['splice', 'charts', ...PRINTED],
      ]),
    );
}

const HELP = `
A style prints each case like the tool or page of its name (ips: benchmark-ips
and benchmark-memory; bdn: BenchmarkDotNet), before ranking and notes.

--splice replaces the text between these two lines of the file, named after
the suite:
  <!-- wiremark:begin NAME -->
  <!-- wiremark:end NAME -->

  wiremark report -t serialize --sort bytes --columns ratio,bytes,ops/s,MB/s
  wiremark report --style bdn --format md
  wiremark report playground --against published --edition protobuf-2.6.1
  wiremark report --out run.html
  wiremark report --splice README.md
  wiremark report --format summary >> "$GITHUB_STEP_SUMMARY"

Exit codes: those of the run: 0, or 1 if a row failed or none is ranked. With
--splice 0; with --check 1 if the file is out of date.`;
